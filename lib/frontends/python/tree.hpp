/// The syntax tree of Python text: small nodes in one vector, places as byte offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::python {

/// What a node is, and its children in order (`[x]` may be absent, `x*` any number). "Expression"
/// children are any expression kind. A node's place is that of CPython's `ast`, in bytes: without
/// surrounding parentheses, except for a tuple or generator that owns them.
enum class Kind : std::uint8_t {
    none,  ///< index 0 only: "no node"

    module,  ///< statements; the place is the stretch that was parsed
    /// Statements of a body, from the first to the end of the last. Flag `absent`: the range that
    /// was parsed ended after the header, or the body is missing or damaged.
    block,

    // Simple statements.
    expression,        ///< value
    assign,            ///< target+, value: `a = b = c` has three children
    augmented_assign,  ///< target, value; op: Operator
    annotated_assign,  ///< target, annotation, [value]; flag `simple`: a bare name is annotated
    return_,           ///< [value]
    raise,             ///< [exception, [cause]]
    assert_,           ///< test, [message]
    delete_,           ///< targets, as written between commas: `del (a, b)` has one, a tuple
    pass,
    break_,
    continue_,
    import,       ///< alias+
    import_from,  ///< [dotted_name], alias+; `flags` is the number of leading dots
    alias,        ///< dotted_name (import_from: identifier), [identifier]; flag `star`: no children
    dotted_name,  ///< leaf: "a.b.c" as written, blanks around the dots included
    global,       ///< identifier+
    nonlocal,     ///< identifier+
    type_alias,   ///< identifier, [type_parameters], value

    // Compound statements.
    if_,             ///< test, block, elif_clause*, [else_clause]
    elif_clause,     ///< test, block
    else_clause,     ///< block (of if, for, while, try)
    finally_clause,  ///< block
    while_,          ///< test, block, [else_clause]
    for_,            ///< target, iterable, block, [else_clause]; flag `async`
    try_,            ///< block, handler*, [else_clause], [finally_clause]; flag `star`: except*
    handler,         ///< [type], [identifier], block; flags `has_type`, `has_name`
    with,            ///< with_item+, block; flag `async`
    with_item,       ///< context, [target]
    decorated,       ///< decorator+, then function or class_
    decorator,       ///< value; the place begins at the `@`
    function,   ///< identifier, [type_parameters], parameters, [returns], block; flag `async`. The
                ///< place begins at `def` or `async`.
    class_,     ///< identifier, [type_parameters], [arguments], block
    arguments,  ///< what stands between a class' parentheses, as in a call; place: with them
    match,      ///< subject, case_+
    case_,      ///< pattern, [guard], block; flag `has_guard`
    /// A logical line that is not Python. The indented lines after it, if any, were read as the
    /// statements of a body: [block]. It may stand in the place of any statement, and of a clause,
    /// handler, case, decorator or decorated definition.
    error,

    // Parts of definitions.
    identifier,  ///< leaf: a name that is no expression
    parameters,  ///< parameter*; place: what stands between the parentheses (lambda: the names)
    parameter,   ///< identifier, [annotation], [default]; op: ParameterKind; flags
                 ///< `has_annotation`, `has_default`; the place begins at the star, if any
    type_parameters,  ///< type_parameter+; place: with the brackets
    type_parameter,   ///< identifier, [bound], [default]; op: TypeParameterKind; flags `has_bound`,
                      ///< `has_default`

