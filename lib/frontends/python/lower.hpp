/// Turns syntax trees into flow form: one flow::Function a body, in flat arrays.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "flow/function.hpp"
#include "frontends/python/lower_symbols.hpp"
#include "frontends/python/tree.hpp"

namespace trainlint::python {

/// Lowers one text after another; keeps what it has allocated.
class Lowering {
public:
    explicit Lowering(SymbolCache& symbols) : symbols_(symbols) {}

    /// The statements of the module become function 0 of `out`, the functions in them the others.
    /// `tree` was made of `text`.
    void module(std::string_view text, const Tree& tree, flow::Source& out);

private:
    using Kind = flow::Expression::Kind;
    using Step = flow::Statement::Kind;

    /// A function that is being built. Kept for reuse, since most functions are small and there
    /// are many; what is finished is copied out at its exact size.
    struct Frame {
        flow::Function function;
        std::uint32_t index = 0;
        std::vector<flow::Id> operands;    // of expressions whose children are being lowered
        std::vector<flow::Id> statements;  // of blocks that are being lowered
        flow::Id opaque = flow::no_id;     // stands for all that is beyond the limit
    };
    /// One condition of an `if` with its block.
    struct Arm {
        flow::Id condition;
        flow::Block body;
        std::uint32_t begin;
    };
    /// Of blocks that one statement nests: arms of an `if`, items of a `with`.
    static constexpr std::size_t deepest_chain = 100;
    static constexpr std::size_t most_expressions = 2'000'000;
    static constexpr std::size_t most_operands = 65'000;

    // Functions (lower_definitions.cpp).
    std::uint32_t open(Symbol name, std::uint32_t definition);
    void finish(flow::Block body);
    void definition(Index node);
    std::uint32_t new_definition(Index decorated, Index node);
    Symbol qualified(std::uint32_t parent, std::string_view name);
    void parameters(Index node);
    void parameter(Index node);
    void function_body(std::uint32_t definition, Index parameters_node, Index block_node);
    void class_body(std::uint32_t definition, Index block_node);
    void bases(std::uint32_t definition, Index arguments);
    void import(Index node);
    void import_from(Index node);
    void add_import(flow::Import import);
    flow::Id lambda(Index node);
    std::string_view dotted(Index node);

    // Statements (lower_statements.cpp).
    flow::Block block(Index node);
    flow::Block end_block(std::size_t mark);
    void statement_list(Index first);
    void statement(Index node);
    void simple(Index node);
    void assign(Index node);
    void expression_statement(Index node);
    void remove(Index node);
    void declare(Index node, std::uint8_t operation);
    void branch(Index node);
    flow::Block cases_of(std::vector<Arm>& arms, const flow::Block& otherwise, std::uint32_t end);
    void loop(Index node);
    void attempt(Index node);
    flow::Block handler(Index node);
    void with(Index node);
    void match(Index node);
    flow::Block match_case(Index node);
    void pattern(Index node, std::vector<Symbol>& bound);
    void error(Index node);
    flow::Id add(flow::Statement statement);
    flow::Id add(Step kind, Index node, flow::Id value = flow::no_id,
                 flow::Id target = flow::no_id);
    void set_blocks(flow::Statement& statement, std::initializer_list<flow::Block> blocks);
    void add_blocks(flow::Statement& statement, std::span<const flow::Block> blocks);

    // Expressions (lower_expressions.cpp).
    flow::Id expression(Index node);
    flow::Id expression_within(Index node);
    flow::Id optional(Index node) { return node == no_node ? flow::no_id : expression(node); }
    flow::Id make(Kind kind, text::Span at, std::size_t mark, Symbol symbol = no_symbol,
                  std::uint8_t operation = 0);
    flow::Id leaf(Kind kind, text::Span at, Symbol symbol, std::uint8_t operation = 0);
    flow::Id with_children(Kind kind, Index node, Symbol symbol = no_symbol,
                           std::uint8_t operation = 0);
    flow::Id opaque(Index node);
    flow::Id opaque_with_children(Index node);
    flow::Id number(Index node);
    flow::Id string(Index node);
    flow::Id text_literal(Index node);
    flow::Id text_join(Index node);
    void text_parts(Index node);
    flow::Id constant(Index node);
    flow::Id slice(Index node);
    flow::Id binary(Index node);
    flow::Id unary(Index node);
    flow::Id compare(Index node);
    flow::Id compare_chain(Index node);
    flow::Id boolean(Index node);
    flow::Id conditional(Index node);
    flow::Id comprehension(Index node);
    flow::Id sequence(Index node, flow::SequenceKind kind);

    [[nodiscard]] const Node& node(Index index) const { return tree_->nodes[index]; }
    [[nodiscard]] std::string_view written(text::Span span) const {
        return text_.substr(span.begin, span.size());
    }
    [[nodiscard]] Symbol symbol(Index index) {
        return symbols_.intern(written(node(index).span()));
    }
    [[nodiscard]] Frame& frame() { return *frames_[depth_ - 1]; }
    [[nodiscard]] flow::Function& function() { return frame().function; }

    std::string_view text_;
    SymbolCache& symbols_;
    flow::Source* out_ = nullptr;
    const Tree* tree_ = nullptr;
    std::vector<std::unique_ptr<Frame>> frames_;
    std::size_t depth_ = 0;  // frames in use
    std::string scratch_;
};

}  // namespace trainlint::python
