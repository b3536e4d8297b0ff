/// One function, of any language, as statements and expressions in flat arrays.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::flow {

/// Index into Function::expressions or Function::statements.
enum class Id : std::uint32_t {};
inline constexpr Id no_id{0xFFFFFFFFu};

enum class LiteralKind : std::uint8_t { none, boolean, number, text, bytes, ellipsis, long_text };
enum class SequenceKind : std::uint8_t { tuple, list, set };

struct Expression {
    enum class Kind : std::uint8_t {
        literal,        ///< symbol: decoded text; operation: LiteralKind (long_text: symbol empty)
        name,           ///< symbol
        member,         ///< operands: object; symbol: the member, which ends the expression
        element,        ///< operands: object, index
        slice,          ///< operands: up to three, no_id where left out
        call,           ///< operands: callee, then arguments as written (keyword, star, ...)
        keyword,        ///< symbol; operands: value
        star,           ///< operands: the unpacked value: *x
        double_star,    ///< **x
        negate,         ///< not x
        both,           ///< and: operands in order
        either,         ///< or
        compare,        ///< operation: Comparison; operands: left, right (a chain becomes `both`)
        arithmetic,     ///< operation: Arithmetic; operands: one or two
        text_join,      ///< f-string: operands: literals and values in order
        choose,         ///< a if c else b; operands: condition, then, else
        sequence,       ///< operation: SequenceKind
        mapping,        ///< operands: pair and double_star
        pair,           ///< operands: key, value
        comprehension,  ///< operands: element (and pair value), then one clause for each `for`
        clause,         ///< operands: target, iterable, conditions
        function,       ///< lambda; operation unused; symbol: none; see Expression::function
        bind,           ///< target := value; operands: name, value
        wait,           ///< await x
        produce,        ///< yield x, yield from x; operands: none or one
        opaque          ///< not understood
    } kind{};
    std::uint8_t operation = 0;
    std::uint16_t operand_count = 0;
    std::uint32_t first_operand = 0;   ///< into Function::operands; function: index of the function
    Symbol symbol{};
    text::Span at;                     ///< in the fragment, without surrounding parentheses
};

enum class Comparison : std::uint8_t {
    equal, not_equal, less, less_equal, greater, greater_equal, is, is_not, in, not_in
};
enum class Arithmetic : std::uint8_t {
    add, subtract, multiply, divide, floor_divide, modulo, power, matrix_multiply, bit_and, bit_or,
    bit_xor, shift_left, shift_right, plus, minus, invert
};

/// Statements that run one after another: [first, first + count) of Function::sequence.
struct Block {
    std::uint32_t first = 0, count = 0;
    Id head = no_id;                   ///< a handler's exception types, a case's pattern or guard
    Symbol bound{};                    ///< `except E as bound`
};

struct Statement {
    enum class Kind : std::uint8_t {
        assign,           ///< target, value; `a = b = c` becomes two of the same value
        augment,          ///< target op= value; operation: Arithmetic
        annotate,         ///< target: annotation (extra) = value; value may be no_id
        evaluate,         ///< value
        branch,           ///< value: condition; blocks: then, else
        loop,             ///< operation: LoopKind; value: condition or iterable; blocks: body, else
        attempt,          ///< blocks: body, else, finally, then the handlers
        scope,            ///< with: value, target or no_id; blocks: body. One item each, nested
        leave_function,   ///< return value or no_id
        leave_loop,       ///< break
        next_round,       ///< continue
        fail,             ///< raise value or no_id
        check,            ///< assert value
        alternatives,     ///< match: value; blocks: the cases (head: opaque pattern)
        define,           ///< a nested function or class: index = Source::definitions
        import_,          ///< index = first of Source::imports, count
        declare,          ///< global, nonlocal: names in targets of `value` (a tuple)
        remove,           ///< del value
        nothing           ///< pass, or a statement that was not understood (operation 1)
    } kind{};
    std::uint8_t operation = 0;
    Id target = no_id, value = no_id, extra = no_id;
    std::uint32_t first_block = 0, block_count = 0;  ///< into Function::blocks
    std::uint32_t index = 0, count = 0;              ///< define, import_
    text::Span at;                                   ///< whole statement, with its blocks
};

