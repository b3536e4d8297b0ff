#include "frontends/python/demand_lines.hpp"

#include <algorithm>
#include <array>

namespace trainlint::python {

namespace {

using std::string_view;

constexpr std::array<bool, 256> word_bytes = [] {
    std::array<bool, 256> table{};
    for (int c = 0; c < 256; ++c)
        table[static_cast<std::size_t>(c)] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                             (c >= '0' && c <= '9') || c == '_' || c >= 0x80;
    return table;
}();

bool is_word(char c) {
    return word_bytes[static_cast<unsigned char>(c)];
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\\';
}

// Methods that put their argument into the object.
constexpr std::array<string_view, 8> mutators = {"append", "extend",     "insert", "add",
                                                 "update", "setdefault", "put",    "register"};
constexpr std::array<string_view, 12> head_words = {"if",      "elif",  "else",  "for",
                                                    "while",   "with",  "try",   "except",
                                                    "finally", "async", "match", "case"};

template <std::size_t N>
bool is_one_of(string_view word, const std::array<string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::size_t longest_name_in_string = 64;

}  // namespace

/// Reads one logical line.
class LineReader {
public:
    using Token = LineBuffers::Token;

    LineReader(string_view text, const LogicalLine& line, NamedLines& out, NamedLine::Form& form,
               LineBuffers& buffers)
        : text_(text.substr(0, line.end)),
          at_(line.begin),
          start_(line.start),
          out_(out),
          form_(form),
          tokens_(buffers.tokens),
          brackets_(buffers.brackets) {
        tokens_.clear();
        brackets_.clear();
    }

    void read() {
        if (start_ == LineStart::import) return read_import();
        if (start_ == LineStart::function || start_ == LineStart::class_)
            form_ = NamedLine::Form::definition;
        while (at_ < text_.size()) step();
        if (last_ == ':' && form_ == NamedLine::Form::other) form_ = NamedLine::Form::head;
        if (tokens_.empty() && form_ == NamedLine::Form::other) form_ = NamedLine::Form::text;
        if (assign_ != none)
            bind_targets();
        else
            bind_others();
    }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    void step() {
        const char c = text_[at_];
        if (is_word(c)) return word();
        if (c == '"' || c == '\'') return string(false);
        if (c == '#') {
            const auto end = text_.find('\n', at_);
            at_ = static_cast<std::uint32_t>(std::min(end, text_.size()));
            return;
        }
        if (!is_blank(c)) punctuation(c);
        ++at_;
    }

    void punctuation(char c) {
        if (c == '(' || c == '[' || c == '{') {
            brackets_.push_back(last_ == 'a' || last_ == ']' || last_ == ')');
            index_depth_ += brackets_.back() ? 1 : 0;
        } else if ((c == ')' || c == ']' || c == '}') && !brackets_.empty()) {
            index_depth_ -= brackets_.back() ? 1 : 0;
            brackets_.pop_back();
        } else if (c == '=' && brackets_.empty() && is_assignment()) {
            assign_ = tokens_.size();
        } else if (c == ':' && brackets_.empty()) {
            if (first_colon_ == none) first_colon_ = tokens_.size();
            last_colon_ = tokens_.size();
        }
        last_ = c;
    }

    [[nodiscard]] bool is_assignment() const {
        if (at_ + 1 < text_.size() && text_[at_ + 1] == '=') return false;
        return last_ != '=' && last_ != '!' && !(last_ == '<' && before() == '<') &&
               !(last_ == '>' && before() == '>');
    }
    [[nodiscard]] char before() const { return at_ > 0 ? text_[at_ - 1] : '\0'; }

    void word() {
        const auto begin = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        const auto word = text_.substr(begin, at_ - begin);
        if (is_digit(word[0])) {
            last_ = '0';
            return;
        }
        if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'') && word.size() <= 2)
            return string(word.find_first_of("fFtT") != string_view::npos);
        name(word, begin);
    }

