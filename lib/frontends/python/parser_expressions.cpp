// Expressions from the loosest operator to the tightest.
#include <array>

#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

namespace {
constexpr std::size_t token_kinds = static_cast<std::size_t>(TokenKind::kw_yield) + 1;

template <typename Of>
constexpr auto table(Of of) {
    std::array<std::uint8_t, token_kinds> values{};
    for (std::size_t i = 0; i < token_kinds; ++i) {
        values[i] = static_cast<std::uint8_t>(of(static_cast<TokenKind>(i)));
    }
    return values;
}

/// Whether an expression may begin with the token: else a comma before it was the last.
constexpr auto begins_expression = table([](TokenKind kind) {
    using enum TokenKind;
    switch (kind) {
        case name:
        case number:
        case string:
        case text_start:
        case left_paren:
        case left_bracket:
        case left_brace:
        case ellipsis:
        case star:
        case plus:
        case minus:
        case tilde:
        case kw_false:
        case kw_none:
        case kw_true:
        case kw_await:
        case kw_lambda:
        case kw_not:
        case error:
            return true;
        default:
            return false;
    }
});
}  // namespace

Builder::Power Builder::power_of(TokenKind kind) {
    static constexpr auto powers = table([](TokenKind of) {
        using enum TokenKind;
        switch (of) {
            case kw_or:
                return or_power;
            case kw_and:
                return and_power;
            case comparison:
            case kw_in:
            case kw_is:
            case kw_not:
                return comparison_power;
            case bar:
                return bit_or_power;
            case caret:
                return bit_xor_power;
            case ampersand:
                return bit_and_power;
            case left_shift:
            case right_shift:
                return shift_power;
            case plus:
            case minus:
                return sum_power;
            case star:
            case slash:
            case double_slash:
            case percent:
            case at:
                return term_power;
            default:
                return no_power;
        }
    });
    return static_cast<Power>(powers[static_cast<std::size_t>(kind)]);
}

// --- lists, walrus, conditional --------------------------------------------------------------

Index Builder::expression_list() {
    const std::uint32_t begin = token().begin;
    const Index first = star_expression();
    if (!at(TokenKind::comma)) return first;
    return rest_of_list(begin, first, &Builder::star_expression);
}

/// At the comma behind the first of several: a tuple without parentheses.
Index Builder::rest_of_list(std::uint32_t begin, Index first, Index (Builder::*element)()) {
    Children elements;
    add(elements, first);
    while (eat(TokenKind::comma) && begins_expression[static_cast<std::size_t>(kind())]) {
        add(elements, (this->*element)());
    }
    return finish(Kind::tuple, begin, elements);
}

Index Builder::star_expression() {
    if (!at(TokenKind::star)) return expression();
    const std::uint32_t begin = token().begin;
    advance();
    return wrap(Kind::star, begin, operation(bit_or_power));
}

Index Builder::star_named() {
    return at(TokenKind::star) ? star_expression() : named_expression();
}

Index Builder::named_expression() {
    const std::uint32_t begin = token().begin;
    const Index value = expression();
    return at(TokenKind::walrus) ? walrus(begin, value) : value;
}

Index Builder::walrus(std::uint32_t begin, Index name) {
    if (!is_bare(name, Kind::name)) {
        fail("only a name can stand left of ':='");
        return no_node;
    }
    Children parts;
    add(parts, name);
    advance();
    add(parts, expression());
    return finish(Kind::named, begin, parts);
}

Index Builder::expression() {
    if (at(TokenKind::kw_lambda)) return lambda();
    const std::uint32_t begin = token().begin;
    const Index value = operation(or_power);
    return at(TokenKind::kw_if) ? conditional(begin, value) : value;
}

Index Builder::conditional(std::uint32_t begin, Index value) {
    const Nesting nesting(*this);
    Children parts;
    add(parts, value);
    advance();
    add(parts, operation(or_power));
    need(TokenKind::kw_else, "expected 'else' in the conditional expression");
    add(parts, expression());
    return finish(Kind::conditional, begin, parts);
}

Index Builder::lambda() {
    const Nesting nesting(*this);
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, parameters(TokenKind::colon));
    if (lexer_.directly_in_field()) fail("a lambda in an f-string needs parentheses");
    need(TokenKind::colon, "expected ':' after the parameters of the lambda");
    add(parts, expression());
    return finish(Kind::lambda, begin, parts);
}

Index Builder::yield() {
    const Nesting nesting(*this);
    const std::uint32_t begin = token().begin;
    advance();
    if (eat(TokenKind::kw_from)) return wrap(Kind::yield_from, begin, expression());
    Children parts;
    if (begins_expression[static_cast<std::size_t>(kind())]) add(parts, expression_list());
    return finish(Kind::yield, begin, parts);
}

// --- targets ---------------------------------------------------------------------------------

/// One target of `for` or `with`.
Index Builder::target() {
    const Index made = at(TokenKind::star) ? star_expression() : operation(bit_or_power);
    if (!is_target(made)) fail("cannot assign to this");
    return made;
}

