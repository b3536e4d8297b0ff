#include "strings.hpp"

#include <array>

namespace trainlint::text::strings {
namespace {

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string utf8(std::uint32_t code) {
    if (code < 0x80) return std::string(1, static_cast<char>(code));
    if (code < 0x800) {
        return {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 63))};
    }
    return {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)),
            static_cast<char>(0x80 | (code & 63))};
}

std::optional<std::uint32_t> hex(std::string_view digits, std::size_t count) {
    if (digits.size() < count) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = std::string_view("0123456789abcdef").find(digits[i]);
        if (at == std::string_view::npos) return std::nullopt;
        value = value * 16 + static_cast<std::uint32_t>(at);
    }
    return value;
}

/// Reads one string piece by piece.
class Reader {
public:
    Reader(Derivation& out, std::string_view parent, Span span, const Piece& like)
        : out_(out), parent_(parent), at_(span.begin), end_(span.end), like_(like) {}

    bool read() {
        switch (like_.spelling) {
            case Spelling::verbatim:
                return each(&Reader::plain);
            case Spelling::dockerfile_run:
                return each(&Reader::continuation);
            case Spelling::shell_single_quotes:
                return each(like_.quote == '$' ? &Reader::c_escape : &Reader::single_quote);
            case Spelling::shell_double_quotes:
                return each(&Reader::double_quotes);
            case Spelling::shell_unquoted:
                return each(&Reader::unquoted);
            case Spelling::heredoc:
                return heredoc();
            case Spelling::json_string:
            case Spelling::yaml_double_quoted:
                return each(&Reader::c_escape);
            case Spelling::toml_string:
                return each(&Reader::quoted_c);
            case Spelling::python_string:
                return each(&Reader::python);
            case Spelling::yaml_plain:
                return yaml_plain();
            case Spelling::yaml_single_quoted:
                return each(&Reader::doubled_quote);
            case Spelling::yaml_block:
                return yaml_block();
            case Spelling::toml_literal:
                return each(&Reader::literal);
            case Spelling::make_recipe:
                return each(&Reader::recipe);
        }
        return false;
    }

private:
    std::string_view rest() const { return parent_.substr(at_, end_ - at_); }

    bool each(bool (Reader::*step)()) {
        while (at_ < end_) {
            if (!(this->*step)()) return false;
        }
        return true;
    }
    bool plain() {
        out_.copy({at_, at_ + 1}, like_);
        ++at_;
        return true;
    }
    bool atom(std::uint32_t size, std::string_view decoded) {
        out_.copy({at_, at_ + size}, like_, decoded);
        at_ += size;
        return true;
    }
    bool skip(std::uint32_t size) {
        at_ += size;
        return true;
    }

