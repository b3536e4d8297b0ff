/// The recursive descent behind Parser. Private to this folder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "frontends/python/lexer.hpp"
#include "frontends/python/tree.hpp"

namespace trainlint::python {

/// Builds the tree of one text. A failure makes the lexer's token one that matches nothing: all
/// loops end, the statement is dropped, and reading goes on behind its logical line.
class Builder {
public:
    Builder(Lexer& lexer, Tree& tree, bool range) : lexer_(lexer), tree_(tree), range_(range) {}

    void module();

private:
    /// Of brackets, operators and f-strings within one statement: bounds the stack.
    static constexpr unsigned most_nesting = 250;

    /// Children of a node to come, in order.
    struct Children {
        Index first = no_node, last = no_node;
        std::uint32_t depth = 0;  // of the deepest, if it is an expression
    };
    /// Where a statement or clause begins: what recovery goes back to.
    struct Start {
        std::uint32_t begin;
        Index nodes;
    };
    /// Counts nesting while it lives; fails beyond the limit.
    class Nesting {
    public:
        explicit Nesting(Builder& builder) : builder_(builder) {
            if (++builder_.nesting_ > most_nesting) builder_.fail("nested too deeply");
        }
        ~Nesting() { --builder_.nesting_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

    private:
        Builder& builder_;
    };
    /// How tightly an operator binds; 0 is none.
    enum Power : std::uint8_t {
        no_power,
        or_power,
        and_power,
        not_power,
        comparison_power,
        bit_or_power,
        bit_xor_power,
        bit_and_power,
        shift_power,
        sum_power,
        term_power
    };
    static Power power_of(TokenKind kind);

    // Tokens.
    [[nodiscard]] const Token& token() const { return lexer_.token(); }
    [[nodiscard]] TokenKind kind() const { return lexer_.kind(); }
    [[nodiscard]] bool at(TokenKind kind) const { return lexer_.kind() == kind; }
    [[nodiscard]] bool at_word(std::string_view word) const;
    [[nodiscard]] bool at_literal() const {
        return at(TokenKind::string) || at(TokenKind::text_start);
    }
    [[nodiscard]] bool at_end_of_statement() const {
        return at(TokenKind::newline) || at(TokenKind::semicolon);
    }
    void advance() {
        last_end_ = lexer_.token().end;
        lexer_.next();
    }
    bool eat(TokenKind kind) {
        if (lexer_.kind() != kind) return false;
        advance();
        return true;
    }
    bool need(TokenKind kind, std::string_view message) {
        if (eat(kind)) return true;
        fail(message);
        return false;
    }
    void fail(std::string_view message) { fail_at(token().begin, token().end, message); }
    void fail_at(std::uint32_t begin, std::uint32_t end, std::string_view message);

    // Nodes.
    Index make(Kind kind, std::uint32_t begin, std::uint32_t end, std::uint8_t op = 0,
               std::uint16_t flags = 0) {
        tree_.nodes.push_back({kind, op, flags, begin, end, no_node, no_node});
        return count_++;
    }
    void drop_from(Index first) {
        tree_.nodes.resize(first);
        count_ = first;
    }
    /// The current token as a node without children.
    Index leaf(Kind kind, std::uint8_t op = 0, std::uint16_t flags = 0) {
        const Token token = lexer_.token();
        advance();
        depth_ = 1;
        return make(kind, token.begin, token.end, op, flags);
    }
    void add(Children& to, Index child) {
        if (child == no_node) return;
        (to.last == no_node ? to.first : tree_.nodes[to.last].next_sibling) = child;
        to.last = child;
        to.depth = std::max(to.depth, depth_);
    }
    /// An expression or part of one, from `begin` to the last token.
    Index finish(Kind kind, std::uint32_t begin, const Children& children, std::uint8_t op = 0,
                 std::uint16_t flags = 0);
    Index finish(Kind kind, std::uint32_t begin, const Children& children, Operator op) {
        return finish(kind, begin, children, static_cast<std::uint8_t>(op));
    }
    Index wrap(Kind kind, std::uint32_t begin, Index child, std::uint8_t op = 0,
               std::uint16_t flags = 0);
    /// A statement or part of one: its depth does not count.
    Index close(Kind kind, std::uint32_t begin, const Children& children, std::uint16_t flags = 0);
    [[nodiscard]] Start here() const { return {token().begin, count_}; }
    [[nodiscard]] bool is(Index node, Kind kind) const { return tree_.nodes[node].kind == kind; }
    [[nodiscard]] bool is_bare(Index node, Kind kind) const {
        return is(node, kind) && !tree_.nodes[node].has(flag::parenthesised);
    }

    // Trials: a soft keyword or a parenthesis that may mean two things.
    struct Trial {
        Lexer::Mark lexer;
        Index nodes;
        std::uint32_t last_end;
    };
    [[nodiscard]] Trial begin_trial() const { return {lexer_.mark(), count_, last_end_}; }
    void undo(const Trial& trial);

    // Recovery (parser_recovery.cpp).
    Index recover(const Start& start, bool reported = false);
    [[nodiscard]] std::uint32_t end_of_damage(std::uint32_t begin);
    Index body_of_damage();

