#include "frontends/notebook/magics.hpp"

#include <algorithm>
#include <array>

namespace trainlint::notebook {

namespace {

using std::string_view;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

bool is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
}

template <std::size_t N>
bool is_one_of(string_view word, const std::array<string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// Cell magics that run the rest of the cell as Python of this notebook.
constexpr std::array<string_view, 13> python_magics = {
    "time",  "timeit",   "capture", "prun", "memit", "mprun", "lprun",
    "debug", "snakeviz", "scalene", "px",   "wandb", "heat"};
constexpr std::array<string_view, 6> shell_magics = {"bash", "sh", "shell", "system", "sx", "!"};
constexpr std::array<string_view, 4> shells = {"bash", "sh", "zsh", "dash"};
// Where `%name` alone decides the language of a cell.
constexpr std::array<string_view, 5> other_languages = {"md", "sql", "scala", "r", "fs"};

std::uint32_t size_of(string_view text) {
    return static_cast<std::uint32_t>(text.size());
}

std::uint32_t skip_blanks(string_view text, std::uint32_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
}

std::uint32_t word_end(string_view text, std::uint32_t at) {
    while (at < text.size() && is_word(text[at])) ++at;
    return at;
}

std::uint32_t argument_end(string_view text, std::uint32_t at) {
    while (at < text.size() && !is_blank(text[at]) && text[at] != '\n') ++at;
    return at;
}

std::uint32_t line_end(string_view text, std::uint32_t at) {
    const auto end = text.find('\n', at);
    return end == string_view::npos ? size_of(text) : static_cast<std::uint32_t>(end);
}

/// The end of a line with those that a backslash joins to it.
std::uint32_t continued_line_end(string_view text, std::uint32_t at) {
    for (;;) {
        const auto end = line_end(text, at);
        auto last = end;
        while (last > at && text[last - 1] == '\r') --last;
        if (end == text.size() || last == at || text[last - 1] != '\\') return end;
        at = end + 1;
    }
}

text::Span trimmed(string_view text, std::uint32_t begin, std::uint32_t end) {
    begin = std::min(skip_blanks(text, begin), end);
    while (end > begin && is_blank(text[end - 1])) --end;
    return {begin, end};
}

/// Walks the Python of a cell line by logical line and notes what is not Python.
class PythonCell {
public:
    PythonCell(string_view text, std::uint32_t begin, CellReading& out)
        : text_(text), at_(begin), out_(out) {}

    void read() {
        while (at_ < text_.size()) {
            line_begin_ = at_ = skip_blanks(text_, at_);
            if (at_ == text_.size()) break;
            if (!foreign_line()) python_line();
        }
    }

private:
    [[nodiscard]] char peek(std::uint32_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    bool foreign_line() {
        const char c = peek();
        if (c == '!')
            add_shell(false);
        else if (c == '%')
            add_magic(false);
        else if (c == '?')
            add_help();
        else
            return false;
        ++at_;  // the newline
        return true;
    }

    void add_shell(bool is_value) {
        const auto begin = at_;
        at_ = continued_line_end(text_, at_);
        const auto body = begin + (begin + 1 < at_ && text_[begin + 1] == '!' ? 2u : 1u);
        const auto span = trimmed(text_, begin, at_);
        out_.foreign.push_back(
            {Foreign::Kind::shell, span, trimmed(text_, body, span.end), {}, is_value});
    }

    void add_magic(bool is_value) {
        const auto begin = at_;
        at_ = continued_line_end(text_, at_);
        auto name = begin;
        while (name < at_ && text_[name] == '%') ++name;
        const auto name_end = std::min(word_end(text_, name), at_);
        const auto span = trimmed(text_, begin, at_);
        Foreign found{.kind = Foreign::Kind::magic, .span = span, .is_value = is_value};
        found.name = text_.substr(name, name_end - name);
        found.body = trimmed(text_, std::min(name_end, span.end), span.end);
        if (found.name == "sx" || found.name == "system") found.kind = Foreign::Kind::shell;
        if (found.name == "time" && found.body.size() > 0 && !is_value) {
            found.kind = Foreign::Kind::statement;
            at_ = found.body.begin;  // it may go on over several lines, as Python does
            out_.foreign.push_back(found);
            python_rest();
            return;
        }
        out_.foreign.push_back(found);
    }

    void add_help() {
        const auto end = line_end(text_, at_);
        out_.foreign.push_back({.kind = Foreign::Kind::help, .span = trimmed(text_, at_, end)});
        at_ = end;
    }

    void python_line() {
        python_rest();
        ++at_;  // the newline
    }

    /// Goes to the end of the logical line.
    void python_rest() {
        depth_ = 0;
        char last = '\0';
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '\n' && depth_ == 0) break;
            if (c == '#') {
                at_ = line_end(text_, at_);
                continue;
            }
            if (c == '=' && depth_ == 0 && value_follows(last)) break;
            if (!is_blank(c)) last = c;
            step(c);
        }
        if (last == '?' && depth_ == 0) note_question();
        if (depth_ > 0) out_.complete = false;
    }

    void step(char c) {
        if (c == '\'' || c == '"') return pass_string(c);
        if (c == '\\') {
            at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
            at_ = std::min(at_, size_of(text_));
            return;
        }
        if (c == '(' || c == '[' || c == '{') ++depth_;
        if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
        ++at_;
    }

    void pass_string(char quote) {
        const bool triple = peek(1) == quote && peek(2) == quote;
        at_ += triple ? 3 : 1;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '\\') {
                at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
            } else if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
                at_ += triple ? 3 : 1;
                return;
            } else if (c == '\n' && !triple) {
                return;
            } else {
                ++at_;
            }
        }
        at_ = size_of(text_);
        if (triple) out_.complete = false;
    }

    /// At a `=` behind `last`: `= !cmd` or `= %magic` follows and was noted.
    bool value_follows(char last) {
        if (last == '\0' || string_view("=!<>:").find(last) != string_view::npos) return false;
        const auto at = skip_blanks(text_, at_ + 1);
        if (at >= text_.size() || (text_[at] != '!' && text_[at] != '%')) return false;
        if (at + 1 >= text_.size() || text_[at + 1] == '=') return false;
        at_ = at;
        if (text_[at] == '!')
            add_shell(true);
        else
            add_magic(true);
        return true;
    }

    void note_question() {
        const auto span = trimmed(text_, line_begin_, at_);
        if (text_[span.end - 1] != '?') return;  // a comment follows
        while (!out_.foreign.empty() && out_.foreign.back().span.begin >= span.begin)
            out_.foreign.pop_back();
        out_.foreign.push_back({.kind = Foreign::Kind::help, .span = span});
    }

    string_view text_;
    std::uint32_t at_;
    std::uint32_t line_begin_ = 0;
    std::uint32_t depth_ = 0;
    CellReading& out_;
};