Index Builder::target_list() {
    const std::uint32_t begin = token().begin;
    const Index first = target();
    return at(TokenKind::comma) ? rest_of_list(begin, first, &Builder::target) : first;
}

bool Builder::is_target(Index node) const {
    switch (tree_.nodes[node].kind) {
        case Kind::name:
        case Kind::attribute:
        case Kind::subscript:
        case Kind::none:
            return true;  // none: it failed already
        case Kind::star: {
            const Index inner = tree_.first(node);
            return !is(inner, Kind::star) && is_target(inner);
        }
        case Kind::tuple:
        case Kind::list:
            for (const Index child : tree_.children(node)) {
                if (!is_target(child)) return false;
            }
            return true;
        default:
            return false;
    }
}

bool Builder::is_single_target(Index node) const {
    return is(node, Kind::name) || is(node, Kind::attribute) || is(node, Kind::subscript) ||
           is(node, Kind::none);
}

bool Builder::is_deletable(Index node) const {
    if (!is(node, Kind::tuple) && !is(node, Kind::list)) return is_single_target(node);
    for (const Index child : tree_.children(node)) {
        if (!is_deletable(child)) return false;
    }
    return true;
}

// --- operators -------------------------------------------------------------------------------

/// Operators that bind at least as tightly as `least`.
Index Builder::operation(Power least) {
    const std::uint32_t begin = token().begin;
    Index left = operand(least);
    for (;;) {
        const Power power = power_of(kind());
        if (power < least) return left;
        if (power >= bit_or_power) {
            left = binary(begin, left, power);
        } else if (power == comparison_power) {
            left = comparison(begin, left);
        } else {
            left = boolean(begin, left, power);
        }
    }
}

Index Builder::operand(Power least) {
    return at(TokenKind::kw_not) && least <= not_power ? negation() : factor();
}

Index Builder::negation() {
    const Nesting nesting(*this);
    const std::uint32_t begin = token().begin;
    advance();
    return wrap(Kind::unary, begin, operation(not_power),
                static_cast<std::uint8_t>(Operator::not_));
}

/// With its signs and its power.
Index Builder::factor() {
    const std::uint32_t begin = token().begin;
    switch (kind()) {
        case TokenKind::minus:
        case TokenKind::plus:
        case TokenKind::tilde:
            return signed_factor();
        case TokenKind::kw_await:
            return awaited();
        default: {
            const Index base = primary();
            return at(TokenKind::double_star) ? power(begin, base) : base;
        }
    }
}

Index Builder::signed_factor() {
    const Nesting nesting(*this);
    const std::uint32_t begin = token().begin;
    const std::uint8_t op = token().op;
    advance();
    return wrap(Kind::unary, begin, factor(), op);
}

Index Builder::awaited() {
    const std::uint32_t begin = token().begin;
    advance();
    const Index base = wrap(Kind::await, begin, primary());
    return at(TokenKind::double_star) ? power(begin, base) : base;
}

Index Builder::power(std::uint32_t begin, Index base) {
    const Nesting nesting(*this);
    Children parts;
    add(parts, base);
    advance();
    add(parts, factor());
    return finish(Kind::binary, begin, parts, Operator::power);
}

Index Builder::binary(std::uint32_t begin, Index left, Power power) {
    const std::uint8_t op = token().op;
    Children parts;
    add(parts, left);
    advance();
    add(parts, operation(static_cast<Power>(power + 1)));
    return finish(Kind::binary, begin, parts, op);
}

/// One comparison, or a chain of them.
Index Builder::comparison(std::uint32_t begin, Index left) {
    Children parts;
    add(parts, left);
    std::uint32_t link = token().begin;
    Operator op = comparison_operator();
    Index right = operation(bit_or_power);
    if (power_of(kind()) != comparison_power) {
        add(parts, right);
        return finish(Kind::compare, begin, parts, op);
    }
    for (;;) {
        add(parts, wrap(Kind::compare_link, link, right, static_cast<std::uint8_t>(op)));
        if (power_of(kind()) != comparison_power) break;
        link = token().begin;
        op = comparison_operator();
        right = operation(bit_or_power);
    }
    return finish(Kind::compare, begin, parts);
}

Operator Builder::comparison_operator() {
    const Token token = lexer_.token();
    advance();
    switch (token.kind) {
        case TokenKind::kw_in:
            return Operator::in;
        case TokenKind::kw_is:
            return eat(TokenKind::kw_not) ? Operator::is_not : Operator::is;
        case TokenKind::kw_not:
            need(TokenKind::kw_in, "expected 'in' after 'not'");
            return Operator::not_in;
        default:
            return static_cast<Operator>(token.op);
    }
}

Index Builder::boolean(std::uint32_t begin, Index left, Power power) {
    const TokenKind word = kind();
    Children parts;
    add(parts, left);
    while (eat(word)) add(parts, operation(static_cast<Power>(power + 1)));
    return finish(Kind::boolean, begin, parts,
                  word == TokenKind::kw_or ? Operator::or_ : Operator::and_);
}

}  // namespace trainlint::python
