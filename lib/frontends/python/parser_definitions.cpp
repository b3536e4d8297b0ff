// Functions, classes, and what stands in their heads.
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

// --- decorators ------------------------------------------------------------------------------

Index Builder::decorated() {
    const Start all = here();
    Children parts;
    while (at(TokenKind::at)) {
        const Start start = here();
        if (!damaged_clause(parts, start, decorator())) lexer_.next();
    }
    if (definition(parts)) return close(Kind::decorated, all.begin, parts);
    report(tree_, {token().begin, token().end}, "expected a function or a class after decorators");
    drop_from(all.nodes);
    return close(Kind::error, all.begin, {});
}

/// Up to the end of its line, which stays the current token.
Index Builder::decorator() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, named_expression());
    if (!at(TokenKind::newline)) fail("expected the end of the line after a decorator");
    return finish(Kind::decorator, begin, parts);
}

/// The function or class under decorators. False: there is none.
bool Builder::definition(Children& to) {
    const Start start = here();
    Index made = no_node;
    switch (kind()) {
        case TokenKind::kw_def:
            made = function(start.begin, 0);
            break;
        case TokenKind::kw_class:
            made = class_definition();
            break;
        case TokenKind::kw_async:
            made = async_statement();
            if (!failed_ && !is(made, Kind::function)) {
                report(tree_, {start.begin, start.begin + 5}, "this cannot be decorated");
            }
            break;
        default:
            return false;
    }
    damaged_clause(to, start, made);
    return true;
}

// --- functions and classes -------------------------------------------------------------------

/// At `def`; the statement begins at `begin`.
Index Builder::function(std::uint32_t begin, std::uint16_t flags) {
    Children parts;
    advance();
    add(parts, identifier("expected the name of the function"));
    optional_type_parameters(parts);
    need(TokenKind::left_paren, "expected '(' after the name of the function");
    add(parts, parameters(TokenKind::right_paren));
    need(TokenKind::right_paren, "expected ')' after the parameters");
    if (eat(TokenKind::arrow)) add(parts, expression());
    add(parts, block());
    return failed_ ? no_node : close(Kind::function, begin, parts, flags);
}

Index Builder::class_definition() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, identifier("expected the name of the class"));
    optional_type_parameters(parts);
    if (at(TokenKind::left_paren)) {
        const std::uint32_t open = token().begin;
        Children given;
        arguments(given, 0);
        add(parts, finish(Kind::arguments, open, given));
    }
    add(parts, block());
    return failed_ ? no_node : close(Kind::class_, begin, parts);
}

// --- parameters ------------------------------------------------------------------------------

/// What the parameters read so far allow for the next one.
struct Builder::ParameterState {
    bool slash = false;      // a `/` was read
    bool star = false;       // a `*` was read: what follows is keyword-only
    bool bare_star = false;  // and no parameter followed it yet
    bool defaults = false;   // one with default was read
    bool ended = false;      // `**` was read
};

/// Up to `end`: the parenthesis of a function or the colon of a lambda, which only the former has
/// annotations.
Index Builder::parameters(TokenKind end) {
    const std::uint32_t begin = token().begin;
    const bool annotations = end == TokenKind::right_paren;
    Children all;
    ParameterState state;
    while (!at(end) && parameter(all, state, annotations) && eat(TokenKind::comma)) {
    }
    if (state.bare_star) fail("expected a parameter after '*'");
    if (all.first == no_node) {
        depth_ = 1;
        return make(Kind::parameters, begin, begin);
    }
    return finish(Kind::parameters, begin, all);
}

/// One parameter, `*` or `/`. False: it failed.
bool Builder::parameter(Children& to, ParameterState& state, bool annotations) {
    const std::uint32_t begin = token().begin;
    if (state.ended) fail("no parameter may follow the one with '**'");
    if (at(TokenKind::slash)) {
        if (state.slash || state.star || to.first == no_node) fail("'/' cannot stand here");
        state.slash = true;
        positional_only(to);
        advance();
        return !failed_;
    }
    auto kind = static_cast<std::uint8_t>(state.star ? ParameterKind::keyword_only
                                                     : ParameterKind::ordinary);
    if (at(TokenKind::star)) {
        if (state.star) fail("'*' may stand only once");
        advance();
        state.star = true;
        if (at(TokenKind::comma)) return state.bare_star = true;
        kind = static_cast<std::uint8_t>(ParameterKind::variadic);
    } else if (at(TokenKind::double_star)) {
        if (state.bare_star) fail("expected a parameter after '*'");
        advance();
        state.ended = true;
        kind = static_cast<std::uint8_t>(ParameterKind::keywords);
    }
    add(to, named_parameter(begin, kind, annotations, state));
    return !failed_;
}

Index Builder::named_parameter(std::uint32_t begin, std::uint8_t op, bool annotations,
                               ParameterState& state) {
    const auto kind = static_cast<ParameterKind>(op);
    Children parts;
    std::uint16_t flags = 0;
    add(parts, identifier("expected a parameter"));
    if (annotations && eat(TokenKind::colon)) {
        flags |= flag::has_annotation;
        add(parts, kind == ParameterKind::variadic ? star_expression() : expression());
    }
    const bool single = kind == ParameterKind::ordinary || kind == ParameterKind::keyword_only;
    if (single && eat(TokenKind::assign)) {
        flags |= flag::has_default;
        add(parts, expression());
    }
    if (kind == ParameterKind::ordinary) {
        const bool has_default = (flags & flag::has_default) != 0;
        if (state.defaults && !has_default) fail("a parameter without default follows one with");
        state.defaults |= has_default;
    }
    state.bare_star = false;
    return finish(Kind::parameter, begin, parts, op, flags);
}

void Builder::positional_only(const Children& parameters) {
    for (Index at = parameters.first; at != no_node; at = tree_.nodes[at].next_sibling) {
        tree_.nodes[at].op = static_cast<std::uint8_t>(ParameterKind::positional_only);
    }
}

// --- type parameters -------------------------------------------------------------------------

void Builder::optional_type_parameters(Children& to) {
    if (at(TokenKind::left_bracket)) add(to, type_parameters());
}

Index Builder::type_parameters() {
    const std::uint32_t begin = token().begin;
    Children all;
    advance();
    do {
        add(all, type_parameter());
    } while (eat(TokenKind::comma) && !at(TokenKind::right_bracket));
    need(TokenKind::right_bracket, "expected ']' after the type parameters");
    return finish(Kind::type_parameters, begin, all);
}

Index Builder::type_parameter() {
    const std::uint32_t begin = token().begin;
    Children parts;
    std::uint16_t flags = 0;
    TypeParameterKind kind = TypeParameterKind::ordinary;
    if (eat(TokenKind::star)) {
        kind = TypeParameterKind::variadic;
    } else if (eat(TokenKind::double_star)) {
        kind = TypeParameterKind::specification;
    }
    add(parts, identifier("expected a type parameter"));
    if (kind == TypeParameterKind::ordinary && eat(TokenKind::colon)) {
        flags |= flag::has_bound;
        add(parts, expression());
    }
    if (eat(TokenKind::assign)) {
        flags |= flag::has_default;
        add(parts, kind == TypeParameterKind::variadic ? star_expression() : expression());
    }
    return finish(Kind::type_parameter, begin, parts, static_cast<std::uint8_t>(kind), flags);
}

}  // namespace trainlint::python
