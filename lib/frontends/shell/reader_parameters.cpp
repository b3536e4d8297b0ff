// What begins with a dollar.
#include <algorithm>

#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

using Operation = Parameter::Operation;

bool is_special_parameter(char c) {
    return c == '@' || c == '*' || c == '#' || c == '?' || c == '-' || c == '$' || c == '!';
}

struct Operator {
    std::string_view text;
    Operation operation;
};
// The longer ones first.
constexpr Operator operators[] = {
    {"##", Operation::remove_longest_prefix}, {"#", Operation::remove_prefix},
    {"%%", Operation::remove_longest_suffix}, {"%", Operation::remove_suffix},
    {"//", Operation::replace_all},           {"/#", Operation::other},
    {"/%", Operation::other},                 {"/", Operation::replace},
    {"^^", Operation::upper_all},             {"^", Operation::upper_first},
    {",,", Operation::lower_all},             {",", Operation::lower_first},
    {"-", Operation::default_value},          {"=", Operation::assign_default},
    {"+", Operation::alternative},            {"?", Operation::error},
};

}  // namespace

void Reader::read_dollar(Quoting quoting) {
    const char next = peek(1);
    if (is_name_start(next)) {
        At size = 2;
        while (is_name_character(peek(size))) ++size;
        return read_plain_parameter(quoting, size);
    }
    if (next == '{') return read_braced_parameter(quoting);
    if (next == '(') return read_dollar_parenthesis(quoting);
    if (is_digit(next) || is_special_parameter(next)) return read_plain_parameter(quoting, 2);
    if (quoting == Quoting::unquoted && next == '\'') return read_ansi_quotes();
    if (quoting == Quoting::unquoted && next == '"') {
        ++at_;  // a string for translation
        return read_double_quotes();
    }
    if (next == '[') {
        const At close = matching_bracket(at_ + 1);
        if (close != 0) return read_expression(quoting, 2, close, 1);
    }
    push_text({at_, at_ + 1}, quoting);
    ++at_;
}

void Reader::read_plain_parameter(Quoting quoting, At size) {
    tree_.parameters.push_back({.name = {at_ + 1, at_ + size}});
    push(Piece::Kind::parameter, quoting, {at_, at_ + size},
         static_cast<Index>(tree_.parameters.size() - 1));
    at_ += size;
}

void Reader::read_dollar_parenthesis(Quoting quoting) {
    if (peek(2) == '(') {
        const At close = arithmetic_end(at_ + 3);
        if (close != 0) return read_expression(quoting, 3, close, 2);
    }
    read_substitution(quoting, 2, Piece::Kind::substitution);
}

/// The place of the `))` that closes an expression, 0: it is none.
Reader::At Reader::arithmetic_end(At begin) {
    unsigned open = 0;
    for (At at = begin; at < end_; ++at) {
        if (budget_-- == 0) {
            budget_ = 0;
            return 0;
        }
        const char c = text_[at];
        if (c == '\\') {
            ++at;
        } else if (c == '(') {
            ++open;
        } else if (c == ')') {
            if (open == 0) return character(at + 1) == ')' && at + 1 < end_ ? at : 0;
            --open;
        }
    }
    return 0;
}

void Reader::read_expression(Quoting quoting, At open_size, At close, At close_size) {
    const At begin = at_;
    const Index word = read_expression_word(at_ + open_size, close);
    at_ = close + close_size;
    push(Piece::Kind::arithmetic, quoting, {begin, at_}, word);
}

/// An expression as a word: what has a dollar is expanded before it is computed.
Index Reader::read_expression_word(At begin, At end) {
    note_expression_changes({begin, end});
    at_ = begin;
    const Within inner(*this, end);
    const Level level(*this);
    const std::size_t mark = pieces_.size();
    if (level.too_deep()) {
        push(Piece::Kind::placeholder, Quoting::double_quotes, {begin, end});
        at_ = end_;
    }
    push(Piece::Kind::text, Quoting::double_quotes, {at_, at_});
    while (!at_end()) {
        if (text_[at_] == '"') ++at_;
        if (!at_end()) read_double_quoted_step(Quoting::double_quotes);
    }
    at_ = end_;
    return commit_word(begin, mark);
}