    bool continuation() {
        if (rest().starts_with("\\\n")) return skip(2);
        return rest().starts_with('\n') ? false : plain();
    }
    bool single_quote() {
        if (rest().starts_with("'\\''")) return atom(4, "'");
        return rest().starts_with('\'') ? false : plain();
    }
    bool variable() {
        std::uint32_t size = 1;
        while (size < rest().size() && is_name(rest()[size])) ++size;
        if (size == 1) return plain();
        out_.hole({at_, at_ + size}, no_symbol);
        at_ += size;
        return true;
    }
    bool double_quotes() {
        if (rest().starts_with("\\\n")) return skip(2);
        if (rest().size() > 1 && rest()[0] == '\\' &&
            std::string_view("\\\"$`").find(rest()[1]) != std::string_view::npos) {
            return atom(2, rest().substr(1, 1));
        }
        if (rest()[0] == '$') return variable();
        return rest()[0] == '"' || rest()[0] == '`' ? false : plain();
    }
    bool unquoted() {
        if (rest().starts_with("'\n'")) return atom(3, "\n");
        if (rest().starts_with("\\\n")) return skip(2);
        if (rest()[0] == '\\' && rest().size() > 1) return atom(2, rest().substr(1, 1));
        if (std::string_view("\\ \t\n'\"`;&|<>()*?[]{}~#!$").find(rest()[0]) !=
            std::string_view::npos) {
            return false;
        }
        return plain();
    }
    bool heredoc() {
        bool line_start = true;
        while (at_ < end_) {
            while (line_start && like_.indent > 0 && rest().starts_with('\t')) ++at_;
            if (at_ >= end_) return false;
            if (line_start && rest().starts_with("EOF\n")) return false;
            line_start = rest()[0] == '\n';
            if (!(like_.raw ? plain() : heredoc_character())) return false;
        }
        return line_start;
    }
    bool heredoc_character() {
        if (rest().size() > 1 && rest()[0] == '\\' &&
            std::string_view("\\$`").find(rest()[1]) != std::string_view::npos) {
            return atom(2, rest().substr(1, 1));
        }
        if (rest()[0] == '$') return variable();
        return rest()[0] == '`' || rest().starts_with("\\\n") ? false : plain();
    }
    bool quoted_c() {
        if (rest()[0] == like_.quote && !like_.triple) return false;
        if (rest().starts_with(std::string(3, like_.quote))) return false;
        if (rest()[0] == '\n' && like_.triple) return plain();
        return c_escape();
    }
    bool c_escape() {
        if (rest()[0] == '\n' && like_.spelling != Spelling::toml_string) return ansi_only();
        const bool ends = rest()[0] == like_.quote && like_.quote != '$';
        if (ends && like_.spelling != Spelling::toml_string && !like_.triple) return false;
        if (rest()[0] == '\'' && like_.quote == '$') return false;
        if (rest()[0] != '\\') return plain();
        if (rest().size() < 2) return false;
        const char c = rest()[1];
        if (const auto at = std::string_view("nrtbf\\\"'").find(c); at != std::string_view::npos) {
            return atom(2, std::string_view("\n\r\t\b\f\\\"'").substr(at, 1));
        }
        const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 0;
        const auto value = hex(rest().substr(2), digits);
        if (digits == 0 || !value) return false;
        return atom(static_cast<std::uint32_t>(digits + 2), utf8(*value));
    }
    bool ansi_only() { return like_.quote == '$' ? plain() : false; }
    bool python() {
        if (like_.formatted && (rest()[0] == '{' || rest()[0] == '}')) {
            if (rest().size() < 2 || rest()[1] != rest()[0]) return false;
            return atom(2, rest().substr(0, 1));
        }
        if (like_.raw) {
            if (rest()[0] == '\\') {
                if (rest().size() < 2) return false;
                plain();
                return like_.formatted && (rest()[0] == '{' || rest()[0] == '}') ? true : plain();
            }
            if (rest()[0] == '\n' && !like_.triple) return false;
            if (rest().starts_with(std::string(like_.triple ? 3 : 1, like_.quote))) return false;
            return plain();
        }
        if (rest().starts_with("\\\n")) return skip(2);
        if (rest().starts_with("\\d")) {  // not an escape: both characters stand for themselves
            plain();
            return plain();
        }
        if (rest().starts_with("\\0")) return octal();
        return quoted_c();
    }
    bool octal() {
        std::uint32_t size = 2;
        char value = 0;
        while (size < 4 && size < rest().size() && rest()[size] >= '0' && rest()[size] <= '7') {
            value = static_cast<char>(value * 8 + (rest()[size] - '0'));
            ++size;
        }
        return atom(size, std::string(1, value));
    }
    bool yaml_plain() {
        std::string_view text = rest();
        if (text.starts_with('"') || text.starts_with('\'')) return yaml_requoted();
        if (text.empty() || text.back() == ' ' || text.back() == ':' || text.front() == ' ') {
            return false;
        }
        if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos)
            return false;
        if (text.find_first_of("\n,[]{}") != std::string_view::npos) return false;
        if (std::string_view("#&*!|>%@`").find(text.front()) != std::string_view::npos)
            return false;
        return each(&Reader::plain);
    }
    bool yaml_requoted() {
        const char quote = rest().front();
        if (rest().size() < 2 || rest().back() != quote) return false;
        ++at_;
        --end_;
        like_.quote = quote;
        like_.spelling = quote == '"' ? Spelling::yaml_double_quoted : Spelling::yaml_single_quoted;
        return read();
    }
    bool doubled_quote() {
        if (rest().starts_with("''")) return atom(2, "'");
        return rest()[0] == '\'' || rest()[0] == '\n' ? false : plain();
    }
    bool yaml_block() {
        if (rest().empty()) return true;
        while (at_ < end_) {
            std::uint32_t indent = 0;
            while (indent < like_.indent && rest().starts_with(' ')) ++at_, ++indent;
            if (at_ >= end_) return false;
            if (indent < like_.indent && rest()[0] != '\n') return false;
            const auto line = rest().find('\n');
            if (line == std::string_view::npos) return false;
            const auto size = static_cast<std::uint32_t>(line + 1);
            out_.copy({at_, at_ + size}, like_);
            at_ += size;
        }
        return true;
    }
    bool toml(bool (Reader::*step)()) {
        if (like_.triple && rest().starts_with('\n')) ++at_;
        return each(step);
    }
    bool literal() {
        if (rest().starts_with(std::string(like_.triple ? 3 : 1, '\''))) return false;
        if (rest()[0] == '\n' && !like_.triple) return false;
        return plain();
    }
    bool recipe() {
        if (rest().starts_with("$$")) return atom(2, "$");
        if (rest()[0] == '$') return variable();
        if (rest().starts_with("\\\n\t")) {
            plain();
            plain();
            return skip(1);
        }
        return rest()[0] == '\n' ? false : plain();
    }

    Derivation& out_;
    std::string_view parent_;
    std::uint32_t at_;
    std::uint32_t end_;
    Piece like_;
};

