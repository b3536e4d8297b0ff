// Simple statements, and the choice of what a statement is.
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

/// Up to the dedent that ends the block, which stays the current token.
void Builder::statements(Children& to) {
    for (unsigned deeper = 0;;) {
        switch (kind()) {
            case TokenKind::end_of_text:
                return;
            case TokenKind::newline:
                lexer_.next();
                break;
            case TokenKind::indent:
                report(tree_, {token().begin, token().begin}, "unexpected indent");
                ++deeper;
                lexer_.next();
                break;
            case TokenKind::dedent:
                if (deeper == 0) return;
                --deeper;
                lexer_.next();
                break;
            default:
                statement(to);
        }
    }
}

void Builder::statement(Children& to) {
    const Start start = here();
    Index made = no_node;
    switch (kind()) {
        case TokenKind::kw_if:
            made = if_statement();
            break;
        case TokenKind::kw_while:
            made = while_statement();
            break;
        case TokenKind::kw_for:
            made = for_statement(start.begin, 0);
            break;
        case TokenKind::kw_try:
            made = try_statement();
            break;
        case TokenKind::kw_with:
            made = with_statement(start.begin, 0);
            break;
        case TokenKind::kw_async:
            made = async_statement();
            break;
        case TokenKind::kw_def:
            made = function(start.begin, 0);
            break;
        case TokenKind::kw_class:
            made = class_definition();
            break;
        case TokenKind::at:
            made = decorated();
            break;
        case TokenKind::kw_elif:
        case TokenKind::kw_else:
        case TokenKind::kw_except:
        case TokenKind::kw_finally:
            made = stray_clause(to);
            break;
        case TokenKind::name:
            if (at_word("match") && match_statement(made)) break;
            [[fallthrough]];
        default:
            return simple_statements(to);
    }
    add(to, failed_ ? recover(start) : made);
}

/// One logical line of statements between semicolons.
void Builder::simple_statements(Children& to) {
    for (;;) {
        const Start start = here();
        const Index made = simple_statement();
        if (!at_end_of_statement()) fail("expected the end of the statement");
        if (failed_) return add(to, recover(start));
        add(to, made);
        if (eat(TokenKind::semicolon) && !at(TokenKind::newline)) continue;
        lexer_.next();
        return;
    }
}

Index Builder::simple_statement() {
    switch (kind()) {
        case TokenKind::kw_return:
            return return_statement();
        case TokenKind::kw_import:
            return import_statement();
        case TokenKind::kw_from:
            return import_from_statement();
        case TokenKind::kw_raise:
            return raise_statement();
        case TokenKind::kw_assert:
            return assert_statement();
        case TokenKind::kw_del:
            return delete_statement();
        case TokenKind::kw_pass:
            return keyword_statement(Kind::pass);
        case TokenKind::kw_break:
            return keyword_statement(Kind::break_);
        case TokenKind::kw_continue:
            return keyword_statement(Kind::continue_);
        case TokenKind::kw_global:
            return names_statement(Kind::global);
        case TokenKind::kw_nonlocal:
            return names_statement(Kind::nonlocal);
        case TokenKind::name:
            if (at_type_alias()) return type_alias();
            [[fallthrough]];
        default:
            return expression_statement();
    }
}

Index Builder::keyword_statement(Kind kind) {
    return leaf(kind);
}

/// What may stand right of `=`.
Index Builder::value() {
    return at(TokenKind::kw_yield) ? yield() : expression_list();
}

Index Builder::expression_statement() {
    const std::uint32_t begin = token().begin;
    const Index first = value();
    switch (kind()) {
        case TokenKind::assign:
            return assignment(begin, first);
        case TokenKind::augmented:
            return augmented(begin, first);
        case TokenKind::colon:
            return annotated(begin, first);
        default:
            return wrap(Kind::expression, begin, first);
    }
}

Index Builder::assignment(std::uint32_t begin, Index first) {
    Children parts;
    add(parts, first);
    Index last = first;
    while (at(TokenKind::assign)) {
        if (!is_target(last)) {
            fail_at(tree_.nodes[last].begin, tree_.nodes[last].end, "cannot assign to this");
            return no_node;
        }
        advance();
        last = value();
        add(parts, last);
    }
    return finish(Kind::assign, begin, parts);
}

Index Builder::augmented(std::uint32_t begin, Index target) {
    if (!is_single_target(target)) {
        fail("cannot assign to this with an operator");
        return no_node;
    }
    const std::uint8_t op = token().op;
    Children parts;
    add(parts, target);
    advance();
    add(parts, value());
    return finish(Kind::augmented_assign, begin, parts, op);
}

