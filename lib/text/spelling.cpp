#include "text/spelling.hpp"

#include <algorithm>
#include <array>

#include "text/utf8.hpp"

namespace trainlint::text {
namespace {

bool contains(std::string_view set, char c) {
    return set.find(c) != std::string_view::npos;
}
bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}
bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string_view line_break_or(const Beside& beside, std::string_view usual) {
    return beside.line_break.empty() ? usual : beside.line_break;
}

/// `\` and what languages with C's escapes agree on; the caller has dealt with its quotes.
void append_c_escape(std::string& out, char c, std::string_view hex_prefix) {
    constexpr std::string_view plain = "\n\r\t\b\f\\";
    constexpr std::string_view names = "nrtbf\\";
    const auto found = plain.find(c);
    if (found != std::string_view::npos) {
        out += '\\';
        out += names[found];
        return;
    }
    out += hex_prefix;
    out += hex_digits[static_cast<unsigned char>(c) >> 4];
    out += hex_digits[c & 15];
}

/// Characters of `special` get a backslash.
std::string with_backslashes(std::string_view text, std::string_view special) {
    std::string out;
    out.reserve(text.size() + 8);
    for (const char c : text) {
        if (contains(special, c)) out += '\\';
        out += c;
    }
    return out;
}

std::string replaced(std::string_view text, char c, std::string_view by) {
    std::string out;
    out.reserve(text.size() + 8);
    for (const char each : text) {
        if (each == c) {
            out += by;
        } else {
            out += each;
        }
    }
    return out;
}

Spelled spell_verbatim(std::string_view text, const Beside& beside) {
    return replaced(text, '\n', line_break_or(beside, "\n"));
}

std::string ansi_c_quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'') {
            out += "\\'";
        } else if (is_control(c) || c == '\\') {
            append_c_escape(out, c, "\\x");
        } else {
            out += c;
        }
    }
    return out;
}

Spelled spell_shell_single(std::string_view text, const Piece& like) {
    if (like.quote == '$') return ansi_c_quoted(text);
    return replaced(text, '\'', "'\\''");
}

Spelled spell_shell_unquoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool plain = is_letter(c) || is_digit(c) || contains("_./:=,+@%-^", c) ||
                           static_cast<unsigned char>(c) >= 0x80;
        if (c == '\n') {
            out += "'\n'";
            continue;
        }
        if (!plain) out += '\\';
        out += c;
    }
    return out;
}

/// `<<-` drops the tabs before each line: a line that begins with one cannot be written.
Spelled spell_heredoc(std::string_view text, const Piece& like, const Beside& beside) {
    const bool at_line_start = !beside.before || *beside.before == '\n';
    const bool tab_follows = beside.after.value_or('\n') == '\t';
    const bool leaves_tab =
        (at_line_start && (text.empty() ? tab_follows : text.starts_with('\t'))) ||
        text.find("\n\t") != std::string_view::npos || (text.ends_with('\n') && tab_follows);
    if (like.indent > 0 && leaves_tab) {
        return Refusal{"the here-document drops tabs at the beginning of a line"};
    }
    const std::string body = like.raw ? std::string(text) : with_backslashes(text, "\\$`");
    const std::string tabs = "\n" + std::string(like.indent, '\t');
    return replaced(body, '\n', line_break_or(beside, tabs));
}

Spelled spell_json(std::string_view text, const Beside& beside) {
    std::string out;
    for (const char c : text) {
        if (c == '"') {
            out += "\\\"";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == '\\') {
            append_c_escape(out, c, "\\u00");
            if (c == '\n') out += beside.line_break;
        } else {
            out += c;
        }
    }
    return out;
}

/// YAML's c-printable, without the byte order mark.
bool is_yaml_printable(Character character) {
    if (!character.valid) return true;
    const char32_t code = character.code;
    if (code < 0xA0) return code == '\t' || (code >= 0x20 && code < 0x7F);
    return code != 0x2028 && code != 0x2029 && code != 0xFEFF && code != 0xFFFE && code != 0xFFFF;
}