    // Expressions.
    name,              ///< leaf
    number,            ///< leaf; op: NumberKind
    string,            ///< leaf: one literal; flags: StringFlag; op: its quote character
    string_join,       ///< adjacent literals: string, formatted_string, template_string
    formatted_string,  ///< f"...": string_text and field in order; flags and op as `string`
    template_string,   ///< t"...": the same
    string_text,       ///< leaf: text between fields, as written; flags and op as its string
    field,  ///< value, [format_spec]; op: conversion character or 0; flag `debug`: {x=}; place:
            ///< with the braces
    format_spec,    ///< string_text and field in order; place: after the colon to the brace
    constant,       ///< leaf; op: Constant
    attribute,      ///< object; the name ends the node, see Tree::attribute_name
    call,           ///< callee, then arguments as written: expression, star, keyword, double_star
    keyword,        ///< value; the name begins the node, see Tree::keyword_name
    star,           ///< value: *x
    double_star,    ///< value: **x, in calls, dicts
    subscript,      ///< object, index; several indices are one tuple without parentheses
    slice,          ///< [lower], [upper], [step]; flags `has_lower`, `has_upper`, `has_step`
    binary,         ///< left, right; op: Operator
    unary,          ///< operand; op: Operator (add, subtract, invert, not_)
    compare,        ///< left, right; op: Operator. A chain has op none: left, compare_link+
    compare_link,   ///< right; op: Operator
    boolean,        ///< operand+ ; op: Operator (and_, or_)
    conditional,    ///< value, condition, other: in the order of the text (a if c else b)
    lambda,         ///< parameters, body
    tuple,          ///< element*; flag `parenthesised`: the place includes the parentheses
    list,           ///< element*
    set,            ///< element+
    dict,           ///< pair and double_star, in order
    pair,           ///< key, value
    comprehension,  ///< element (dict: pair), clause+; op: ComprehensionKind. The place includes
                    ///< the brackets; of a sole generator argument the call's parentheses.
    clause,      ///< target, iterable, condition*; flag `async`
    yield,       ///< [value]
    yield_from,  ///< value
    await,       ///< value
    named,       ///< name, value: (x := y)

    // Patterns.
    pattern_value,      ///< expression: a literal or a dotted name
    pattern_singleton,  ///< leaf; op: Constant
    pattern_capture,    ///< leaf: a name that is bound
    pattern_wildcard,   ///< leaf: _
    pattern_sequence,   ///< pattern*; flag `parenthesised` (round), `brackets`, or neither
    pattern_star,       ///< [identifier]: *rest; without child: *_
    pattern_mapping,    ///< pattern_pair*, [pattern_rest]
    pattern_pair,       ///< key expression, pattern
    pattern_rest,       ///< identifier: **rest
    pattern_class,      ///< name or attribute, pattern*, pattern_keyword*
    pattern_keyword,    ///< identifier, pattern
    pattern_or,         ///< pattern+
    pattern_as,         ///< pattern, identifier
};

enum class Operator : std::uint8_t {
    none,
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    modulo,
    power,
    matrix_multiply,
    bit_or,
    bit_xor,
    bit_and,
    shift_left,
    shift_right,
    invert,
    not_,
    and_,
    or_,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    is,
    is_not,
    in,
    not_in
};

enum class Constant : std::uint8_t { none, true_, false_, ellipsis };
enum class NumberKind : std::uint8_t { integer, real, imaginary };
enum class ParameterKind : std::uint8_t {
    positional_only,
    ordinary,
    variadic,
    keyword_only,
    keywords
};
enum class TypeParameterKind : std::uint8_t { ordinary, variadic, specification };
enum class ComprehensionKind : std::uint8_t { generator, list, set, dict };

/// Bits of Node::flags; what each means depends on the kind. `attribute` and `keyword` keep the
/// length of their name there, `import_from` its dots.
namespace flag {
inline constexpr std::uint16_t async = 1;           ///< for_, with, function, clause
inline constexpr std::uint16_t star = 1;            ///< try_, alias
inline constexpr std::uint16_t absent = 1;          ///< block
inline constexpr std::uint16_t simple = 1;          ///< annotated_assign
inline constexpr std::uint16_t debug = 1;           ///< field
inline constexpr std::uint16_t has_guard = 1;       ///< case_
inline constexpr std::uint16_t has_type = 1;        ///< handler
inline constexpr std::uint16_t has_name = 2;        ///< handler
inline constexpr std::uint16_t has_annotation = 1;  ///< parameter
inline constexpr std::uint16_t has_bound = 1;       ///< type_parameter
inline constexpr std::uint16_t has_default = 2;     ///< parameter, type_parameter
inline constexpr std::uint16_t has_lower = 1;       ///< slice
inline constexpr std::uint16_t has_upper = 2;       ///< slice
inline constexpr std::uint16_t has_step = 4;        ///< slice
inline constexpr std::uint16_t brackets = 1;        ///< pattern_sequence
/// A compound statement of which a later part was damaged or is missing.
inline constexpr std::uint16_t damaged = 0x4000;
/// Any expression or pattern: it stood in parentheses of its own (a tuple: see its place).
inline constexpr std::uint16_t parenthesised = 0x8000;
// string, formatted_string, template_string: the prefix and the quotes.
inline constexpr std::uint16_t raw = 1;
inline constexpr std::uint16_t bytes = 2;
inline constexpr std::uint16_t unicode = 4;  ///< u"..."
inline constexpr std::uint16_t formatted = 8;
inline constexpr std::uint16_t template_ = 16;
inline constexpr std::uint16_t triple = 32;
}  // namespace flag

