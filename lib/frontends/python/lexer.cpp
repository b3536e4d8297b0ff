#include "frontends/python/lexer.hpp"

#include <algorithm>

#include "frontends/python/lexer_text.hpp"

namespace trainlint::python {

void report(Tree& tree, text::Span at, std::string_view message) {
    ++tree.error_count;
    if (tree.errors.size() < Tree::most_errors) tree.errors.push_back({at, message});
}

Lexer::Lexer(const char* text, std::uint32_t size, bool range, Tree& errors)
    : text_(text), size_(size), range_(range), errors_(errors) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (std::string_view(text, size).starts_with(mark)) position_ = 3;
    if (range_) {
        Level first;
        const std::uint32_t start = position_;
        skip_to_statement(first);
        levels_[0] = first;
        position_ = start;
    }
    next();
}

void Lexer::resume_at_line(std::uint32_t at) {
    position_ = at;
    depth_ = 0;
    field_depth_ = no_field;
    at_line_start_ = true;
    stopped_ = false;
    token_.kind = TokenKind::newline;
    next();
}

void Lexer::reset(const Mark& mark) {
    token_ = mark.token;
    position_ = mark.position;
    depth_ = mark.depth;
    at_line_start_ = mark.at_line_start;
    stopped_ = false;
    field_depth_ = no_field;
}

void Lexer::emit_error(std::uint32_t begin, std::uint32_t end, std::string_view problem) {
    position_ = std::min(end, size_);
    problem_ = problem;
    emit(TokenKind::error, begin);
}

// --- lines and indentation -------------------------------------------------------------------

/// At the start of a logical line: emits an indent or dedent. False: there is none.
bool Lexer::start_line() {
    if (stopped_) return true;
    if (pending_dedents_ == 0 && !pending_indent_) {
        Level level;
        if (skip_to_statement(level)) level = levels_[0];
        const bool deeper = level.column > levels_[level_].column;
        at_line_start_ = level != levels_[level_] && (deeper || dedent_to(level));
        if (!at_line_start_) return false;
        if (deeper) return indent_to(level);
    }
    if (pending_dedents_ == 0) {
        pending_indent_ = false;
        return indent_to(new_level_);
    }
    --pending_dedents_;
    at_line_start_ = pending_dedents_ != 0 || pending_indent_;
    emit(TokenKind::dedent, position_);
    return true;
}

/// Passes blank lines, comments and indentation. True at the end of the text.
bool Lexer::skip_to_statement(Level& level) {
    bool continued = false;
    Level now;
    for (;;) {
        const char c = text_[position_];
        if (c == ' ') {
            const std::uint32_t spaces = count_spaces(text_ + position_);
            now.column += spaces;
            now.with_tabs_of_one += spaces;
            position_ += spaces;
            continue;
        }
        if (c == '\t') {
            now.column = (now.column / 8 + 1) * 8;
            ++now.with_tabs_of_one;
        } else if (c == '\f') {
            now = {};
        } else if (c == '#' || byte::is(c, byte::line_end)) {
            if (c == '#') position_ = end_of_line(text_, position_, size_);
            if (position_ >= size_) return true;
            position_ = after_line_end(text_, position_);
            now = {};
            continued = false;
            continue;
        } else if (c == '\\' && byte::is(text_[position_ + 1], byte::line_end)) {
            if (!continued) level = now;
            continued = continued || now.column != 0;
            position_ = after_line_end(text_, position_ + 1);
            continue;
        } else {
            break;
        }
        ++position_;
    }
    if (!continued) level = now;
    return position_ >= size_;
}

/// False: there are too many levels already.
bool Lexer::indent_to(const Level& level) {
    at_line_start_ = false;
    if (level_ + 1 == most_levels) {
        report_levels(position_, "too many levels of indentation");
        return false;
    }
    if (level.with_tabs_of_one <= levels_[level_].with_tabs_of_one) {
        report_levels(position_, "inconsistent use of tabs and spaces in indentation");
    }
    levels_[++level_] = level;
    emit(TokenKind::indent, position_);
    return true;
}

/// Counts the dedents to emit; false if there are none. An indentation that matches no level is
/// taken for the level that it almost is, or for a new one.
bool Lexer::dedent_to(const Level& level) {
    const std::size_t before = level_;
    while (level_ != 0 && level.column < levels_[level_].column) --level_;
    if (level.column != levels_[level_].column) {
        report_levels(position_, "unindent does not match any outer indentation level");
        if (level.column > levels_[level_].column) {
            const std::uint32_t below = levels_[level_ + 1].column - level.column;
            const std::uint32_t above = level.column - levels_[level_].column;
            level_ += below <= 2 && below <= above ? 1 : 0;
            pending_indent_ = below > 2 && above > 1;
            new_level_ = level;
        }
    } else if (level != levels_[level_]) {
        report_levels(position_, "inconsistent use of tabs and spaces in indentation");
    }
    pending_dedents_ = static_cast<std::uint32_t>(before - level_);
    return pending_dedents_ != 0;
}

void Lexer::report_levels(std::uint32_t at, std::string_view message) {
    report(errors_, {at, std::min(at + 1, size_)}, message);
}