    // Statements.
    void statements(Children& to);
    void statement(Children& to);
    void simple_statements(Children& to);
    Index simple_statement();
    Index expression_statement();
    Index assignment(std::uint32_t begin, Index first);
    Index augmented(std::uint32_t begin, Index target);
    Index annotated(std::uint32_t begin, Index target);
    Index return_statement();
    Index raise_statement();
    Index assert_statement();
    Index delete_statement();
    Index names_statement(Kind kind);
    Index import_statement();
    Index import_from_statement();
    std::uint16_t dots();
    void imported_names(Children& to);
    Index alias(bool dotted);
    Index dotted_name();
    bool at_type_alias();
    Index type_alias();
    Index keyword_statement(Kind kind);

    // Compound statements.
    Index block();
    Index indented_block();
    Index inline_block();
    Index else_clause(Kind kind);
    bool damaged_clause(Children& to, const Start& start, Index clause);
    bool optional_else(Children& to);
    Index if_statement();
    Index elif_clause();
    Index while_statement();
    Index for_statement(std::uint32_t begin, std::uint16_t flags);
    Index try_statement();
    bool handlers(Children& to, bool& star);
    Index handler(bool first, bool& star);
    Index with_statement(std::uint32_t begin, std::uint16_t flags);
    bool parenthesised_items(Children& to);
    void with_items(Children& to, TokenKind end);
    Index with_item();
    Index async_statement();
    Index stray_clause(const Children& before);
    bool match_statement(Index& made);
    bool match_subject(Children& to);
    bool cases(Children& to);
    Index case_clause();

    // Definitions.
    Index decorated();
    Index decorator();
    bool definition(Children& to);
    Index function(std::uint32_t begin, std::uint16_t flags);
    Index class_definition();
    Index identifier(std::string_view message);
    struct ParameterState;
    Index parameters(TokenKind end);
    bool parameter(Children& to, ParameterState& state, bool annotations);
    bool marker(const Children& before, ParameterState& state, std::uint8_t& op);
    Index named_parameter(std::uint32_t begin, std::uint8_t op, bool annotations,
                          ParameterState& state);
    void positional_only(const Children& parameters);
    void optional_type_parameters(Children& to);
    Index type_parameters();
    Index type_parameter();

    // Expressions. Those called *_list make a tuple of several.
    Index expression();
    Index conditional(std::uint32_t begin, Index value);
    Index named_expression();
    Index walrus(std::uint32_t begin, Index name);
    Index star_expression();
    Index star_named();
    Index expression_list();
    Index rest_of_list(std::uint32_t begin, Index first, Index (Builder::*element)());
    Index value();
    Index target();
    Index target_list();
    bool is_target(Index node) const;
    bool is_single_target(Index node) const;
    bool is_deletable(Index node) const;
    Index operation(Power least);
    Index operand(Power least);
    Index factor();
    Index signed_factor();
    Index negation();
    Index awaited();
    Index power(std::uint32_t begin, Index base);
    Index binary(std::uint32_t begin, Index left, Power power);
    Index comparison(std::uint32_t begin, Index left);
    Operator comparison_operator();
    Index boolean(std::uint32_t begin, Index left, Power power);
    Index primary();
    Index attribute(std::uint32_t begin, Index object);
    Index call(std::uint32_t begin, Index callee);
    void arguments(Children& to, std::uint32_t open);
    Index argument(unsigned& seen);
    Index keyword_argument(std::uint32_t begin, Index name);
    bool sole_generator(Children& to, std::uint32_t open, Index element);
    Index subscript(std::uint32_t begin, Index object);
    Index slice();
    Index slice_or_star();
    Index lambda();
    Index yield();
    Index atom();
    Index parenthesis();
    Index tuple(std::uint32_t begin, Index first);
    Index list();
    Index braces();
    Index brace_element(bool& dict);
    Index comprehension(std::uint32_t begin, Index element, ComprehensionKind kind, TokenKind end);
    void clauses(Children& to);
    Index clause();
    [[nodiscard]] bool at_comprehension() const {
        return at(TokenKind::kw_for) || at(TokenKind::kw_async);
    }

    // Strings.
    Index strings();
    Index string();
    Index text_with_fields();
    Index text_part(std::uint32_t begin, const Token& start);
    Index field(const Lexer::TextRules& rules, const Token& start);
    std::uint8_t conversion();
    Index format_spec(Lexer::TextRules rules, const Token& start);
    void check_escapes(const Token& token);

    // Patterns.
    Index patterns();
    Index pattern();
    Index star_or_pattern();
    Index or_pattern();
    Index closed_pattern();
    Index literal_pattern();
    Index signed_number();
    Index number_or_sum();
    Index name_pattern();
    Index class_pattern(std::uint32_t begin, Index callee);
    Index class_argument(bool& keywords);
    Index group_pattern();
    Index sequence_items(std::uint32_t begin, Index first, TokenKind end, std::uint16_t flags);
    Index mapping_pattern();
    Index mapping_item();
    Index mapping_key();
    Index constant_leaf(Kind kind);
    Index capture_name();

    Lexer& lexer_;
    Tree& tree_;
    Index count_ = 1;  // of tree_.nodes
    bool range_;
    bool failed_ = false;
    SyntaxError failure_;
    std::uint32_t last_end_ = 0;  // of the last token that is no line end or indentation
    std::uint32_t depth_ = 0;     // of the expression made last
    unsigned nesting_ = 0;
    std::uint64_t wasted_ = 0;  // bytes read twice because of failures
};

}  // namespace trainlint::python