/// The first line that is neither empty nor a comment.
std::uint32_t first_line(string_view text) {
    std::uint32_t at = 0;
    for (;;) {
        const auto begin = skip_blanks(text, at);
        if (begin >= text.size()) return size_of(text);
        if (text[begin] != '\n' && text[begin] != '#') return begin;
        at = std::min(line_end(text, begin) + 1, size_of(text));
    }
}

/// The first argument on the line of a magic that is no option.
string_view first_argument(string_view text, std::uint32_t at, std::uint32_t end) {
    while (at < end) {
        at = std::min(skip_blanks(text, at), end);
        const auto word_begin = at;
        at = std::min(argument_end(text, at), end);
        const auto word = text.substr(word_begin, at - word_begin);
        if (!word.empty() && word[0] != '-') return word;
    }
    return {};
}

string_view base_name(string_view path) {
    const auto slash = path.rfind('/');
    return slash == string_view::npos ? path : path.substr(slash + 1);
}

CellReading::Kind kind_of_program(string_view program) {
    const auto name = base_name(program);
    if (is_one_of(name, shells)) return CellReading::Kind::shell;
    if (name.starts_with("python")) return CellReading::Kind::program;
    return CellReading::Kind::skipped;
}

CellReading::Kind kind_of_magic(string_view name, string_view argument) {
    using Kind = CellReading::Kind;
    if (is_one_of(name, python_magics)) return Kind::python;
    if (is_one_of(name, shell_magics)) return Kind::shell;
    if (name == "python" || name == "python3" || name == "pypy") return Kind::program;
    if (name == "script") return kind_of_program(argument);
    if (name == "writefile" || name == "file") return argument.empty() ? Kind::skipped : Kind::file;
    return Kind::skipped;
}

/// A cell that begins with `%%name`.
void read_cell_magic(string_view text, std::uint32_t at, CellReading& out) {
    const auto end = line_end(text, at);
    const auto name_end = at + 2 < end && text[at + 2] == '!' ? at + 3 : word_end(text, at + 2);
    const auto name = text.substr(at + 2, name_end - at - 2);
    const auto argument = first_argument(text, name_end, end);
    out.kind = kind_of_magic(name, argument);
    out.body = {std::min(end + 1, size_of(text)), size_of(text)};
    if (out.kind == CellReading::Kind::file) out.name = argument;
    if (out.kind != CellReading::Kind::python) return;
    out.foreign.push_back({.kind = Foreign::Kind::magic, .span = trimmed(text, at, end)});
    PythonCell(text, out.body.begin, out).read();
}

/// `%sh`, `%sql`: as some hosted notebooks choose the language of a whole cell. True: it was one.
bool read_language_line(string_view text, std::uint32_t at, CellReading& out) {
    const auto name_end = word_end(text, at + 1);
    const auto name = text.substr(at + 1, name_end - at - 1);
    if (name_end < text.size() && !is_blank(text[name_end]) && text[name_end] != '\n') return false;
    if (name == "sh")
        out.kind = CellReading::Kind::shell;
    else if (is_one_of(name, other_languages))
        out.kind = CellReading::Kind::skipped;
    else
        return false;
    out.body = {name_end, size_of(text)};
    return true;
}

}  // namespace

CellReading read_cell(string_view text) {
    CellReading out;
    const auto at = first_line(text);
    out.body = {0, size_of(text)};
    const auto start = text.substr(at, 2);
    if (start == "%%")
        read_cell_magic(text, at, out);
    else if (!start.starts_with('%') || !read_language_line(text, at, out))
        PythonCell(text, 0, out).read();
    return out;
}

}  // namespace trainlint::notebook