Language language_of(Spelling spelling) {
    switch (spelling) {
        case Spelling::json_string:
            return Language::json;
        case Spelling::python_string:
            return Language::python;
        case Spelling::make_recipe:
            return Language::make;
        case Spelling::dockerfile_run:
            return Language::dockerfile;
        case Spelling::toml_string:
        case Spelling::toml_literal:
            return Language::toml;
        case Spelling::yaml_plain:
        case Spelling::yaml_single_quoted:
        case Spelling::yaml_double_quoted:
        case Spelling::yaml_block:
            return Language::yaml;
        default:
            return Language::shell;
    }
}

/// The quotes that open and close, from the end of what stands before.
void surround(Layer& layer, const Choose& choose) {
    Piece& like = layer.like;
    switch (like.spelling) {
        case Spelling::verbatim:
            layer = {like, "x\n", "\ny"};
            break;
        case Spelling::shell_single_quotes:
            like.quote = choose(3) == 0 ? '$' : '\'';
            layer = {like, like.quote == '$' ? "bash -c $'" : "bash -c '", "' b"};
            break;
        case Spelling::shell_double_quotes:
            like.quote = '"';
            layer = {like, "bash -c \"", "\" b"};
            break;
        case Spelling::shell_unquoted:
            layer = {like, "echo ", " b"};
            break;
        case Spelling::heredoc:
            like.raw = choose(2) == 0;
            like.indent = choose(2) == 0 ? 0 : 1;
            layer = {like, like.indent > 0 ? "bash <<-EOF\n" : "bash <<EOF\n", "EOF\nls\n"};
            break;
        case Spelling::json_string:
            like.quote = '"';
            layer = {like, "{\"a\": \"", "\"}"};
            break;
        case Spelling::yaml_plain:
            layer = {like, "a: ", "\nb: c\n"};
            break;
        case Spelling::yaml_single_quoted:
            like.quote = '\'';
            layer = {like, "a: '", "'\n"};
            break;
        case Spelling::yaml_double_quoted:
            like.quote = '"';
            layer = {like, "- \"", "\"\n"};
            break;
        case Spelling::yaml_block:
            like.indent = static_cast<std::uint16_t>(1 + choose(4));
            layer = {like, "a: |\n", "b: c\n"};
            break;
        case Spelling::toml_string:
        case Spelling::toml_literal: {
            like.triple = choose(2) == 0;
            like.quote = like.spelling == Spelling::toml_string ? '"' : '\'';
            const std::string quotes(like.triple ? 3 : 1, like.quote);
            layer = {like, "a = " + quotes, quotes + "\n"};
            break;
        }
        case Spelling::python_string: {
            like.raw = choose(3) == 0;
            like.triple = choose(2) == 0;
            like.formatted = choose(3) == 0;
            like.quote = choose(2) == 0 ? '"' : '\'';
            std::string before = like.raw ? "x = r" : "x = ";
            if (like.formatted) before += 'f';
            const std::string quotes(like.triple ? 3 : 1, like.quote);
            layer = {like, before + quotes, quotes + "\n"};
            break;
        }
        case Spelling::make_recipe:
            layer = {like, "all:\n\t", "\n"};
            break;
        case Spelling::dockerfile_run:
            layer = {like, "RUN ", "\nCMD x\n"};
            break;
    }
}

constexpr std::array<Spelling, 15> all_spellings{Spelling::verbatim,
                                                 Spelling::shell_single_quotes,
                                                 Spelling::shell_double_quotes,
                                                 Spelling::heredoc,
                                                 Spelling::json_string,
                                                 Spelling::yaml_plain,
                                                 Spelling::yaml_single_quoted,
                                                 Spelling::yaml_double_quoted,
                                                 Spelling::yaml_block,
                                                 Spelling::toml_string,
                                                 Spelling::toml_literal,
                                                 Spelling::python_string,
                                                 Spelling::make_recipe,
                                                 Spelling::dockerfile_run,
                                                 Spelling::shell_unquoted};

std::string indented(std::string_view text, const std::string& indent) {
    std::string out;
    bool line_start = true;
    for (const char c : text) {
        if (line_start && c != '\n') out += indent;
        out += c;
        line_start = c == '\n';
    }
    return out;
}