Index Builder::annotated(std::uint32_t begin, Index target) {
    if (!is_single_target(target)) {
        fail("only a name, attribute or element can be annotated");
        return no_node;
    }
    const std::uint16_t flags = is_bare(target, Kind::name) ? flag::simple : std::uint16_t{0};
    Children parts;
    add(parts, target);
    advance();
    add(parts, expression());
    if (eat(TokenKind::assign)) add(parts, value());
    return finish(Kind::annotated_assign, begin, parts, 0, flags);
}

Index Builder::return_statement() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    if (!at_end_of_statement()) add(parts, expression_list());
    return finish(Kind::return_, begin, parts);
}

Index Builder::raise_statement() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    if (!at_end_of_statement()) {
        add(parts, expression());
        if (eat(TokenKind::kw_from)) add(parts, expression());
    }
    return finish(Kind::raise, begin, parts);
}

Index Builder::assert_statement() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, expression());
    if (eat(TokenKind::comma)) add(parts, expression());
    return finish(Kind::assert_, begin, parts);
}

Index Builder::delete_statement() {
    const std::uint32_t begin = token().begin;
    Children targets;
    advance();
    do {
        const Index target = operation(bit_or_power);
        if (!is_deletable(target)) fail("cannot delete this");
        add(targets, target);
    } while (eat(TokenKind::comma) && !at_end_of_statement());
    return finish(Kind::delete_, begin, targets);
}

Index Builder::names_statement(Kind kind) {
    const std::uint32_t begin = token().begin;
    Children names;
    advance();
    do {
        add(names, identifier("expected a name"));
    } while (eat(TokenKind::comma));
    return finish(kind, begin, names);
}

// --- imports ---------------------------------------------------------------------------------

Index Builder::import_statement() {
    const std::uint32_t begin = token().begin;
    Children names;
    advance();
    do {
        add(names, alias(true));
    } while (eat(TokenKind::comma));
    return finish(Kind::import, begin, names);
}

Index Builder::import_from_statement() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    const std::uint16_t level = dots();
    if (level == 0 || !at(TokenKind::kw_import)) add(parts, dotted_name());
    need(TokenKind::kw_import, "expected 'import'");
    imported_names(parts);
    return finish(Kind::import_from, begin, parts, 0, level);
}

std::uint16_t Builder::dots() {
    std::uint32_t level = 0;
    while (at(TokenKind::dot) || at(TokenKind::ellipsis)) {
        level += at(TokenKind::dot) ? 1 : 3;
        advance();
    }
    return static_cast<std::uint16_t>(std::min(level, 0xFFFFu));
}

void Builder::imported_names(Children& to) {
    if (at(TokenKind::star)) return add(to, leaf(Kind::alias, 0, flag::star));
    const bool parentheses = eat(TokenKind::left_paren);
    do {
        add(to, alias(false));
    } while (eat(TokenKind::comma) && !(parentheses && at(TokenKind::right_paren)));
    if (parentheses) need(TokenKind::right_paren, "expected ')' after the imported names");
}

Index Builder::alias(bool dotted) {
    const std::uint32_t begin = token().begin;
    Children parts;
    add(parts, dotted ? dotted_name() : identifier("expected a name to import"));
    if (eat(TokenKind::kw_as)) add(parts, identifier("expected a name after 'as'"));
    return finish(Kind::alias, begin, parts);
}

Index Builder::dotted_name() {
    const std::uint32_t begin = token().begin;
    do {
        need(TokenKind::name, "expected a module's name");
    } while (eat(TokenKind::dot));
    depth_ = 1;
    return make(Kind::dotted_name, begin, last_end_);
}

Index Builder::identifier(std::string_view message) {
    if (at(TokenKind::name)) return leaf(Kind::identifier);
    fail(message);
    return no_node;
}

// --- type aliases ----------------------------------------------------------------------------

/// "type" is a name unless another name follows it.
bool Builder::at_type_alias() {
    if (!at_word("type")) return false;
    const Trial trial = begin_trial();
    advance();
    const bool alias = at(TokenKind::name);
    undo(trial);
    return alias;
}

Index Builder::type_alias() {
    const std::uint32_t begin = token().begin;
    Children parts;
    advance();
    add(parts, identifier("expected a name after 'type'"));
    optional_type_parameters(parts);
    need(TokenKind::assign, "expected '=' in the type alias");
    add(parts, expression());
    return finish(Kind::type_alias, begin, parts);
}

}  // namespace trainlint::python