/// At a line end. True: it was a token. In brackets it is none, unless the next line can only begin
/// a statement: then a bracket was never closed.
bool Lexer::end_physical_line() {
    const std::uint32_t begin = position_;
    position_ = after_line_end(text_, position_);
    if (depth_ == 0) {
        at_line_start_ = true;
        emit(TokenKind::newline, begin);
        return true;
    }
    if (statement_keyword_at(text_, position_) == TokenKind::name) return false;
    emit_error(begin, position_, "a bracket was never closed");
    return true;
}

/// A backslash. True: the line goes on.
bool Lexer::continue_line() {
    if (!byte::is(text_[position_ + 1], byte::line_end)) return false;
    position_ = after_line_end(text_, position_ + 1);
    return position_ < size_;
}

/// At the end: closes the last line, if its newline is missing.
void Lexer::finish_text() {
    position_ = size_;
    const bool open_line = depth_ == 0 && token_.kind != TokenKind::newline &&
                           token_.kind != TokenKind::dedent &&
                           token_.kind != TokenKind::end_of_text;
    at_line_start_ = open_line;
    emit(open_line ? TokenKind::newline : TokenKind::end_of_text, size_);
}

// --- words and literals ----------------------------------------------------------------------

namespace {
/// The flags of a string's prefix; 0 if it is none.
std::uint16_t prefix_flags(const char* prefix, std::uint32_t length) {
    std::uint16_t flags = 0;
    for (std::uint32_t i = 0; i < length; ++i) {
        switch (prefix[i] | 32) {
            case 'r':
                flags |= flag::raw;
                break;
            case 'b':
                flags |= flag::bytes;
                break;
            case 'u':
                flags |= flag::unicode;
                break;
            case 'f':
                flags |= flag::formatted;
                break;
            case 't':
                flags |= flag::template_;
                break;
            default:
                return 0;
        }
    }
    const std::uint16_t kind = flags & ~flag::raw;
    const bool both = length == 2;
    const bool valid =
        both ? (flags & flag::raw) != 0 && std::has_single_bit(kind) && kind != flag::unicode
             : true;
    return valid ? flags : std::uint16_t{0};
}
}  // namespace

bool Lexer::lex_prefixed(std::uint32_t begin, std::uint32_t length) {
    const std::uint16_t flags = prefix_flags(text_ + begin, length);
    if (flags == 0) return false;
    lex_literal(begin, begin + length, flags);
    return true;
}

void Lexer::lex_literal(std::uint32_t begin, std::uint32_t quote, std::uint16_t flags) {
    const char q = text_[quote];
    const bool triple = text_[quote + 1] == q && text_[quote + 2] == q;
    if (triple) flags |= flag::triple;
    TokenKind kind = TokenKind::string;
    if ((flags & (flag::formatted | flag::template_)) != 0) {
        kind = TokenKind::text_start;
        position_ = quote + (triple ? 3 : 1);
    } else {
        const LiteralEnd literal = end_of_literal(text_, quote, size_);
        if (!literal.closed) {
            return emit_error(begin, literal.end,
                              triple ? "a triple-quoted string was never closed"
                                     : "a string was not closed on its line");
        }
        if (triple && looks_inverted({text_, size_}, quote, literal.end)) {
            return emit_error(begin, quote + 3, "a quote of a triple-quoted string is missing");
        }
        if (literal.backslash) flags |= has_backslash;
        position_ = literal.end;
    }
    token_ = {kind, static_cast<std::uint8_t>(q), flags, begin, position_};
}

// --- strings with fields ---------------------------------------------------------------------

namespace {
/// Behind a backslash and what it escapes in an f-string.
std::uint32_t after_escape(const char* text, std::uint32_t at, std::uint32_t size, bool raw) {
    const char escaped = text[at + 1];
    if (escaped == '{' || escaped == '}') return at + 1;
    if (byte::is(escaped, byte::line_end)) return after_line_end(text, at + 1);
    if (raw || escaped != 'N' || text[at + 2] != '{') return at + 2;
    const std::uint32_t close = find_any(text, at + 3, size, '}', '"', '\'', '\n', '\r', '{');
    return close < size && text[close] == '}' ? close + 1 : at + 2;
}
}  // namespace

Lexer::TextEnd Lexer::read_text(const TextRules& rules) {
    for (;;) {
        position_ = find_any(text_, position_, size_, rules.quote, '\\', '{', '}', '\n', '\r');
        if (position_ >= size_) return position_ = size_, TextEnd::end_of_text;
        const char c = text_[position_];
        const bool doubled = !rules.in_spec && text_[position_ + 1] == c;
        if (c == '\\') {
            position_ = after_escape(text_, position_, size_, rules.raw);
        } else if (c == '{' || c == '}') {
            if (!doubled) return c == '{' ? TextEnd::field : TextEnd::brace;
            position_ += 2;
        } else if (c == rules.quote) {
            const bool three = text_[position_ + 1] == c && text_[position_ + 2] == c;
            if (!rules.triple || three) {
                position_ += rules.triple ? 3 : 1;
                return TextEnd::closed;
            }
            ++position_;
        } else if (!rules.triple) {
            return TextEnd::newline;
        } else {
            ++position_;
        }
    }
}

std::uint32_t Lexer::enter_field() {
    const std::uint32_t outer = field_depth_;
    ++position_;
    field_depth_ = ++depth_;
    next();
    return outer;
}

void Lexer::close_spec() {
    ++position_;
    --depth_;
}

}  // namespace trainlint::python
