// The patterns of match statements.
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

/// What stands after `case`: a pattern, or several without brackets.
Index Builder::patterns() {
    const std::uint32_t begin = token().begin;
    const Index first = star_or_pattern();
    if (at(TokenKind::comma)) return sequence_items(begin, first, TokenKind::colon, 0);
    if (is(first, Kind::pattern_star)) fail("'*' cannot stand alone in a pattern");
    return first;
}

/// Behind the first of a sequence's patterns, up to `end`, which is passed if it is a bracket.
Index Builder::sequence_items(std::uint32_t begin, Index first, TokenKind end,
                              std::uint16_t flags) {
    Children items;
    add(items, first);
    while (eat(TokenKind::comma) && !at(end) && !at(TokenKind::kw_if)) {
        add(items, star_or_pattern());
    }
    if (flags != 0) need(end, "expected the end of the pattern's sequence");
    return finish(Kind::pattern_sequence, begin, items, 0, flags);
}

Index Builder::star_or_pattern() {
    if (!at(TokenKind::star)) return pattern();
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    if (at_word("_")) {
        advance();
    } else {
        add(parts, capture_name());
    }
    return finish(Kind::pattern_star, begin, parts);
}

/// A name that a pattern binds: any but `_`.
Index Builder::capture_name() {
    if (at_word("_")) fail("'_' cannot be bound in a pattern");
    return identifier("expected a name in the pattern");
}

Index Builder::pattern() {
    const std::uint32_t begin = token().begin;
    const Index alternatives = or_pattern();
    if (!at(TokenKind::kw_as)) return alternatives;
    Children parts;
    add(parts, alternatives);
    advance();
    add(parts, capture_name());
    return finish(Kind::pattern_as, begin, parts);
}

Index Builder::or_pattern() {
    const std::uint32_t begin = token().begin;
    const Index first = closed_pattern();
    if (!at(TokenKind::bar)) return first;
    Children parts;
    add(parts, first);
    while (eat(TokenKind::bar)) add(parts, closed_pattern());
    return finish(Kind::pattern_or, begin, parts);
}

Index Builder::closed_pattern() {
    const Nesting nesting(*this);
    switch (kind()) {
        case TokenKind::number:
        case TokenKind::minus:
        case TokenKind::plus:
        case TokenKind::string:
        case TokenKind::text_start:
            return literal_pattern();
        case TokenKind::kw_none:
        case TokenKind::kw_true:
        case TokenKind::kw_false:
            return constant_leaf(Kind::pattern_singleton);
        case TokenKind::name:
            return name_pattern();
        case TokenKind::left_paren:
        case TokenKind::left_bracket:
            return group_pattern();
        case TokenKind::left_brace:
            return mapping_pattern();
        default:
            fail("expected a pattern");
            return no_node;
    }
}

// --- literals and names ----------------------------------------------------------------------

Index Builder::literal_pattern() {
    const std::uint32_t begin = token().begin;
    return wrap(Kind::pattern_value, begin, at_literal() ? strings() : number_or_sum());
}

Index Builder::signed_number() {
    const std::uint32_t begin = token().begin;
    const std::uint8_t sign = token().op;
    const bool negative = eat(TokenKind::minus);
    if (!at(TokenKind::number)) {
        fail("expected a number in the pattern");
        return no_node;
    }
    const Index number = leaf(Kind::number, token().op);
    return negative ? wrap(Kind::unary, begin, number, sign) : number;
}

/// A number, or a complex one as a sum.
Index Builder::number_or_sum() {
    const std::uint32_t begin = token().begin;
    const Index real = signed_number();
    if (!at(TokenKind::plus) && !at(TokenKind::minus)) return real;
    Children parts;
    add(parts, real);
    const std::uint8_t op = token().op;
    advance();
    if (at(TokenKind::number) && static_cast<NumberKind>(token().op) == NumberKind::imaginary) {
        add(parts, leaf(Kind::number, token().op));
    } else {
        fail("expected an imaginary number in the pattern");
    }
    return finish(Kind::binary, begin, parts, op);
}

