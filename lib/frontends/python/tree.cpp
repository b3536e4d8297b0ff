#include "frontends/python/tree.hpp"

#include <array>

#include "frontends/python/lexer_text.hpp"

namespace trainlint::python {

namespace {
constexpr std::size_t kind_count = static_cast<std::size_t>(Kind::pattern_as) + 1;

constexpr std::array<std::string_view, kind_count> kind_names{"none",
                                                              "module",
                                                              "block",
                                                              "expression",
                                                              "assign",
                                                              "augmented_assign",
                                                              "annotated_assign",
                                                              "return",
                                                              "raise",
                                                              "assert",
                                                              "delete",
                                                              "pass",
                                                              "break",
                                                              "continue",
                                                              "import",
                                                              "import_from",
                                                              "alias",
                                                              "dotted_name",
                                                              "global",
                                                              "nonlocal",
                                                              "type_alias",
                                                              "if",
                                                              "elif_clause",
                                                              "else_clause",
                                                              "finally_clause",
                                                              "while",
                                                              "for",
                                                              "try",
                                                              "handler",
                                                              "with",
                                                              "with_item",
                                                              "decorated",
                                                              "decorator",
                                                              "function",
                                                              "class",
                                                              "arguments",
                                                              "match",
                                                              "case",
                                                              "error",
                                                              "identifier",
                                                              "parameters",
                                                              "parameter",
                                                              "type_parameters",
                                                              "type_parameter",
                                                              "name",
                                                              "number",
                                                              "string",
                                                              "string_join",
                                                              "formatted_string",
                                                              "template_string",
                                                              "string_text",
                                                              "field",
                                                              "format_spec",
                                                              "constant",
                                                              "attribute",
                                                              "call",
                                                              "keyword",
                                                              "star",
                                                              "double_star",
                                                              "subscript",
                                                              "slice",
                                                              "binary",
                                                              "unary",
                                                              "compare",
                                                              "compare_link",
                                                              "boolean",
                                                              "conditional",
                                                              "lambda",
                                                              "tuple",
                                                              "list",
                                                              "set",
                                                              "dict",
                                                              "pair",
                                                              "comprehension",
                                                              "clause",
                                                              "yield",
                                                              "yield_from",
                                                              "await",
                                                              "named",
                                                              "pattern_value",
                                                              "pattern_singleton",
                                                              "pattern_capture",
                                                              "pattern_wildcard",
                                                              "pattern_sequence",
                                                              "pattern_star",
                                                              "pattern_mapping",
                                                              "pattern_pair",
                                                              "pattern_rest",
                                                              "pattern_class",
                                                              "pattern_keyword",
                                                              "pattern_or",
                                                              "pattern_as"};
static_assert(!kind_names.back().empty());

/// Lengths are kept in 15 bits; this one says "look at the text".
constexpr std::uint16_t long_name = 0x7FFF;
}  // namespace

std::string_view name_of(Kind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

Index Tree::child(Index parent, std::size_t position) const {
    Index at = first(parent);
    while (at != no_node && position-- != 0) at = next(at);
    return at;
}

Index Tree::last_child(Index parent) const {
    Index last = no_node;
    for (const Index child : children(parent)) last = child;
    return last;
}

std::size_t Tree::count_children(Index parent) const {
    std::size_t count = 0;
    for (Index at = first(parent); at != no_node; at = next(at)) ++count;
    return count;
}

text::Span Tree::attribute_name(Index attribute, std::string_view text) const {
    const Node& node = nodes[attribute];
    std::uint32_t length = node.flags & long_name;
    if (length == long_name) {
        while (length < node.end - node.begin &&
               byte::is(text[node.end - length - 1], byte::name_part)) {
            ++length;
        }
    }
    return {node.end - length, node.end};
}

text::Span Tree::keyword_name(Index keyword, std::string_view text) const {
    const Node& node = nodes[keyword];
    std::uint32_t length = node.flags & long_name;
    if (length == long_name) {
        while (node.begin + length < node.end &&
               byte::is(text[node.begin + length], byte::name_part)) {
            ++length;
        }
    }
    return {node.begin, node.begin + length};
}

void Tree::clear() {
    nodes.clear();
    nodes.push_back({});
    errors.clear();
    error_count = 0;
    root = no_node;
}

}  // namespace trainlint::python
