// Statements with blocks.
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

// --- blocks ----------------------------------------------------------------------------------

Index Builder::block() {
    if (!need(TokenKind::colon, "expected ':'")) return no_node;
    return at(TokenKind::newline) ? indented_block() : inline_block();
}

Index Builder::inline_block() {
    const std::uint32_t begin = token().begin;
    Children body;
    simple_statements(body);
    return close(Kind::block, begin, body);
}

Index Builder::indented_block() {
    lexer_.next();
    if (!at(TokenKind::indent)) {
        const bool cut = range_ && at(TokenKind::end_of_text);
        if (!cut) {
            report(tree_, {token().begin, token().end}, "expected an indented block");
        }
        depth_ = 0;
        return make(Kind::block, last_end_, last_end_, 0, flag::absent);
    }
    lexer_.next();
    const std::uint32_t begin = token().begin;
    Children body;
    statements(body);
    if (at(TokenKind::dedent)) lexer_.next();
    return close(Kind::block, begin, body);
}

/// Adds a clause, or what is left of it. True: it was damaged.
bool Builder::damaged_clause(Children& to, const Start& start, Index clause) {
    const bool damaged = failed_;
    add(to, damaged ? recover(start) : clause);
    return damaged;
}

Index Builder::else_clause(Kind kind) {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, block());
    return failed_ ? no_node : close(kind, begin, parts);
}

/// True: it was damaged.
bool Builder::optional_else(Children& to) {
    if (!at(TokenKind::kw_else)) return false;
    const Start start = here();
    return damaged_clause(to, start, else_clause(Kind::else_clause));
}

namespace {
std::uint16_t damaged_if(bool damaged) {
    return damaged ? flag::damaged : std::uint16_t{0};
}
}  // namespace

/// `else` or the like without its statement. Behind a damaged statement it is no new error.
Index Builder::stray_clause(const Children& before) {
    const bool known = before.last != no_node && is(before.last, Kind::error);
    const Start start = here();
    fail("this clause belongs to no statement");
    return recover(start, known);
}

// --- if, while, for --------------------------------------------------------------------------

Index Builder::if_statement() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, named_expression());
    add(parts, block());
    if (failed_) return no_node;
    bool damaged = false;
    while (at(TokenKind::kw_elif)) {
        const Start start = here();
        damaged |= damaged_clause(parts, start, elif_clause());
    }
    damaged |= optional_else(parts);
    return close(Kind::if_, begin, parts, damaged_if(damaged));
}

Index Builder::elif_clause() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, named_expression());
    add(parts, block());
    return failed_ ? no_node : close(Kind::elif_clause, begin, parts);
}

Index Builder::while_statement() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, named_expression());
    add(parts, block());
    if (failed_) return no_node;
    const bool damaged = optional_else(parts);
    return close(Kind::while_, begin, parts, damaged_if(damaged));
}

Index Builder::for_statement(std::uint32_t begin, std::uint16_t flags) {
    Children parts;
    advance();
    add(parts, target_list());
    need(TokenKind::kw_in, "expected 'in'");
    add(parts, expression_list());
    add(parts, block());
    if (failed_) return no_node;
    if (optional_else(parts)) flags |= flag::damaged;
    return close(Kind::for_, begin, parts, flags);
}

Index Builder::async_statement() {
    const std::uint32_t begin = token().begin;
    advance();
    switch (kind()) {
        case TokenKind::kw_def:
            return function(begin, flag::async);
        case TokenKind::kw_for:
            return for_statement(begin, flag::async);
        case TokenKind::kw_with:
            return with_statement(begin, flag::async);
        default:
            fail("expected 'def', 'for' or 'with' after 'async'");
            return no_node;
    }
}

// --- try -------------------------------------------------------------------------------------

Index Builder::try_statement() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, block());
    if (failed_) return no_node;
    bool star = false;
    const Index body = parts.last;
    bool damaged = handlers(parts, star);
    if (parts.last != body) damaged |= optional_else(parts);
    if (at(TokenKind::kw_finally)) {
        const Start start = here();
        damaged |= damaged_clause(parts, start, else_clause(Kind::finally_clause));
    } else if (parts.last == body) {
        const bool absent = tree_.nodes[body].has(flag::absent);  // then that was said already
        if (!absent) report(tree_, {token().begin, token().end}, "expected 'except' or 'finally'");
        damaged = true;
    }
    const std::uint16_t flags = damaged_if(damaged) | (star ? flag::star : std::uint16_t{0});
    return close(Kind::try_, begin, parts, flags);
}

