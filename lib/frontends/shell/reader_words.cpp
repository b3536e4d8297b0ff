// Words: quotes, escapes, and where a word ends.
#include <array>

#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

enum class Class : std::uint8_t { plain, stop, special };

constexpr std::array<Class, 256> make_classes() {
    std::array<Class, 256> table{};
    for (const char c : {' ', '\t', '\n', ';', '&', '|', ')'})
        table[static_cast<unsigned char>(c)] = Class::stop;
    for (const char c : {'\\', '\'', '"', '$', '`', '<', '>', '(', '{', '\r'})
        table[static_cast<unsigned char>(c)] = Class::special;
    return table;
}
constexpr auto classes = make_classes();

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

bool is_blank_or_newline(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

void Reader::push(Piece::Kind kind, Quoting quoting, text::Span span, Index index) {
    pieces_.push_back({.kind = kind, .quoting = quoting, .span = span, .index = index});
}

void Reader::push_text(text::Span span, Quoting quoting) {
    if (!pieces_.empty() && span.size() > 0) {
        Piece& last = pieces_.back();
        const bool goes_on = last.kind == Piece::Kind::text && last.quoting == quoting &&
                             last.span.end == span.begin && last.span.size() > 0;
        if (goes_on) {
            last.span.end = span.end;
            return;
        }
    }
    push(Piece::Kind::text, quoting, span);
}

Index Reader::commit_word(At begin, std::size_t mark) {
    WordNode word{.span = {begin, at_}};
    for (std::size_t i = mark; i < pieces_.size() && !word.braces; ++i) {
        const Piece& piece = pieces_[i];
        word.braces = piece.kind == Piece::Kind::text && piece.quoting == Quoting::unquoted &&
                      view(piece.span).find('{') != std::string_view::npos;
    }
    word.pieces = commit(pieces_, mark, tree_.pieces);
    tree_.words.push_back(word);
    return static_cast<Index>(tree_.words.size() - 1);
}

/// An ordinary word. Empty if none begins here.
Index Reader::read_word() {
    const At begin = at_;
    const std::size_t mark = pieces_.size();
    // Words that lie beside each other must not grow together.
    bool first_text = true;
    while (!at_end()) {
        const At run = at_;
        while (at_ < end_ && class_of(text_[at_]) == Class::plain) ++at_;
        if (at_ > run) {
            if (first_text && pieces_.size() == mark)
                push(Piece::Kind::text, Quoting::unquoted, {run, at_});
            else
                push_text({run, at_}, Quoting::unquoted);
            first_text = false;
        }
        if (at_end() || class_of(text_[at_]) == Class::stop) break;
        if (!read_special(begin)) break;
    }
    return commit_word(begin, mark);
}

/// One step behind the plain characters; false: the word ends here.
bool Reader::read_special(At word_begin) {
    switch (text_[at_]) {
        case '\\': read_escape(); return true;
        case '\'': read_single_quotes(); return true;
        case '"': read_double_quotes(); return true;
        case '`': read_backquotes(Quoting::unquoted); return true;
        case '$': read_dollar(Quoting::unquoted); return true;
        case '<':
        case '>':
            if (peek(1) == '(') {
                read_substitution(Quoting::unquoted, 2, Piece::Kind::process);
                return true;
            }
            return text_[at_] == '<' && read_placeholder(word_begin);
        case '(': return read_extended_glob(word_begin);
        case '\r':
            if (is_line_end(at_)) return false;
            break;
        default:
            if (read_template()) return true;
    }
    push_text({at_, at_ + 1}, Quoting::unquoted);
    ++at_;
    return true;
}

void Reader::read_escape() {
    const At size = continuation(at_);
    if (size > 0) {
        at_ += size;
        return;
    }
    push(Piece::Kind::escape, Quoting::unquoted, {at_, at_ + 2});
    at_ += 2;
}

/// Where a quoted string has to end at the latest. In a text whose quotes are out of step, one that
/// runs over lines and ends where a string seems to begin ends with its first line.
Reader::At Reader::quote_limit(At open, char quote) {
    if (!by_lines_) return end_;
    const auto text = text_.substr(0, end_);
    At close = open + 1;
    while (close < end_ && text[close] != quote) close += text[close] == '\\' && quote == '"' ? 2 : 1;
    close = std::min(close, end_);
    if (!spend(close - open)) return end_;
    const At first_line = line_end(open);
    if (first_line >= close) return close < end_ ? end_ : first_line;
    if (close >= end_) return first_line;
    const char before = text[close - 1];
    const char after = character(close + 1);
    const bool seems_to_open = (is_blank_or_newline(before) || before == '=') && after != '\0' &&
                               !is_blank_or_newline(after) && after != ';' && after != ')';
    return seems_to_open ? first_line : end_;
}

void Reader::read_single_quotes() {
    const At open = at_;
    const Within limit(*this, quote_limit(open, '\''));
    const auto close = text_.substr(0, end_).find('\'', open + 1);
    if (close == std::string_view::npos) {
        fault("a quote that is not closed", {open, open + 1});
        open_quote_ = true;
        push(Piece::Kind::text, Quoting::single_quotes, {open + 1, end_});
        at_ = end_;
        return;
    }
    push(Piece::Kind::text, Quoting::single_quotes, {open + 1, static_cast<At>(close)});
    at_ = static_cast<At>(close) + 1;
}

void Reader::read_double_quotes() {
    const At open = at_++;
    const Within limit(*this, quote_limit(open, '"'));
    const std::size_t mark = pieces_.size();
    while (!at_end() && text_[at_] != '"') read_double_quoted_step(Quoting::double_quotes);
    if (pieces_.size() == mark) push(Piece::Kind::text, Quoting::double_quotes, {at_, at_});
    if (!at_end()) {
        ++at_;
        return;
    }
    fault("a quote that is not closed", {open, open + 1});
    open_quote_ = true;
}

/// What double quotes and here-documents have in common: all but their end.
void Reader::read_double_quoted_step(Quoting quoting) {
    const At run = at_;
    const bool quotes = quoting == Quoting::double_quotes;
    while (at_ < end_) {
        const char c = text_[at_];
        if (c == '\\' || c == '$' || c == '`' || (c == '"' && quotes)) break;
        ++at_;
    }
    if (at_ > run) push_text({run, at_}, quoting);
    if (at_end()) return;
    switch (text_[at_]) {
        case '$': read_dollar(quoting); return;
        case '`': read_backquotes(quoting); return;
        case '\\': break;
        default: return;
    }
    const At size = continuation(at_);
    const char next = peek(1);
    if (size > 0) {
        at_ += size;
    } else if (next == '$' || next == '`' || next == '\\' || (next == '"' && quotes)) {
        push(Piece::Kind::escape, quoting, {at_, at_ + 2});
        at_ += 2;
    } else {
        push_text({at_, at_ + 2}, quoting);
        at_ += 2;
    }
}

/// $'...'; at the dollar.
void Reader::read_ansi_quotes() {
    const At open = at_;
    at_ += 2;
    const At begin = at_;
    bool escapes = false;
    while (at_ < end_ && text_[at_] != '\'') {
        escapes |= text_[at_] == '\\';
        at_ += text_[at_] == '\\' && at_ + 1 < end_ ? 2 : 1;
    }
    push(escapes ? Piece::Kind::ansi_text : Piece::Kind::text, Quoting::ansi_quotes, {begin, at_});
    if (!at_end()) {
        ++at_;
        return;
    }
    fault("a quote that is not closed", {open, open + 2});
    open_quote_ = true;
}

/// Old command substitution. What is inside is read where it stands; a backslash that only protects
/// an inner backquote then looks like any other.
void Reader::read_backquotes(Quoting quoting) {
    const At open = at_;
    At close = open + 1;
    while (close < end_ && text_[close] != '`') close += text_[close] == '\\' ? 2 : 1;
    if (close >= end_) {
        fault("a backquote that is not closed", {open, open + 1});
        push(Piece::Kind::placeholder, quoting, {open, open + 1});
        // To the end of its line: a second one would look for the end of the text again.
        at_ = spend(end_ - open) ? open + 1 : end_;
        return;
    }
    at_ = open + 1;
    Index list = none;
    {
        const Within inner(*this, close);
        const Level level(*this);
        if (!level.too_deep()) list = read_list(Stops{});
    }
    at_ = close + 1;
    push(Piece::Kind::substitution, quoting, {open, at_}, list);
}

/// A word that ends at one of two characters, as `${name:-word}` has it: blanks and operators mean
/// themselves.
Index Reader::read_until(char stop, char second_stop, bool in_quotes) {
    const At begin = at_;
    const std::size_t mark = pieces_.size();
    const Quoting quoting = in_quotes ? Quoting::double_quotes : Quoting::unquoted;
    while (!at_end() && text_[at_] != stop && text_[at_] != second_stop) {
        const char c = text_[at_];
        if (c == '"') {
            read_double_quotes();
        } else if (c == '\'' && !in_quotes) {
            read_single_quotes();
        } else if (c == '\\' && !in_quotes) {
            read_escape();
        } else if (c == '\\' || c == '$' || c == '`') {
            c == '$' ? read_dollar(quoting) : read_double_quoted_step(Quoting::double_quotes);
        } else {
            if (pieces_.size() == mark)
                push(Piece::Kind::text, quoting, {at_, at_ + 1});
            else
                push_text({at_, at_ + 1}, quoting);
            ++at_;
        }
        at_ = std::min(at_, end_);
    }
    return commit_word(begin, mark);
}

/// `?(a|b)`, `@(a|b)` ...: a pattern, part of the word.
bool Reader::read_extended_glob(At word_begin) {
    if (at_ == word_begin) return false;
    const char before = text_[at_ - 1];
    if (before != '?' && before != '*' && before != '+' && before != '@' && before != '!')
        return false;
    At at = at_;
    unsigned open = 0;
    do {
        const char c = text_[at];
        if (c == '\n' || !spend(1)) return false;
        open += c == '(' ? 1 : 0;
        open -= c == ')' ? 1 : 0;
        ++at;
    } while (open > 0 && at < end_);
    if (open > 0) return false;
    push_text({at_, at}, Quoting::unquoted);
    at_ = at;
    return true;
}

/// Behind `=~`: parentheses, bars and the like belong to the expression.
Index Reader::read_regex() {
    const At begin = at_;
    const std::size_t mark = pieces_.size();
    unsigned open = 0;
    while (!at_end()) {
        const char c = text_[at_];
        if (is_blank_or_newline(c) && (open == 0 || c == '\n')) break;
        if (c == ')' && open == 0) break;
        open += c == '(' ? 1 : 0;
        open -= c == ')' ? 1 : 0;
        const bool special = class_of(c) == Class::special && c != '(' && c != '<' && c != '>' &&
                             c != '{' && c != '\r';
        if (special && read_special(begin)) continue;
        if (pieces_.size() == mark)
            push(Piece::Kind::text, Quoting::unquoted, {at_, at_ + 1});
        else
            push_text({at_, at_ + 1}, Quoting::unquoted);
        ++at_;
    }
    return commit_word(begin, mark);
}

}  // namespace trainlint::shell