Index Builder::name_pattern() {
    const std::uint32_t begin = token().begin;
    const bool wildcard = at_word("_");
    const Index word = leaf(Kind::name);
    if (!at(TokenKind::dot) && !at(TokenKind::left_paren)) {
        tree_.nodes[word].kind = wildcard ? Kind::pattern_wildcard : Kind::pattern_capture;
        return word;
    }
    Index callee = word;
    while (at(TokenKind::dot)) callee = attribute(begin, callee);
    if (at(TokenKind::left_paren)) return class_pattern(begin, callee);
    return wrap(Kind::pattern_value, begin, callee);
}

// --- classes, groups, mappings ---------------------------------------------------------------

Index Builder::class_pattern(std::uint32_t begin, Index callee) {
    Children parts;
    add(parts, callee);
    bool keywords = false;
    advance();
    while (!at(TokenKind::right_paren)) {
        add(parts, class_argument(keywords));
        if (!eat(TokenKind::comma)) break;
    }
    need(TokenKind::right_paren, "expected ')' in the pattern");
    return finish(Kind::pattern_class, begin, parts);
}

Index Builder::class_argument(bool& keywords) {
    const std::uint32_t begin = token().begin;
    const Index first = pattern();
    if (!at(TokenKind::assign)) {
        if (keywords) fail("a positional pattern follows a keyword pattern");
        return first;
    }
    const bool word =
        is_bare(first, Kind::pattern_capture) || is_bare(first, Kind::pattern_wildcard);
    if (!word) {
        fail("expected a name before '=' in the pattern");
        return no_node;
    }
    keywords = true;
    tree_.nodes[first].kind = Kind::identifier;
    Children parts;
    add(parts, first);
    advance();
    add(parts, pattern());
    return finish(Kind::pattern_keyword, begin, parts);
}

Index Builder::group_pattern() {
    const std::uint32_t begin = token().begin;
    const bool round = at(TokenKind::left_paren);
    const TokenKind end = round ? TokenKind::right_paren : TokenKind::right_bracket;
    const std::uint16_t flags = round ? flag::parenthesised : flag::brackets;
    advance();
    if (at(end)) return sequence_items(begin, no_node, end, flags);
    const Index first = star_or_pattern();
    if (!round || at(TokenKind::comma)) return sequence_items(begin, first, end, flags);
    if (is(first, Kind::pattern_star)) fail("'*' cannot stand alone in a pattern");
    need(end, "expected ')' in the pattern");
    if (first != no_node) tree_.nodes[first].flags |= flag::parenthesised;
    return first;
}

Index Builder::mapping_pattern() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    while (!at(TokenKind::right_brace)) {
        if (parts.last != no_node && is(parts.last, Kind::pattern_rest)) {
            fail("nothing may follow '**' in a pattern");
        }
        add(parts, mapping_item());
        if (!eat(TokenKind::comma)) break;
    }
    need(TokenKind::right_brace, "expected '}' in the pattern");
    return finish(Kind::pattern_mapping, begin, parts);
}

Index Builder::mapping_item() {
    const std::uint32_t begin = token().begin;
    if (eat(TokenKind::double_star)) return wrap(Kind::pattern_rest, begin, capture_name());
    Children parts;
    add(parts, mapping_key());
    need(TokenKind::colon, "expected ':' in the pattern");
    add(parts, pattern());
    return finish(Kind::pattern_pair, begin, parts);
}

Index Builder::mapping_key() {
    const std::uint32_t begin = token().begin;
    switch (kind()) {
        case TokenKind::kw_none:
        case TokenKind::kw_true:
        case TokenKind::kw_false:
            return constant_leaf(Kind::constant);
        case TokenKind::string:
        case TokenKind::text_start:
            return strings();
        case TokenKind::name: {
            Index key = leaf(Kind::name);
            if (!at(TokenKind::dot)) fail("a key of a pattern must be a literal or dotted name");
            while (at(TokenKind::dot)) key = attribute(begin, key);
            return key;
        }
        default:
            return number_or_sum();
    }
}

}  // namespace trainlint::python
