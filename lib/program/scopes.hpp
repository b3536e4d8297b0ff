/// Which scope a name belongs to, by Python's rules, and every place that binds it.
#pragma once

#include <cstdint>
#include <vector>

#include "flow/resolved.hpp"
#include "program/flat_map.hpp"
#include "trainlint/names.hpp"

namespace trainlint::program {

class Scopes {
public:
    /// Fills the variables, bindings, bases and members of `resolved`, whose source is set.
    Scopes(flow::Resolved& resolved, Names& names);

    /// The variable that the name means in that function; no_index: none is bound, so it is
    /// built in or comes from a star import.
    [[nodiscard]] std::uint32_t find(std::uint32_t function, Symbol name) const;
    /// The attribute that the member expression means; no_index: nothing here sets it.
    [[nodiscard]] std::uint32_t find_attribute(std::uint32_t function, flow::Id member) const;
    [[nodiscard]] std::uint32_t find_attribute_of_class(std::uint32_t class_definition,
                                                        Symbol name) const;
    /// The class whose instance the variable is as the first parameter of a method; no_index.
    [[nodiscard]] std::uint32_t self_of(std::uint32_t variable) const;
    /// Star imports: index into Source::imports.
    [[nodiscard]] const std::vector<std::uint32_t>& stars() const { return stars_; }
    [[nodiscard]] bool is_comprehension_name(std::uint32_t function, flow::Id name) const;

private:
    struct AttributeBinding {
        flow::Id target = flow::no_id;
        flow::Assigned assigned;
    };

    void read_function(std::uint32_t function);
    void read_declarations(std::uint32_t function);
    void read_statement(std::uint32_t function, const flow::Statement& statement);
    void read_imports(std::uint32_t function, const flow::Statement& statement);
    void bind_target(std::uint32_t function, flow::Id target, flow::Assigned assigned, int depth);
    void bind(std::uint32_t function, Symbol name, flow::Assigned assigned);
    std::uint32_t variable(std::uint32_t function, Symbol name);
    std::uint32_t owner(std::uint32_t function, Symbol name);
    void mark_comprehension(std::uint32_t function, flow::Id comprehension);
    void find_bases();
    void find_members();
    void bind_attributes();
    void sort_bindings();
    [[nodiscard]] std::uint64_t attribute_key(std::uint32_t function, flow::Id member) const;
    [[nodiscard]] std::uint32_t class_root(std::uint32_t class_definition) const;
    std::uint32_t attribute_variable(std::uint64_t key, Symbol name);

    flow::Resolved& resolved_;
    const flow::Source& source_;
    Names& names_;
    FlatMap by_name_;                        // (function, name) to a variable
    FlatMap outer_;                          // (function, name) declared global or nonlocal
    FlatMap attributes_;                     // attribute_key to a variable
    std::vector<AttributeBinding> attribute_bindings_;
    std::vector<std::uint32_t> stars_;
    std::vector<std::vector<bool>> comprehension_names_;  // by function; empty: none
    std::size_t marking_left_ = 0;
    Symbol staticmethod_{};
};

}  // namespace trainlint::program