bool is_yaml_line(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Character character = decode(text, at);
        if (!is_yaml_printable(character)) return false;
        at += character.size;
    }
    return true;
}

constexpr Refusal yaml_control{"the YAML scalar cannot hold control characters"};

bool has_comment_or_key(std::string_view around) {
    for (std::size_t i = 0; i < around.size(); ++i) {
        if (around[i] == '#' && i > 0 && is_blank(around[i - 1])) return true;
        if (around[i] == ':' && i + 1 < around.size() && is_blank(around[i + 1])) return true;
    }
    return false;
}

/// May a plain scalar begin like this?
bool is_plain_start(std::string_view text) {
    if (text.starts_with("---") || text.starts_with("...")) return false;
    const char first = text.front();
    if (is_blank(first) || contains(",[]{}#&*!|>'\"%@`", first)) return false;
    return !contains("-?:", first) || (text.size() > 1 && !is_blank(text[1]));
}

Spelled spell_yaml_plain(std::string_view text, const Beside& beside) {
    if (text.find('\n') != std::string_view::npos) {
        return Refusal{"a line break cannot stand in a plain YAML scalar"};
    }
    if (!is_yaml_line(text)) return yaml_control;
    std::string around;
    if (beside.before) around += *beside.before;
    around += text;
    if (beside.after) around += *beside.after;
    const Refusal refusal{"the text means something else in a plain YAML scalar"};
    if (around.empty()) return refusal;
    if (!beside.before && !is_plain_start(around)) return refusal;
    if (!beside.after && (around.back() == ':' || is_blank(around.back()))) return refusal;
    if (has_comment_or_key(around)) return refusal;
    // Readers that many use take no tab in a plain scalar.
    if (text.find_first_of(",[]{}\t") != std::string_view::npos) return refusal;
    return std::string(text);
}

Spelled spell_yaml_single(std::string_view text) {
    if (text.find('\n') != std::string_view::npos) {
        return Refusal{"a line break cannot stand in a single-quoted YAML scalar"};
    }
    if (!is_yaml_line(text)) return yaml_control;
    return replaced(text, '\'', "''");
}

void append_yaml_escape(std::string& out, std::string_view bytes, char32_t code) {
    if (bytes.size() == 1) return append_c_escape(out, bytes[0], "\\x");
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += hex_digits[code >> shift & 15];
}

std::string spell_yaml_double(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = decode(text, at);
        const std::string_view bytes = text.substr(at, character.size);
        if (character.code == '"' && character.valid) {
            out += "\\\"";
        } else if (!is_yaml_printable(character) || bytes == "\\" || bytes == "\t") {
            append_yaml_escape(out, bytes, character.code);
        } else {
            out += bytes;
        }
        at += character.size;
    }
    return out;
}

/// Empty lines stay empty, but for the last: the text after it goes on there.
std::string with_indent(std::string_view text, std::string_view line_break) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool empty_line = i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] == '\n' && !empty_line) {
            out += line_break;
        } else {
            out += text[i];
        }
    }
    return out;
}

Spelled spell_yaml_block(std::string_view text, const Piece& like, const Beside& beside) {
    for (std::size_t at = 0; at < text.size();) {
        const Character character = decode(text, at);
        if (character.code != '\n' && !is_yaml_printable(character)) return yaml_control;
        at += character.size;
    }
    const std::string indented = "\n" + std::string(like.indent, ' ');
    return with_indent(text, line_break_or(beside, indented));
}

/// In a triple-quoted string a quote is escaped where it could join others.
bool joins_quotes(std::string_view text, std::size_t at, char quote) {
    if (at == 0 || at + 1 == text.size()) return true;
    return text[at - 1] == quote || text[at + 1] == quote;
}

/// A line feed right behind the opening quotes of a multi-line string is not part of it.
bool loses_line_feed(std::string_view text, const Piece& like, const Beside& beside) {
    if (!like.triple || beside.before) return false;
    return text.empty() ? beside.after.value_or(' ') == '\n' : text.starts_with('\n');
}