    void name(string_view word, std::uint32_t begin) {
        const bool member_name = last_ == '.';
        const auto depth = static_cast<std::uint32_t>(brackets_.size());
        const char previous = last_;
        const Token token{word, begin, depth, member_name, index_depth_ > 0, next_mark()};
        const bool defined = !tokens_.empty() &&
                             (tokens_.back().word == "def" || tokens_.back().word == "class") &&
                             form_ == NamedLine::Form::definition && !named_;
        if (tokens_.empty() && (word == "global" || word == "nonlocal"))
            form_ = NamedLine::Form::global;
        tokens_.push_back(token);
        last_ = 'a';
        if (defined) {
            named_ = true;
            return bind(token);
        }
        const bool parameter = depth == 1 && tokens_[0].word != "class" &&
                               form_ == NamedLine::Form::definition &&
                               (previous == '(' || previous == ',' || previous == '*');
        if (parameter) return bind(token);
        const bool keyword =
            depth > 0 && token.after == '=' && !member_name && form_ != NamedLine::Form::definition;
        if (keyword) return;
        const auto number = hash_of(word);
        out_.uses_.push_back(member_name ? member(number) : variable(number));
    }

    /// `=` stands for a single one.
    [[nodiscard]] char next_mark() const {
        auto at = at_;
        while (at < text_.size() && is_blank(text_[at])) ++at;
        if (at >= text_.size()) return '\0';
        if (text_[at] == '=' && at + 1 < text_.size() && text_[at + 1] == '=') return '~';
        if (text_[at] == ':' && at + 1 < text_.size() && text_[at + 1] == '=') return 'w';
        return text_[at];
    }

    void string(bool has_fields) {
        const char quote = text_[at_];
        const bool triple = text_.substr(at_, 3) == string_view(quote == '"' ? "\"\"\"" : "'''");
        at_ += triple ? 3 : 1;
        const auto begin = at_;
        auto end = begin;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            end = at_;
            if (c == '\\') {
                at_ += 2;
            } else if (c == quote &&
                       (!triple || text_.substr(at_, 3) == text_.substr(begin - 3, 3))) {
                at_ += triple ? 3 : 1;
                break;
            } else if (c == '\n' && !triple) {
                break;
            } else {
                ++at_;
            }
            end = at_;
        }
        at_ = std::min(at_, static_cast<std::uint32_t>(text_.size()));
        last_ = '"';
        names_in_string(text_.substr(begin, std::min<std::size_t>(end, text_.size()) - begin),
                        has_fields);
    }

    /// `getattr(x, "fit")`, `["torchrun", ...]`: a string may name what it means.
    void names_in_string(string_view contents, bool has_fields) {
        const bool names =
            contents.size() <= longest_name_in_string && contents.find(' ') == string_view::npos;
        if (!names && !has_fields) return;
        for (std::size_t at = 0; at < contents.size();) {
            if (!is_word(contents[at])) {
                ++at;
                continue;
            }
            const auto begin = at;
            while (at < contents.size() && is_word(contents[at])) ++at;
            const auto number = hash_of(contents.substr(begin, at - begin));
            out_.uses_.push_back(variable(number));
            out_.uses_.push_back(member(number));
        }
    }

    void bind(const Token& token) {
        const auto number = hash_of(token.word);
        const auto end = token.begin + static_cast<std::uint32_t>(token.word.size());
        out_.binds_.push_back(
            {token.is_member ? member(number) : variable(number), {token.begin, end}});
    }

    /// The names before `=`: of each target its last member, or the variable itself.
    void bind_targets() {
        const bool head = !tokens_.empty() && is_one_of(tokens_[0].word, head_words);
        auto begin = std::size_t{0}, end = assign_;
        if (head && last_colon_ != none)
            begin = std::min(last_colon_, end);
        else if (first_colon_ != none && first_colon_ < end && !head)
            end = first_colon_;
        for (auto i = begin; i < end; ++i) {
            const auto& token = tokens_[i];
            if (token.after == '.' || token.is_index) continue;
            bind(token);
        }
    }

    void bind_others() {
        if (tokens_.empty()) return;
        auto first = std::size_t{0};
        if (tokens_[0].word == "async" && tokens_.size() > 1) first = 1;
        const auto word = tokens_[first].word;
        for (auto i = first; i < tokens_.size(); ++i) {
            const auto& token = tokens_[i];
            if (word == "for" && i > first) {
                if (token.word == "in" && token.depth == 0) return;
                if (token.after != '.') bind(token);
            }
            const bool named_after = i > first && tokens_[i - 1].word == "as";
            if (word == "with" && named_after) bind(token);
            if (token.after == 'w') bind(token);
        }
        if (form_ == NamedLine::Form::global)
            for (auto i = first + 1; i < tokens_.size(); ++i) bind(tokens_[i]);
        bind_receiver();
    }

    /// `x.items.append(v)`: items; `x.append(v)`: x.
    void bind_receiver() {
        for (std::size_t i = 1; i < tokens_.size() && tokens_[i].depth == 0; ++i) {
            if (!tokens_[i].is_member) return;
            if (tokens_[i].after == '(' && is_one_of(tokens_[i].word, mutators))
                return bind(tokens_[i - 1]);
        }
    }

    void read_import() {
        form_ = NamedLine::Form::import;
        const bool from = text_.substr(at_).starts_with("from");
        read_import_words();
        std::size_t i = 1;
        if (from) {
            while (i < tokens_.size() && tokens_[i].word != "import") ++i;
            ++i;
            if (i >= tokens_.size()) form_ = NamedLine::Form::star_import;
        }
        for (; i < tokens_.size(); ++i) {
            const auto name_at =
                text::Span{tokens_[i].begin,
                           tokens_[i].begin + static_cast<std::uint32_t>(tokens_[i].word.size())};
            while (i + 1 < tokens_.size() && tokens_[i + 1].is_member) ++i;
            const bool renamed = i + 2 < tokens_.size() && tokens_[i + 1].word == "as";
            if (renamed) i += 2;
            // `import a.b` is used as `a.b`: its last part tells more than its first.
            const auto number = hash_of(tokens_[i].word);
            const auto end = tokens_[i].begin + static_cast<std::uint32_t>(tokens_[i].word.size());
            const bool dotted = tokens_[i].is_member && !renamed;
            out_.binds_.push_back(
                {dotted ? member(number) : variable(number), {name_at.begin, end}});
        }
    }

    void read_import_words() {
        char last = '\0';
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#') {
                at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
            } else if (is_word(c)) {
                const auto begin = at_;
                while (at_ < text_.size() && is_word(text_[at_])) ++at_;
                const bool import_word = text_.substr(begin, at_ - begin) == "import";
                tokens_.push_back({text_.substr(begin, at_ - begin), begin, 0,
                                   last == '.' && !import_word, false, '\0'});
                last = 'a';
            } else {
                if (c == ';') return;
                if (!is_blank(c)) last = c;
                ++at_;
            }
        }
    }

    string_view text_;
    std::uint32_t at_;
    LineStart start_;
    NamedLines& out_;
    NamedLine::Form& form_;
    std::vector<Token>& tokens_;
    std::vector<bool>& brackets_;
    std::uint32_t index_depth_ = 0;
    char last_ = '\0';  // the last character that is not blank
    bool named_ = false;
    std::size_t assign_ = none, first_colon_ = none, last_colon_ = none;  // into tokens_
};

