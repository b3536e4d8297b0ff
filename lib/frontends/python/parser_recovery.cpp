// What happens to a statement that is not Python: where its logical line ends, and what follows.
#include "frontends/python/lexer_text.hpp"
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

namespace {

/// Walks the bytes of a damaged logical line to where reading can go on. More tolerant than the
/// lexer: brackets may be unbalanced and quotes unclosed.
class DamagedLine {
public:
    DamagedLine(const char* text, std::uint32_t size, std::uint32_t begin, std::uint32_t failure)
        : text_(text), size_(size), at_(begin), failure_(failure), column_(column_of(begin)) {}

    /// The start of the next logical line, or the end of the text.
    std::uint32_t end() {
        while (at_ < size_) {
            at_ = find_any(text_, at_, size_, '"', '\'', '#', '\\', '\n', '\r', '(', ')', '[', ']',
                           '{', '}');
            if (at_ >= size_) break;
            if (step()) return at_;
        }
        return size_;
    }

private:
    /// Passes one byte that matters. True: the line ends here.
    bool step() {
        switch (text_[at_]) {
            case '"':
            case '\'':
                literal();
                return false;
            case '#':
                at_ = end_of_line(text_, at_, size_);
                return false;
            case '\\':
                ++at_;
                return escaped();
            case '\n':
            case '\r':
                return line_end();
            case '(':
            case '[':
            case '{':
                ++depth_;
                break;
            default:
                depth_ -= depth_ != 0 ? 1 : 0;
        }
        ++at_;
        return false;
    }

    bool escaped() {
        if (at_ < size_ && byte::is(text_[at_], byte::line_end)) at_ = after_line_end(text_, at_);
        return false;
    }

    /// A triple quote that is closed by nothing, or inverted, opens no string.
    void literal() {
        const LiteralEnd literal = end_of_literal(text_, at_, size_);
        const bool triple = text_[at_ + 1] == text_[at_] && text_[at_ + 2] == text_[at_];
        const bool opens = literal.closed && !looks_inverted({text_, size_}, at_, literal.end);
        at_ = triple && !opens ? at_ + 3 : literal.end;
    }

    bool line_end() {
        const std::uint32_t line = at_;
        at_ = after_line_end(text_, at_);
        return depth_ == 0 || (line >= failure_ && ends_header(line)) || begins_statement();
    }

    /// Whether the line that ends at `line` ends in a colon.
    [[nodiscard]] bool ends_header(std::uint32_t line) const {
        while (line != 0 && byte::is(text_[line - 1], byte::blank)) --line;
        return line != 0 && text_[line - 1] == ':';
    }

    /// Inside brackets: whether the next line is a statement all the same. So it is if it begins
    /// with a keyword that says so, or stands no deeper than the damaged one and begins with a
    /// name.
    [[nodiscard]] bool begins_statement() const {
        if (statement_keyword_at(text_, at_) != TokenKind::name) return true;
        std::uint32_t first = at_;
        while (byte::is(text_[first], byte::blank)) ++first;
        const bool word = byte::is(text_[first], byte::name_start) || text_[first] == '@';
        return word && column_of(first) <= column_;
    }

    [[nodiscard]] std::uint32_t column_of(std::uint32_t at) const {
        std::uint32_t line = at;
        while (line != 0 && byte::is(text_[line - 1], byte::blank)) --line;
        std::uint32_t column = 0;
        for (; line < at; ++line) column = text_[line] == '\t' ? (column / 8 + 1) * 8 : column + 1;
        return column;
    }

    const char* text_;
    std::uint32_t size_, at_, failure_, column_;
    std::uint32_t depth_ = 0;
};

}  // namespace

/// Drops what was made since `start`, and reads on behind the damaged logical line.
Index Builder::recover(const Start& start, bool reported) {
    if (!reported) report(tree_, failure_.at, failure_.message);
    drop_from(start.nodes);
    const std::uint32_t end = end_of_damage(start.begin);
    failed_ = false;
    std::uint32_t last = end;
    while (last > start.begin && byte::is(lexer_.text()[last - 1], byte::blank | byte::line_end)) {
        --last;
    }
    last_end_ = last;
    lexer_.resume_at_line(end);
    Children children;
    add(children, body_of_damage());
    return close(Kind::error, start.begin, children);
}

std::uint32_t Builder::end_of_damage(std::uint32_t begin) {
    const std::uint32_t failure = failure_.at.begin;
    const std::uint32_t end = DamagedLine(lexer_.text(), lexer_.size(), begin, failure).end();
    if (end >= failure) return end;
    // What lies between is read twice. That must not happen too often in hostile text.
    wasted_ += failure - end;
    if (wasted_ <= 4ull * lexer_.size() + 65536) return end;
    const std::uint32_t line = end_of_line(lexer_.text(), failure, lexer_.size());
    return line < lexer_.size() ? after_line_end(lexer_.text(), line) : line;
}

/// An indented block behind a broken header is read as statements.
Index Builder::body_of_damage() {
    if (!at(TokenKind::indent)) return no_node;
    lexer_.next();
    const std::uint32_t begin = token().begin;
    Children body;
    statements(body);
    if (at(TokenKind::dedent)) lexer_.next();
    return close(Kind::block, begin, body);
}

}  // namespace trainlint::python