constexpr Refusal lost_line_feed{"a TOML string would lose the line break at its beginning"};

Spelled spell_toml_basic(std::string_view text, const Piece& like, const Beside& beside) {
    std::string out;
    const bool escape_first = loses_line_feed(text, like, beside);
    if (escape_first && text.empty()) return lost_line_feed;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool line_feed = c == '\n' && !(i == 0 && escape_first);
        if (like.triple && (line_feed || (c == '"' && !joins_quotes(text, i, '"')))) {
            out += c;
        } else if (c == '"') {
            out += "\\\"";
        } else if (is_control(c) || c == '\\') {
            append_c_escape(out, c, "\\u00");
        } else {
            out += c;
        }
    }
    return out;
}

Spelled spell_toml_literal(std::string_view text, const Piece& like, const Beside& beside) {
    if (loses_line_feed(text, like, beside)) return lost_line_feed;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool line = like.triple && c == '\n';
        if (is_control(c) && c != '\t' && !line) {
            return Refusal{"a literal TOML string cannot hold control characters"};
        }
        if (c == '\'' && (!like.triple || joins_quotes(text, i, '\''))) {
            return Refusal{"a literal TOML string cannot hold its own quote"};
        }
    }
    return std::string(text);
}

bool ends_in_odd_backslashes(std::string_view text) {
    const auto last = text.find_last_not_of('\\');
    const std::size_t count = last == std::string_view::npos ? text.size() : text.size() - last - 1;
    return count % 2 == 1;
}

Spelled spell_python_raw(std::string_view text, const Piece& like, const Beside& beside) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == like.quote && (!like.triple || joins_quotes(text, i, like.quote))) {
            return Refusal{"a raw Python string cannot hold its own quote"};
        }
        if ((text[i] == '\n' && !like.triple) || text[i] == '\r' || text[i] == '\0') {
            return Refusal{"a raw Python string cannot hold this control character"};
        }
    }
    if (ends_in_odd_backslashes(text) && (!beside.after || *beside.after == like.quote)) {
        return Refusal{"a raw Python string cannot end with a backslash"};
    }
    return std::string(text);
}

Spelled spell_python(std::string_view text, const Piece& like) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == like.quote) {
            if (!like.triple || joins_quotes(text, i, c)) out += '\\';
            out += c;
        } else if ((is_control(c) && !(c == '\n' && like.triple)) || c == '\\') {
            append_c_escape(out, c, "\\x");
        } else {
            out += c;
        }
    }
    return out;
}

std::string with_double_braces(std::string text) {
    text = replaced(text, '{', "{{");
    return replaced(text, '}', "}}");
}

Spelled spell_python_string(std::string_view text, const Piece& like, const Beside& beside) {
    Spelled spelled = like.raw ? spell_python_raw(text, like, beside) : spell_python(text, like);
    auto* written = std::get_if<std::string>(&spelled);
    if (written && like.formatted) *written = with_double_braces(std::move(*written));
    return spelled;
}

/// Every line but continued ones ends the command there.
bool lines_are_continued(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n' && !ends_in_odd_backslashes(text.substr(0, i))) return false;
    }
    return true;
}

Spelled spell_command_line(std::string_view text, const Piece& like, const Beside& beside) {
    const bool make = like.spelling == Spelling::make_recipe;
    if (make && !lines_are_continued(text)) {
        return Refusal{"a line break would end the line of the recipe"};
    }
    if (!make && text.find('\n') != std::string_view::npos) {
        return Refusal{"a line break cannot stand in a RUN instruction"};
    }
    if (ends_in_odd_backslashes(text) && beside.after.value_or('\n') == '\n') {
        return Refusal{"a backslash at the end would continue the line"};
    }
    if (!make) return std::string(text);
    return replaced(replaced(text, '$', "$$"), '\n', line_break_or(beside, "\n\t"));
}

