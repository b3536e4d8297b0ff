// Names, literals, brackets, calls, subscripts and comprehensions.
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

namespace {
/// Names of attributes and keywords: their length, or "look at the text".
std::uint16_t name_length(const Token& name) {
    return static_cast<std::uint16_t>(std::min<std::uint32_t>(name.end - name.begin, 0x7FFF));
}
}  // namespace

Index Builder::primary() {
    const std::uint32_t begin = token().begin;
    Index made = atom();
    for (;;) {
        switch (kind()) {
            case TokenKind::dot:
                made = attribute(begin, made);
                break;
            case TokenKind::left_paren:
                made = call(begin, made);
                break;
            case TokenKind::left_bracket:
                made = subscript(begin, made);
                break;
            default:
                return made;
        }
    }
}

Index Builder::attribute(std::uint32_t begin, Index object) {
    advance();
    const std::uint16_t length = name_length(token());
    need(TokenKind::name, "expected a name after '.'");
    return wrap(Kind::attribute, begin, object, 0, length);
}

Index Builder::atom() {
    switch (kind()) {
        case TokenKind::name:
            return leaf(Kind::name);
        case TokenKind::number:
            return leaf(Kind::number, token().op);
        case TokenKind::string:
        case TokenKind::text_start:
            return strings();
        case TokenKind::kw_none:
        case TokenKind::kw_true:
        case TokenKind::kw_false:
        case TokenKind::ellipsis:
            return constant_leaf(Kind::constant);
        case TokenKind::left_paren:
            return parenthesis();
        case TokenKind::left_bracket:
            return list();
        case TokenKind::left_brace:
            return braces();
        default:
            fail("expected an expression");
            return no_node;
    }
}

Index Builder::constant_leaf(Kind kind) {
    Constant constant = Constant::ellipsis;
    if (at(TokenKind::kw_none)) constant = Constant::none;
    if (at(TokenKind::kw_true)) constant = Constant::true_;
    if (at(TokenKind::kw_false)) constant = Constant::false_;
    return leaf(kind, static_cast<std::uint8_t>(constant));
}

// --- brackets --------------------------------------------------------------------------------

Index Builder::parenthesis() {
    const Nesting nesting(*this);
    const std::uint32_t begin = token().begin;
    advance();
    if (at(TokenKind::right_paren)) return tuple(begin, no_node);
    const bool produces = at(TokenKind::kw_yield);
    const Index first = produces ? yield() : star_named();
    if (at(TokenKind::comma) && !produces) return tuple(begin, first);
    if (is(first, Kind::star)) fail("an unpacked value cannot stand alone in parentheses");
    if (at_comprehension() && !produces) {
        return comprehension(begin, first, ComprehensionKind::generator, TokenKind::right_paren);
    }
    need(TokenKind::right_paren, "expected ')'");
    tree_.nodes[first].flags |= first != no_node ? flag::parenthesised : std::uint16_t{0};
    return first;
}

Index Builder::tuple(std::uint32_t begin, Index first) {
    Children elements;
    add(elements, first);
    while (eat(TokenKind::comma) && !at(TokenKind::right_paren)) add(elements, star_named());
    need(TokenKind::right_paren, "expected ')' or ','");
    return finish(Kind::tuple, begin, elements, 0, flag::parenthesised);
}

Index Builder::list() {
    const Nesting nesting(*this);
    const std::uint32_t begin = token().begin;
    Children elements;
    advance();
    if (!at(TokenKind::right_bracket)) {
        const Index first = star_named();
        if (at_comprehension()) {
            return comprehension(begin, first, ComprehensionKind::list, TokenKind::right_bracket);
        }
        add(elements, first);
        while (eat(TokenKind::comma) && !at(TokenKind::right_bracket)) {
            add(elements, star_named());
        }
    }
    need(TokenKind::right_bracket, "expected ']' or ','");
    return finish(Kind::list, begin, elements);
}

/// A set, a dict, or a comprehension of either.
Index Builder::braces() {
    const Nesting nesting(*this);
    const std::uint32_t begin = token().begin;
    Children elements;
    bool dict = true;
    advance();
    while (!at(TokenKind::right_brace)) {
        bool pairs = false;
        const Index element = brace_element(pairs);
        if (elements.first == no_node) {
            dict = pairs;
            if (at_comprehension()) {
                const auto kind = dict ? ComprehensionKind::dict : ComprehensionKind::set;
                return comprehension(begin, element, kind, TokenKind::right_brace);
            }
        }
        if (pairs != dict) fail("a set and a dict cannot be mixed");
        add(elements, element);
        if (!eat(TokenKind::comma)) break;
    }
    need(TokenKind::right_brace, "expected '}' or ','");
    return finish(dict ? Kind::dict : Kind::set, begin, elements);
}

Index Builder::brace_element(bool& dict) {
    const std::uint32_t begin = token().begin;
    if (eat(TokenKind::double_star)) {
        dict = true;
        return wrap(Kind::double_star, begin, operation(bit_or_power));
    }
    const Index key = star_named();
    if (!at(TokenKind::colon)) return key;
    if (is(key, Kind::star) || is_bare(key, Kind::named)) fail("this cannot be a key");
    dict = true;
    Children parts;
    add(parts, key);
    advance();
    add(parts, expression());
    return finish(Kind::pair, begin, parts);
}

