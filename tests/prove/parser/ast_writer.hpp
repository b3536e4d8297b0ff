/// The writer behind ast_dump.hpp, shared by its parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ast_dump.hpp"
#include "frontends/python/text_literal.hpp"
#include "frontends/python/tree.hpp"

namespace trainlint::prove {

using python::Index;
using python::Kind;
using python::no_node;
using python::Node;

class AstWriter {
public:
    AstWriter(std::string_view text, const python::Tree& tree, const DumpRules& rules);

    void statement(Index at);
    [[nodiscard]] std::string take() { return std::move(out_); }
    void line_end() { out_ += '\n'; }

private:
    /// A value of a string: text, or a field.
    struct Value {
        std::uint32_t begin = 0, end = 0;
        std::string text;
        bool unicode = false;  // written with a `u`
        Index field = no_node;
    };

    // Pieces of the output.
    void place(std::uint32_t begin, std::uint32_t end);
    void position(std::uint32_t offset);
    void open(std::string_view name, std::uint32_t begin, std::uint32_t end);
    void open(std::string_view name, const Node& node) { open(name, node.begin, node.end); }
    void open(std::string_view name) { out_.append(name) += '('; }
    void separator() { out_ += ','; }
    void close() { out_ += ')'; }
    void none() { out_ += '~'; }
    void name(text::Span at) { out_.append(text_, at.begin, at.size()); }
    void name(Index at) { name(tree_[at].span()); }
    void optional_name(Index at);
    void dotted(Index at);
    void quoted(std::string_view bytes);
    template <typename Write>
    void list(const std::vector<Index>& items, Write write) {
        out_ += '[';
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i != 0) out_ += ' ';
            write(items[i]);
        }
        out_ += ']';
    }
    [[nodiscard]] std::vector<Index> children(Index of) const;
    [[nodiscard]] Index next(Index at) const { return tree_.next(at); }
    [[nodiscard]] bool is(Index at, Kind kind) const {
        return at != no_node && tree_[at].kind == kind;
    }

    // Statements (ast_statements.cpp).
    void body(Index block);
    void clause_body(Index clause);
    void otherwise(Index clause, std::uint32_t end);
    void condition(Index at, std::uint32_t end);
    void loop(Index at);
    void attempt(Index at);
    void handler(Index at);
    void scope(Index at);
    void definition(Index at, const std::vector<Index>& decorators);
    void function(Index at, const std::vector<Index>& decorators);
    void class_(Index at, const std::vector<Index>& decorators);
    void decorated(Index at);
    void arguments_of(const std::vector<Index>& given);
    void parameters(Index at);
    void parameter(Index at);
    [[nodiscard]] std::uint32_t parameter_end(Index at) const;
    void type_parameters(Index at);
    void type_parameter(Index at);
    void assignment(Index at);
    void annotated(Index at);
    void import(Index at);
    void import_from(Index at);
    void alias(Index at);
    void match(Index at);
    void case_(Index at);
    void expressions_in(std::string_view name, Index at, std::size_t fields);

    // Expressions (ast_expressions.cpp).
    void expression(Index at);
    void optional(Index at);
    void expressions(Index parent);
    void number(const Node& node);
    void constant(const Node& node);
    void compare(Index at);
    void call(Index at);
    void slice(Index at);
    void dict(Index at);
    void comprehension(Index at);
    void lambda(Index at);

    // Strings (ast_strings.cpp).
    void strings(Index at);
    void string_values(Index at, bool raw_texts, std::vector<Value>& to) const;
    void text_values(const Node& node, bool raw, std::vector<Value>& to) const;
    void field_values(Index at, std::vector<Value>& to) const;
    [[nodiscard]] std::uint32_t debug_end(const Node& field) const;
    [[nodiscard]] std::string debug_text(std::uint32_t begin, std::uint32_t end) const;
    static std::vector<Value> folded(std::vector<Value> values, bool drop_empty);
    void value(const Value& value);
    void constant_text(const Value& value, bool bytes);
    void formatted_value(Index field);
    void interpolation(Index field);
    void format_spec(Index field);
    void joined(std::string_view name, std::uint32_t begin, std::uint32_t end,
                const std::vector<Value>& values);

    // Patterns (ast_patterns.cpp).
    void pattern(Index at);
    void pattern_as(Index at);
    void pattern_mapping(Index at);
    void pattern_class(Index at);

    std::string_view text_;
    const python::Tree& tree_;
    DumpRules rules_;
    std::vector<std::uint32_t> lines_;  // offsets at which lines begin
    bool in_string_ = false, in_template_ = false;
    std::string out_;
};

[[nodiscard]] std::string_view operator_name(python::Operator op);

}  // namespace trainlint::prove
