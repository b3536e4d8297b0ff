#include "frontends/python/commands_names.hpp"

namespace trainlint::python {

using flow::Expression;
using flow::Id;
using flow::Statement;

ImportedNames::ImportedNames(const flow::Source& source, const Names& names)
    : source_(source), names_(names), bindings_(source.functions.size()) {
    for (const auto& import : source.imports)
        if (import.level == 0 && !import.star) imports_.emplace(import.bound, &import);
}

void names_in_target(const flow::Function& function, Id target, std::vector<Symbol>& out) {
    std::vector<Id> left{target};
    while (!left.empty()) {
        const auto id = left.back();
        left.pop_back();
        if (id == flow::no_id) continue;
        const auto& expression = function[id];
        using Kind = Expression::Kind;
        if (expression.kind == Kind::name) out.push_back(expression.symbol);
        if (expression.kind != Kind::sequence && expression.kind != Kind::star) continue;
        const auto operands = function.operands_of(expression);
        left.insert(left.end(), operands.rbegin(), operands.rend());
    }
}

const ImportedNames::Bindings& ImportedNames::bindings(std::uint32_t index) {
    auto& made = bindings_[index];
    if (made.known) return made;
    made.known = true;
    const auto& function = source_.functions[index];
    std::vector<Symbol> bound;
    for (const auto& parameter : function.parameters) bound.push_back(parameter.name);
    for (const auto& statement : function.statements) {
        using Kind = Statement::Kind;
        const bool binds = statement.kind == Kind::assign || statement.kind == Kind::augment ||
                           statement.kind == Kind::annotate || statement.kind == Kind::loop ||
                           statement.kind == Kind::scope;
        if (binds) names_in_target(function, statement.target, bound);
    }
    for (const auto& block : function.blocks)
        if (block.bound != no_symbol) bound.push_back(block.bound);
    for (const auto& expression : function.expressions)
        if (expression.kind == Expression::Kind::bind)
            names_in_target(function, function.operands_of(expression)[0], bound);
    for (const auto name : bound) ++made.count[name];
    for (const auto& statement : function.statements) {
        if (statement.kind != Statement::Kind::declare) continue;
        bound.clear();
        names_in_target(function, statement.value, bound);
        for (const auto name : bound) made.count.erase(name);
    }
    return made;
}

bool ImportedNames::is_local(std::uint32_t function, Symbol name) {
    return bindings(function).count.contains(name);
}

std::uint32_t ImportedNames::assignments(std::uint32_t function, Symbol name) {
    const auto& count = bindings(function).count;
    const auto found = count.find(name);
    return found == count.end() ? 0 : found->second;
}

/// The import that holds in a function: its own, then those around it, then any other.
const flow::Import* ImportedNames::import_of(std::uint32_t function, Symbol name) {
    const auto [first, last] = imports_.equal_range(name);
    if (first == last) return nullptr;
    for (auto at = function; at != flow::no_index; at = source_.functions[at].parent) {
        for (auto found = first; found != last; ++found)
            if (found->second->function == at) return found->second;
        // `subprocess = None` after a failed import is no other meaning.
        if (at != 0 && is_local(at, name)) return nullptr;
    }
    return first->second;
}

bool ImportedNames::dotted(std::uint32_t function, Id id, std::string& out) {
    const auto& f = source_.functions[function];
    std::vector<Symbol> members;
    while (f[id].kind == Expression::Kind::member) {
        members.push_back(f[id].symbol);
        id = f.operands_of(id)[0];
        if (members.size() > 8) return false;
    }
    if (f[id].kind != Expression::Kind::name) return false;
    const auto* import = import_of(function, f[id].symbol);
    if (!import) return false;
    const bool is_from = import->name != no_symbol;
    const auto module = names_.text(import->module);
    const auto bound = names_.text(import->bound);
    // `import os.path` binds "os"; `import os.path as p` binds the whole.
    const bool head_only = !is_from && module.starts_with(bound) &&
                           (module.size() == bound.size() || module[bound.size()] == '.');
    out = head_only ? bound : module;
    if (is_from) {
        out += '.';
        out += names_.text(import->name);
    }
    for (auto member = members.rbegin(); member != members.rend(); ++member) {
        out += '.';
        out += names_.text(*member);
    }
    return true;
}

}  // namespace trainlint::python