bool NamedLine::does_use(NameId id) const {
    return std::find(uses.begin(), uses.end(), id) != uses.end();
}

void NamedLines::open(string_view text, const Outline& outline) {
    text_ = text;
    outline_ = &outline;
    uses_.clear();
    binds_.clear();
    read_.assign(outline.lines.size(), {});
    definitions_.clear();
    std::vector<std::uint32_t> open;  // lines of definitions
    for (std::uint32_t i = 0; i < outline.lines.size(); ++i) {
        const auto& line = outline.lines[i];
        while (!open.empty() && outline.lines[open.back()].indent >= line.indent) open.pop_back();
        definitions_.push_back(open.empty() ? no_line : open.back());
        if (line.start == LineStart::function || line.start == LineStart::class_) open.push_back(i);
    }
}

std::uint32_t NamedLines::at(std::uint32_t offset) const {
    const auto& lines = outline_->lines;
    const auto after = std::upper_bound(
        lines.begin(), lines.end(), offset,
        [](std::uint32_t place, const LogicalLine& line) { return place < line.begin; });
    if (after == lines.begin() || (after - 1)->end <= offset) return no_line;
    return static_cast<std::uint32_t>(after - lines.begin()) - 1;
}

NamedLine NamedLines::names(std::uint32_t index) {
    auto& read = read_[index];
    if (!read.done) {
        read.done = true;
        read.uses = static_cast<std::uint32_t>(uses_.size());
        read.binds = static_cast<std::uint32_t>(binds_.size());
        LineReader(text_, line(index), *this, read.form, buffers_).read();
        read.uses_end = static_cast<std::uint32_t>(uses_.size());
        read.binds_end = static_cast<std::uint32_t>(binds_.size());
    }
    return {read.form, std::span(uses_).subspan(read.uses, read.uses_end - read.uses),
            std::span(binds_).subspan(read.binds, read.binds_end - read.binds)};
}

}  // namespace trainlint::python