/// `$(list)`, `<(list)`.
void Reader::read_substitution(Quoting quoting, At open_size, Piece::Kind kind) {
    const At begin = at_;
    Index list = none;
    {
        const Level level(*this);
        if (!level.too_deep()) {
            at_ += open_size;
            const Expecting paren(*this, Closer::paren);
            list = read_list(Stops(Closer::paren));
        }
    }
    if (peek() == ')')
        ++at_;
    else
        fault("a parenthesis that is not closed", {begin, std::min(begin + open_size, end_)});
    push(kind, quoting, {begin, at_}, list);
}

/// `${...}`; templates of CI systems write `${{ value }}`.
void Reader::read_braced_parameter(Quoting quoting) {
    const At begin = at_;
    ++at_;
    if (peek(1) == '{' && read_template()) {
        pieces_.back().quoting = quoting;
        pieces_.back().span.begin = begin;
        return;
    }
    ++at_;
    Parameter parameter;
    const Level level(*this);
    if (!level.too_deep()) {
        if (peek() == '#' && peek(1) != '}' &&
            (is_name_start(peek(1)) || is_digit(peek(1)) || is_special_parameter(peek(1)))) {
            parameter.length = true;
            ++at_;
        } else if (peek() == '!' && is_name_start(peek(1))) {
            parameter.indirect = true;
            ++at_;
        }
        parameter.name.begin = at_;
        if (is_special_parameter(peek()))
            ++at_;
        else
            while (is_name_character(peek())) ++at_;
        parameter.name.end = at_;
        if (peek() == '[') read_subscript(parameter);
        read_operation(parameter, quoting != Quoting::unquoted);
    }
    at_ = std::min(at_, end_);
    if (peek() == '}') {
        ++at_;
    } else {
        fault("a brace that is not closed", {begin, std::min(begin + 2, end_)});
        open_quote_ = true;
        parameter.operation = Operation::other;
    }
    tree_.parameters.push_back(parameter);
    push(Piece::Kind::parameter, quoting, {begin, at_},
         static_cast<Index>(tree_.parameters.size() - 1));
}

void Reader::read_subscript(Parameter& parameter) {
    using Kind = Parameter::Subscript;
    const bool ends = peek(2) == ']';
    if (ends && (peek(1) == '@' || peek(1) == '*')) {
        parameter.subscript_kind = peek(1) == '@' ? Kind::all : Kind::joined;
        at_ += 3;
        return;
    }
    ++at_;
    parameter.subscript_kind = Kind::one;
    parameter.subscript = read_until(']', '}', true);
    if (peek() == ']') ++at_;
}

void Reader::read_operation(Parameter& parameter, bool in_quotes) {
    if (at_end() || peek() == '}') return;
    const At begin = at_;
    if (peek() == ':') {
        parameter.colon = true;
        ++at_;
        parameter.operation = Operation::substring;
    }
    for (const auto& [text, operation] : operators) {
        if (!text_.substr(at_, end_ - at_).starts_with(text)) continue;
        const bool tests = operation == Operation::default_value ||
                           operation == Operation::assign_default ||
                           operation == Operation::alternative || operation == Operation::error;
        if (parameter.colon && !tests) break;
        parameter.operation = operation;
        at_ += static_cast<At>(text.size());
        break;
    }
    if (at_ == begin) parameter.operation = Operation::other;
    if (parameter.operation == Operation::assign_default)
        note_change(Change::Kind::variable, parameter.name);
    const bool replaces = parameter.operation == Operation::replace ||
                          parameter.operation == Operation::replace_all;
    const bool tests = parameter.operation < Operation::remove_prefix;
    // A pattern's single quotes quote even inside double quotes.
    parameter.argument = read_until('}', replaces ? '/' : '}', in_quotes && tests);
    if (replaces && peek() == '/') {
        ++at_;
        parameter.second = read_until('}', '}', in_quotes);
    }
}

/// The place of the bracket that closes the one at `open`, on the same line; 0: there is none.
Reader::At Reader::matching_bracket(At open) {
    unsigned depth = 0;
    for (At at = open; at < end_ && text_[at] != '\n'; ++at) {
        if (!spend(1)) return 0;
        const char c = text_[at];
        if (c == '\\') {
            ++at;
        } else if (c == '[') {
            ++depth;
        } else if (c == ']' && --depth == 0) {
            return at;
        }
    }
    return 0;
}

}  // namespace trainlint::shell