// --- comprehensions --------------------------------------------------------------------------

Index Builder::comprehension(std::uint32_t begin, Index element, ComprehensionKind kind,
                             TokenKind end) {
    if (is(element, Kind::star) || is(element, Kind::double_star)) {
        fail("unpacking cannot be used in a comprehension");
    }
    Children parts;
    add(parts, element);
    clauses(parts);
    need(end, "expected the end of the comprehension");
    return finish(Kind::comprehension, begin, parts, static_cast<std::uint8_t>(kind));
}

void Builder::clauses(Children& to) {
    while (at_comprehension()) add(to, clause());
}

Index Builder::clause() {
    const std::uint32_t begin = token().begin;
    const std::uint16_t flags = eat(TokenKind::kw_async) ? flag::async : std::uint16_t{0};
    Children parts;
    need(TokenKind::kw_for, "expected 'for' after 'async'");
    add(parts, target_list());
    need(TokenKind::kw_in, "expected 'in'");
    add(parts, operation(or_power));
    while (eat(TokenKind::kw_if)) add(parts, operation(or_power));
    return finish(Kind::clause, begin, parts, 0, flags);
}

// --- calls -----------------------------------------------------------------------------------

Index Builder::call(std::uint32_t begin, Index callee) {
    Children parts;
    add(parts, callee);
    const Nesting nesting(*this);
    arguments(parts, token().begin);
    return finish(Kind::call, begin, parts);
}

namespace {
/// What was seen among the arguments: bits.
constexpr unsigned seen_keyword = 1, seen_double_star = 2;
}  // namespace

/// From one parenthesis to the other.
void Builder::arguments(Children& to, std::uint32_t open) {
    const Index callee = to.last;
    unsigned seen = 0;
    advance();
    while (!at(TokenKind::right_paren)) {
        const Index given = argument(seen);
        if (at_comprehension()) {
            if (to.last != callee || callee == no_node) {
                fail("a generator among other arguments needs parentheses");
            }
            return add(to, comprehension(open, given, ComprehensionKind::generator,
                                         TokenKind::right_paren));
        }
        add(to, given);
        if (!eat(TokenKind::comma)) break;
    }
    need(TokenKind::right_paren, "expected ')' or ','");
}

Index Builder::argument(unsigned& seen) {
    const std::uint32_t begin = token().begin;
    if (eat(TokenKind::double_star)) {
        seen |= seen_double_star;
        return wrap(Kind::double_star, begin, expression());
    }
    if (eat(TokenKind::star)) {
        if ((seen & seen_double_star) != 0) fail("'*' cannot follow '**'");
        return wrap(Kind::star, begin, expression());
    }
    const Index given = expression();
    if (at(TokenKind::assign)) {
        seen |= seen_keyword;
        return keyword_argument(begin, given);
    }
    if (seen != 0) fail("a positional argument follows a keyword argument");
    return at(TokenKind::walrus) ? walrus(begin, given) : given;
}

/// The name before `=` was read as an expression: its node, the newest, is dropped.
Index Builder::keyword_argument(std::uint32_t begin, Index name) {
    if (!is_bare(name, Kind::name)) {
        fail("only a name can stand left of '=' in a call");
        return no_node;
    }
    const Token word{.begin = begin, .end = tree_.nodes[name].end};
    drop_from(name);
    advance();
    return wrap(Kind::keyword, begin, expression(), 0, name_length(word));
}

// --- subscripts ------------------------------------------------------------------------------

Index Builder::subscript(std::uint32_t begin, Index object) {
    const Nesting nesting(*this);
    Children parts;
    add(parts, object);
    advance();
    const std::uint32_t index = token().begin;
    const Index first = slice_or_star();
    if (at(TokenKind::comma) || is(first, Kind::star)) {
        Children elements;
        add(elements, first);
        while (eat(TokenKind::comma) && !at(TokenKind::right_bracket)) {
            add(elements, slice_or_star());
        }
        add(parts, finish(Kind::tuple, index, elements));
    } else {
        add(parts, first);
    }
    need(TokenKind::right_bracket, "expected ']'");
    return finish(Kind::subscript, begin, parts);
}

Index Builder::slice_or_star() {
    if (!at(TokenKind::star)) return slice();
    const std::uint32_t begin = token().begin;
    advance();
    return wrap(Kind::star, begin, expression());
}

Index Builder::slice() {
    const std::uint32_t begin = token().begin;
    Children parts;
    std::uint16_t flags = 0;
    const auto part = [&](std::uint16_t which) {
        if (at(TokenKind::colon) || at(TokenKind::comma) || at(TokenKind::right_bracket)) return;
        flags |= which;
        add(parts, expression());
    };
    if (!at(TokenKind::colon)) {
        const Index whole = named_expression();
        if (!at(TokenKind::colon)) return whole;
        if (is_bare(whole, Kind::named)) fail("a walrus in a slice needs parentheses");
        flags |= flag::has_lower;
        add(parts, whole);
    }
    advance();
    part(flag::has_upper);
    if (eat(TokenKind::colon)) part(flag::has_step);
    return finish(Kind::slice, begin, parts, 0, flags);
}

}  // namespace trainlint::python