bool is_shell(Spelling spelling) {
    return spelling == Spelling::shell_single_quotes || spelling == Spelling::shell_double_quotes ||
           spelling == Spelling::shell_unquoted || spelling == Spelling::heredoc ||
           spelling == Spelling::make_recipe || spelling == Spelling::dockerfile_run;
}

bool is_yaml_number(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (text == ".inf" || text == ".Inf" || text == ".INF") return true;
    const bool digits = std::any_of(text.begin(), text.end(), is_digit);
    if (!digits) return false;
    if (text.starts_with("0x") || text.starts_with("0o")) text.remove_prefix(2);
    // YAML 1.1 reads 12:30:45 as a number in base 60, and underscores inside numbers.
    static constexpr std::string_view others = "._:eE+-abcdfABCDF";
    const bool starts = is_digit(text.front()) || text.front() == '.';
    return starts && std::all_of(text.begin(), text.end(),
                                 [](char c) { return is_digit(c) || contains(others, c); });
}

}  // namespace

Spelled spell(std::string_view text, const Piece& like, const Beside& beside) {
    if (is_shell(like.spelling) && text.find('\0') != std::string_view::npos) {
        return Refusal{"a shell's text cannot hold a NUL byte"};
    }
    switch (like.spelling) {
        case Spelling::verbatim:
            return spell_verbatim(text, beside);
        case Spelling::shell_single_quotes:
            return spell_shell_single(text, like);
        case Spelling::shell_double_quotes:
            return with_backslashes(text, "\\\"$`");
        case Spelling::shell_unquoted:
            return spell_shell_unquoted(text);
        case Spelling::heredoc:
            return spell_heredoc(text, like, beside);
        case Spelling::json_string:
            return spell_json(text, beside);
        case Spelling::yaml_plain:
            return spell_yaml_plain(text, beside);
        case Spelling::yaml_single_quoted:
            return spell_yaml_single(text);
        case Spelling::yaml_double_quoted:
            return spell_yaml_double(text);
        case Spelling::yaml_block:
            return spell_yaml_block(text, like, beside);
        case Spelling::toml_string:
            return spell_toml_basic(text, like, beside);
        case Spelling::toml_literal:
            return spell_toml_literal(text, like, beside);
        case Spelling::python_string:
            return spell_python_string(text, like, beside);
        case Spelling::make_recipe:
        case Spelling::dockerfile_run:
            return spell_command_line(text, like, beside);
    }
    return Refusal{"the spelling of the place is not known"};
}

bool is_yaml_special(std::string_view plain) {
    constexpr std::array<std::string_view, 28> words{
        "",      "~",   "null", "Null", "NULL", "true", "True", "TRUE", "false", "False",
        "FALSE", "yes", "Yes",  "YES",  "no",   "No",   "NO",   "on",   "On",    "ON",
        "off",   "Off", "OFF",  "y",    "Y",    "n",    "N",    ".nan"};
    if (std::find(words.begin(), words.end(), plain) != words.end()) return true;
    return is_yaml_number(plain) || plain == ".NaN" || plain == ".NAN" || plain == "<<" ||
           plain == "=";
}

std::string yaml_quoted(std::string_view text) {
    const bool single =
        text.find('"') != std::string_view::npos || text.find('\\') != std::string_view::npos;
    if (single) {
        const Spelled spelled = spell_yaml_single(text);
        if (const auto* body = std::get_if<std::string>(&spelled)) return "'" + *body + "'";
    }
    return "\"" + spell_yaml_double(text) + "\"";
}

bool is_plain_shell_word(std::string_view word) {
    if (word.empty()) return false;
    return std::all_of(word.begin(), word.end(), [](char c) {
        return is_letter(c) || is_digit(c) || contains("_./:=,+@%-^", c) ||
               static_cast<unsigned char>(c) >= 0x80;
    });
}

std::string shell_word(std::string_view word) {
    if (is_plain_shell_word(word)) return std::string(word);
    return "'" + replaced(word, '\'', "'\\''") + "'";
}

}  // namespace trainlint::text