enum class LoopKind : std::uint8_t { while_, for_each };

struct Parameter {
    enum class Kind : std::uint8_t {
        positional_only, ordinary, variadic, keyword_only, keywords
    } kind = Kind::ordinary;
    Symbol name{};
    Id default_value = no_id, annotation = no_id;    ///< in the function's own expressions
    text::Span at;                                   ///< the name
};

inline constexpr std::uint32_t no_index = 0xFFFFFFFFu;

struct Function {
    Symbol name{};                     ///< "fit"; the top level: no_symbol; lambda: "<lambda>"
    std::uint32_t definition = no_index;  ///< into Source::definitions
    std::uint32_t parent = no_index;   ///< function in which it is defined, into Source::functions
    std::vector<Parameter> parameters;
    std::vector<Expression> expressions;
    std::vector<Id> operands;
    std::vector<Statement> statements;
    std::vector<Id> sequence;          ///< statements in order, cut into blocks
    std::vector<Block> blocks;
    Block body;
    bool complete = true;              ///< false: too big or not understood; be silent

    [[nodiscard]] const Expression& operator[](Id id) const {
        return expressions[static_cast<std::uint32_t>(id)];
    }
    [[nodiscard]] const Statement& statement(Id id) const {
        return statements[static_cast<std::uint32_t>(id)];
    }
    [[nodiscard]] std::span<const Id> operands_of(const Expression& e) const {
        return {operands.data() + e.first_operand, e.operand_count};
    }
    [[nodiscard]] std::span<const Id> operands_of(Id id) const { return operands_of((*this)[id]); }
    [[nodiscard]] std::span<const Block> blocks_of(const Statement& s) const {
        return {blocks.data() + s.first_block, s.block_count};
    }
    [[nodiscard]] std::span<const Id> statements_of(const Block& b) const {
        return {sequence.data() + b.first, b.count};
    }
};

/// One name that an import binds.
struct Import {
    Symbol module{};                   ///< "torch.distributed"; relative: without the dots
    Symbol name{};                     ///< `from module import name`; no_symbol: plain import
    Symbol bound{};                    ///< the name it binds; `import a.b` binds "a"
    std::uint8_t level = 0;            ///< leading dots
    bool star = false;
    text::Span at;                     ///< the statement
    text::Span module_at;              ///< the dotted module name
    text::Span name_at;                ///< the imported name (plain: as module_at)
    std::uint32_t function = 0;        ///< in which it stands, into Source::functions
};

/// A function or class, whether or not its body was stated.
struct Definition {
    enum class Kind : std::uint8_t { function, class_ } kind{};
    Symbol name{};
    Symbol qualified{};                ///< "Trainer.fit"
    std::uint32_t parent = no_index;   ///< enclosing definition
    text::Span name_at;
    text::Span at;                     ///< from the first decorator to the end of the body
    text::Span body_at;
    bool asynchronous = false;
    /// Decorators and base classes: expressions of function `scope`, no_index if not stated.
    std::vector<Id> decorators, bases;
    std::uint32_t scope = no_index;    ///< the function whose block holds the definition
    /// Its function in Source::functions; a class: the function that is its body (methods are
    /// definitions of their own). no_index: the body was not stated.
    std::uint32_t function = no_index;
    std::vector<Symbol> parameters;    ///< functions: names, in order
};

/// The program text of one document: functions[0] is the top level (absent if nothing was read).
struct Source {
    std::vector<Import> imports;
    std::vector<Definition> definitions;
    std::vector<Function> functions;
};

}  // namespace trainlint::flow
