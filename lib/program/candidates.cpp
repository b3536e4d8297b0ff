#include "program/candidates.hpp"

namespace trainlint::program {

namespace {

using flow::Expression;
using flow::Id;

bool add(FlatMap& names, Symbol name) {
    const auto number = static_cast<std::uint32_t>(name);
    if (names.find(number) != FlatMap::missing) return false;
    names.insert(number, 1);
    return true;
}

}  // namespace

Candidates::Candidates(const flow::Resolved& resolved, const TableWords& words)
    : resolved_(resolved), source_(*resolved.source), words_(words) {
    add_imports();
    while (add_assignments()) {}
}

void Candidates::add_imports() {
    for (const auto& import : source_.imports) {
        if (import.star) continue;
        if (words_.end_a_name(import.name) || words_.are_a_name(import.module))
            add(known_, import.bound);
        if (may_be_renamed(import)) add(renamed_, import.bound);
    }
}

/// `x = torch.y` gives the name another one. False: there is nothing new.
bool Candidates::add_assignments() {
    bool added = false;
    for (const auto& assigned : resolved_.assigned) {
        if (assigned.how != flow::Binding::plain || assigned.value == flow::no_id ||
            assigned.element != flow::whole_value)
            continue;
        const auto name = resolved_.variables[assigned.variable].name;
        if (may_be_known(assigned.function, assigned.value)) added |= add(known_, name);
        if (may_be_renamed(assigned.function, assigned.value)) added |= add(renamed_, name);
    }
    return added;
}

/// Whatever a member is resolved to, its name ends with the word that is written.
bool Candidates::may_be_known(std::uint32_t function, Id id) const {
    const auto& e = source_.functions[function][id];
    if (e.kind == Expression::Kind::member) return words_.end_a_name(e.symbol);
    return e.kind == Expression::Kind::name &&
           (words_.end_a_name(e.symbol) || is_in(known_, e.symbol));
}

bool Candidates::may_be_renamed(std::uint32_t function, Id id) const {
    const auto& f = source_.functions[function];
    for (; f[id].kind == Expression::Kind::member; id = f.operands_of(id)[0])
        if (words_.end_a_renamed(f[id].symbol)) return true;
    return f[id].kind == Expression::Kind::name &&
           (words_.end_a_renamed(f[id].symbol) || is_in(renamed_, f[id].symbol));
}

bool Candidates::may_be_renamed(const flow::Import& import) const {
    return words_.end_a_renamed(import.name) || words_.are_below_a_renamed(import.module);
}

}  // namespace trainlint::program