/// Index into Tree::nodes; 0 is no node.
using Index = std::uint32_t;
inline constexpr Index no_node = 0;

struct Node {
    Kind kind = Kind::none;
    std::uint8_t op = 0;  ///< Operator, Constant, ... as the kind says
    std::uint16_t flags = 0;
    std::uint32_t begin = 0, end = 0;  ///< bytes of the text
    Index first_child = no_node, next_sibling = no_node;

    [[nodiscard]] text::Span span() const { return {begin, end}; }
    [[nodiscard]] bool has(std::uint16_t bits) const { return (flags & bits) == bits; }
    [[nodiscard]] Operator operation() const { return static_cast<Operator>(op); }
};
static_assert(sizeof(Node) == 20);

/// What is wrong at a place. The message is a constant of the program.
struct SyntaxError {
    text::Span at;
    std::string_view message;
};

/// Filled by Parser; meant to be used again and again, so that its vectors are allocated once.
/// Children are inside their parents, in order, and do not overlap. Nodes stand in post-order
/// (children before their parent): a plain loop over `nodes` from 1 visits every node of the tree.
class Tree {
public:
    static constexpr std::size_t most_errors = 100;
    /// No expression is deeper, and blocks are at most 100 deep: recursion over a tree is safe.
    static constexpr std::uint32_t most_expression_depth = 1000;

    std::vector<Node> nodes;          ///< nodes[0] is no node
    std::vector<SyntaxError> errors;  ///< the first `most_errors`, sorted by place
    std::uint32_t error_count = 0;
    Index root = no_node;  ///< a module

    [[nodiscard]] const Node& operator[](Index index) const { return nodes[index]; }
    [[nodiscard]] Index first(Index parent) const { return nodes[parent].first_child; }
    [[nodiscard]] Index next(Index child) const { return nodes[child].next_sibling; }
    /// The child at `position` from 0; no_node if there are fewer.
    [[nodiscard]] Index child(Index parent, std::size_t position) const;
    [[nodiscard]] Index last_child(Index parent) const;
    [[nodiscard]] std::size_t count_children(Index parent) const;

    /// Children in order: for (Index child : tree.children(parent)).
    class Children;
    [[nodiscard]] Children children(Index parent) const;

    /// Where the name of an `attribute` stands (it ends the node).
    [[nodiscard]] text::Span attribute_name(Index attribute, std::string_view text) const;
    /// Where the name of a `keyword` stands (it begins the node).
    [[nodiscard]] text::Span keyword_name(Index keyword, std::string_view text) const;

    void clear();
};

class Tree::Children {
public:
    class Iterator {
    public:
        Iterator(const Tree& tree, Index at) : tree_(&tree), at_(at) {}
        Index operator*() const { return at_; }
        Iterator& operator++() {
            at_ = tree_->next(at_);
            return *this;
        }
        bool operator==(const Iterator& other) const { return at_ == other.at_; }

    private:
        const Tree* tree_;
        Index at_;
    };

    Children(const Tree& tree, Index first) : tree_(&tree), first_(first) {}
    [[nodiscard]] Iterator begin() const { return {*tree_, first_}; }
    [[nodiscard]] Iterator end() const { return {*tree_, no_node}; }

private:
    const Tree* tree_;
    Index first_;
};

inline Tree::Children Tree::children(Index parent) const {
    return {*this, first(parent)};
}

/// The name of a kind as it is written above, without the trailing underscore: for dumps.
[[nodiscard]] std::string_view name_of(Kind kind);

}  // namespace trainlint::python