/// True: one was damaged.
bool Builder::handlers(Children& to, bool& star) {
    bool damaged = false;
    for (bool first = true; at(TokenKind::kw_except); first = false) {
        const Start start = here();
        damaged |= damaged_clause(to, start, handler(first, star));
    }
    return damaged;
}

Index Builder::handler(bool first, bool& star) {
    const std::uint32_t begin = token().begin;
    Children parts;
    std::uint16_t flags = 0;
    advance();
    const bool grouped = eat(TokenKind::star);
    if (!first && grouped != star) fail("cannot have both 'except' and 'except*'");
    if (first) star = grouped;
    if (!at(TokenKind::colon) || grouped) {
        flags |= flag::has_type;
        const std::uint32_t types = token().begin;
        const Index type = expression();
        add(parts, at(TokenKind::comma) ? rest_of_list(types, type, &Builder::expression) : type);
        const bool several = is(parts.last, Kind::tuple) && parts.last != type;
        if (!several && eat(TokenKind::kw_as)) {
            flags |= flag::has_name;
            add(parts, identifier("expected a name after 'as'"));
        }
    }
    add(parts, block());
    return failed_ ? no_node : close(Kind::handler, begin, parts, flags);
}

// --- with ------------------------------------------------------------------------------------

Index Builder::with_statement(std::uint32_t begin, std::uint16_t flags) {
    Children parts;
    advance();
    if (!(at(TokenKind::left_paren) && parenthesised_items(parts))) {
        with_items(parts, TokenKind::colon);
    }
    add(parts, block());
    return failed_ ? no_node : close(Kind::with, begin, parts, flags);
}

/// At a parenthesis: whether it holds all items. If not, it belongs to an expression.
bool Builder::parenthesised_items(Children& to) {
    const Trial trial = begin_trial();
    advance();
    with_items(to, TokenKind::right_paren);
    if (eat(TokenKind::right_paren) && at(TokenKind::colon)) return true;
    undo(trial);
    to = {};
    return false;
}

void Builder::with_items(Children& to, TokenKind end) {
    do {
        add(to, with_item());
    } while (eat(TokenKind::comma) && !(end == TokenKind::right_paren && at(end)));
}

Index Builder::with_item() {
    const std::uint32_t begin = token().begin;
    Children parts;
    add(parts, expression());
    if (eat(TokenKind::kw_as)) add(parts, target());
    return finish(Kind::with_item, begin, parts);
}

// --- match -----------------------------------------------------------------------------------

/// "match" is a name unless a subject, a colon and the end of the line follow. False: it is.
bool Builder::match_statement(Index& made) {
    const Trial trial = begin_trial();
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    if (!match_subject(parts)) {
        undo(trial);
        return false;
    }
    lexer_.next();
    bool damaged = false;
    if (at(TokenKind::indent)) {
        lexer_.next();
        damaged = cases(parts);
        if (at(TokenKind::dedent)) lexer_.next();
    } else if (!(range_ && at(TokenKind::end_of_text))) {
        report(tree_, {token().begin, token().end}, "expected an indented block of cases");
        damaged = true;
    }
    made = close(Kind::match, begin, parts, damaged_if(damaged));
    return true;
}

bool Builder::match_subject(Children& to) {
    const std::uint32_t begin = token().begin;
    const Index first = star_named();
    const bool tuple = at(TokenKind::comma);
    if (!tuple && is(first, Kind::star)) return false;
    add(to, tuple ? rest_of_list(begin, first, &Builder::star_named) : first);
    return eat(TokenKind::colon) && at(TokenKind::newline);
}

/// True: one was damaged, or there is none.
bool Builder::cases(Children& to) {
    bool damaged = !at_word("case");
    for (unsigned deeper = 0;;) {
        if (at(TokenKind::end_of_text) || (at(TokenKind::dedent) && deeper == 0)) return damaged;
        if (at(TokenKind::dedent) || at(TokenKind::indent) || at(TokenKind::newline)) {
            if (at(TokenKind::indent)) {
                report(tree_, {token().begin, token().begin}, "unexpected indent");
                ++deeper;
            } else if (at(TokenKind::dedent)) {
                --deeper;
            }
            lexer_.next();
            continue;
        }
        const Start start = here();
        damaged |= damaged_clause(to, start, case_clause());
    }
}

Index Builder::case_clause() {
    const std::uint32_t begin = token().begin;
    if (!at_word("case")) fail("expected 'case'");
    Children parts;
    std::uint16_t flags = 0;
    eat(TokenKind::name);
    add(parts, patterns());
    if (eat(TokenKind::kw_if)) {
        flags |= flag::has_guard;
        add(parts, named_expression());
    }
    add(parts, block());
    return failed_ ? no_node : close(Kind::case_, begin, parts, flags);
}

}  // namespace trainlint::python