/// A character in one of the ways in which the layer may write it.
std::string written_character(char c, const Layer& layer, const Choose& choose) {
    const Piece& like = layer.like;
    const std::string self(1, c);
    const auto escaped_if = [&](std::string_view set) {
        return set.find(c) != std::string_view::npos ? "\\" + self : self;
    };
    switch (like.spelling) {
        case Spelling::shell_single_quotes:
            if (like.quote == '$') {
                return c == '\n' && choose(2) == 0 ? "\\n" : escaped_if("\\'");
            }
            return c == '\'' ? "'\\''" : self;
        case Spelling::shell_double_quotes:
            return escaped_if("\\\"$`");
        case Spelling::shell_unquoted:
            if (c == '\n') return "'\n'";
            return escaped_if("\\ \t'\"`;&|<>()*?[]{}~#!$");
        case Spelling::heredoc:
            return like.raw ? self : escaped_if("\\$`");
        case Spelling::yaml_single_quoted:
            return c == '\'' ? "''" : self;
        case Spelling::make_recipe:
            return c == '$' ? "$$" : self;
        case Spelling::json_string:
        case Spelling::yaml_double_quoted:
        case Spelling::toml_string:
        case Spelling::python_string:
            break;
        default:
            return self;
    }
    if (like.formatted && (c == '{' || c == '}')) return self + self;
    if (like.raw) return self;
    if (c == '\n') return like.triple && choose(2) == 0 ? "\n" : "\\n";
    if (c == '\t') return "\\t";
    if (c == '\0' && like.spelling == Spelling::python_string) return "\\x00";
    if (c == 'k' && choose(2) == 0) return "\\u006b";
    return c == '\\' || c == '"' || c == like.quote ? "\\" + self : self;
}

}  // namespace

Layer choose_layer(const Choose& choose) {
    Layer layer;
    layer.like.spelling = all_spellings[choose(all_spellings.size())];
    surround(layer, choose);
    return layer;
}

std::string choose_text(const Choose& choose, const Layer& layer) {
    constexpr std::array<std::string_view, 32> bits{
        "torchrun", " ",  "--a=1", "$",  "'",  "\"", "\\",       "\n", "`",    "k",    "EOF",
        "{",        "}",  "#",     ": ", " #", "\t", "\xC3\xA9", "''", "-",    "\"\"", "d",
        "7",        "  ", "[",     ",",  ":",  "x",  "$A",       "%",  "true", "12"};
    std::string text;
    for (std::uint32_t count = choose(12); count > 0; --count) text += bits[choose(bits.size())];
    const bool lines =
        layer.like.spelling == Spelling::heredoc || layer.like.spelling == Spelling::yaml_block;
    return lines ? text + "\n" : text;
}

std::optional<std::string> write(std::string_view text, const Layer& layer, const Choose& choose) {
    std::string out;
    for (const char c : text) {
        out += written_character(c, layer, choose);
        const bool continues = layer.like.spelling == Spelling::shell_double_quotes ||
                               layer.like.spelling == Spelling::dockerfile_run ||
                               (layer.like.spelling == Spelling::python_string && !layer.like.raw);
        if (continues && choose(16) == 0) out += "\\\n";
    }
    const bool toml = layer.like.spelling == Spelling::toml_string ||
                      layer.like.spelling == Spelling::toml_literal;
    if (toml && layer.like.triple && choose(2) == 0) out.insert(out.begin(), '\n');
    if (layer.like.spelling == Spelling::yaml_block) {
        out = indented(out, std::string(layer.like.indent, ' '));
    }
    if (layer.like.spelling == Spelling::heredoc && layer.like.indent > 0) {
        out = indented(out, "\t");
    }
    // Whether the layer can hold the text is seen when it is read back.
    const auto parent = Fragment::of_document({}, language_of(layer.like.spelling),
                                              layer.before + out + layer.after);
    const auto back = read(parent, layer);
    if (!back || back->text() != text) return std::nullopt;
    return layer.before + out + layer.after;
}

std::shared_ptr<const Fragment> read(const std::shared_ptr<const Fragment>& parent,
                                     const Layer& layer) {
    const std::string_view text = parent->text();
    if (text.size() < layer.before.size() + layer.after.size()) return nullptr;
    if (!text.starts_with(layer.before) || !text.ends_with(layer.after)) return nullptr;
    const Span span{static_cast<std::uint32_t>(layer.before.size()),
                    static_cast<std::uint32_t>(text.size() - layer.after.size())};
    Derivation out(Language::shell, parent);
    if (span.size() == 0) out.copy(span, layer.like);
    if (!Reader(out, text, span, layer.like).read()) return nullptr;
    return out.finish();
}

}  // namespace trainlint::text::strings
