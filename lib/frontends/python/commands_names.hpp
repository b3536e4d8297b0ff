/// What a name of a document means by this document's own imports.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flow/function.hpp"
#include "trainlint/names.hpp"

namespace trainlint::python {

/// Keeps views of what it is given. Imports are resolved by name alone, relative ones not at all.
class ImportedNames {
public:
    ImportedNames(const flow::Source&, const Names&);

    /// The dotted name of an expression that is an imported name or a member of one; false: it is
    /// none, or the function (or one around it) binds the name itself.
    bool dotted(std::uint32_t function, flow::Id, std::string& out);
    /// Does this function bind the name: as a parameter, by assignment?
    bool is_local(std::uint32_t function, Symbol name);
    /// How often the function assigns a name, wherever.
    std::uint32_t assignments(std::uint32_t function, Symbol name);

private:
    struct Bindings {
        bool known = false;
        std::unordered_map<Symbol, std::uint32_t> count;
    };
    const Bindings& bindings(std::uint32_t function);
    const flow::Import* import_of(std::uint32_t function, Symbol name);

    const flow::Source& source_;
    const Names& names_;
    std::unordered_multimap<Symbol, const flow::Import*> imports_;
    std::vector<Bindings> bindings_;  // by function, made when asked for
};

/// The names that a target of an assignment binds: `a, (b, *c)`; members and elements bind none.
void names_in_target(const flow::Function&, flow::Id target, std::vector<Symbol>& out);

}  // namespace trainlint::python
