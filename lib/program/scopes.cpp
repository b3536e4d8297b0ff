#include "program/scopes.hpp"

#include <algorithm>

namespace trainlint::program {

namespace {

using flow::Assigned;
using flow::Binding;
using flow::Expression;
using flow::Id;
using flow::no_id;
using flow::no_index;
using flow::Statement;

constexpr int deepest_target = 16;
constexpr int deepest_scopes = 64;

std::uint64_t key_of(std::uint32_t function, Symbol name) {
    return (std::uint64_t{function} << 32) | static_cast<std::uint32_t>(name);
}

}  // namespace

Scopes::Scopes(flow::Resolved& resolved, Names& names)
    : resolved_(resolved), source_(*resolved.source), names_(names) {
    staticmethod_ = names.intern("staticmethod");
    comprehension_names_.resize(source_.functions.size());
    for (const auto& function : source_.functions) marking_left_ += function.expressions.size();
    marking_left_ *= 4;
    const auto count = static_cast<std::uint32_t>(source_.functions.size());
    for (std::uint32_t i = 0; i < count; ++i) read_declarations(i);
    for (std::uint32_t i = 0; i < count; ++i) read_function(i);
    find_bases();
    find_members();
    bind_attributes();
    sort_bindings();
}

std::uint32_t Scopes::variable(std::uint32_t function, Symbol name) {
    const auto next = static_cast<std::uint32_t>(resolved_.variables.size());
    const auto found = by_name_.insert(key_of(function, name), next);
    if (found == next) resolved_.variables.push_back({.name = name, .function = function});
    return found;
}

/// global and nonlocal: the name belongs to an enclosing scope.
void Scopes::read_declarations(std::uint32_t index) {
    const auto& function = source_.functions[index];
    for (const auto& statement : function.statements) {
        if (statement.kind != Statement::Kind::declare || statement.value == no_id) continue;
        const auto& value = function[statement.value];
        if (value.kind == Expression::Kind::name) outer_.insert(key_of(index, value.symbol), 1);
        for (const auto name : function.operands_of(value))
            outer_.insert(key_of(index, function[name].symbol), 1);
    }
}

/// The function whose name it is, when `function` binds it.
std::uint32_t Scopes::owner(std::uint32_t function, Symbol name) {
    if (outer_.find(key_of(function, name)) == FlatMap::missing) return function;
    auto outer = source_.functions[function].parent;
    for (int i = 0; outer != no_index && outer != 0 && i < deepest_scopes; ++i) {
        if (by_name_.find(key_of(outer, name)) != FlatMap::missing) return outer;
        outer = source_.functions[outer].parent;
    }
    return 0;
}

void Scopes::bind(std::uint32_t function, Symbol name, Assigned assigned) {
    if (name == no_symbol) return;
    assigned.function = function;
    assigned.variable = variable(owner(function, name), name);
    resolved_.assigned.push_back(assigned);
}

void Scopes::read_function(std::uint32_t index) {
    const auto& function = source_.functions[index];
    for (std::uint32_t i = 0; i < function.parameters.size(); ++i)
        resolved_.variables[variable(index, function.parameters[i].name)].parameter = i;
    for (const auto& statement : function.statements) read_statement(index, statement);
    for (std::uint32_t i = 0; i < function.expressions.size(); ++i) {
        const auto& e = function.expressions[i];
        if (e.kind == Expression::Kind::comprehension) mark_comprehension(index, Id{i});
        if (e.kind != Expression::Kind::bind || e.operand_count != 2) continue;
        const auto operands = function.operands_of(e);
        bind_target(index, operands[0], {.value = operands[1], .how = Binding::plain}, 0);
    }
}

void Scopes::read_statement(std::uint32_t index, const Statement& statement) {
    using Does = Statement::Kind;
    const auto& function = source_.functions[index];
    const auto target = [&](Binding how) {
        if (statement.target != no_id)
            bind_target(index, statement.target, {.value = statement.value, .how = how}, 0);
    };
    switch (statement.kind) {
        case Does::assign: target(Binding::plain); break;
        case Does::annotate:
            if (statement.value != no_id) target(Binding::plain);
            break;
        case Does::augment: target(Binding::augment); break;
        case Does::loop: target(Binding::loop); break;
        case Does::scope: target(Binding::context); break;
        case Does::import_: read_imports(index, statement); break;
        case Does::define:
            if (statement.index < source_.definitions.size())
                bind(index, source_.definitions[statement.index].name,
                     {.how = Binding::definition, .index = statement.index});
            break;
        case Does::attempt:
            for (const auto& block : function.blocks_of(statement))
                bind(index, block.bound, {.how = Binding::handler});
            break;
        case Does::remove:
            if (statement.value != no_id)
                bind_target(index, statement.value, {.how = Binding::removal}, 0);
            break;
        default: break;
    }
}

void Scopes::read_imports(std::uint32_t index, const Statement& statement) {
    for (std::uint32_t i = 0; i < statement.count; ++i) {
        const auto at = statement.index + i;
        if (at >= source_.imports.size()) return;
        const auto& import = source_.imports[at];
        if (import.star)
            stars_.push_back(at);
        else
            bind(index, import.bound, {.how = Binding::import_, .index = at});
    }
}

void Scopes::bind_target(std::uint32_t index, Id target, Assigned assigned, int depth) {
    const auto& function = source_.functions[index];
    const auto& e = function[target];
    if (depth > deepest_target) return;
    switch (e.kind) {
        case Expression::Kind::name: bind(index, e.symbol, assigned); break;
        case Expression::Kind::member:
            assigned.function = index;
            attribute_bindings_.push_back({target, assigned});
            break;
        case Expression::Kind::star:
            if (e.operand_count > 0)
                bind_target(index, function.operands_of(e)[0],
                            {.value = assigned.value, .how = Binding::unknown}, depth + 1);
            break;
        case Expression::Kind::sequence: {
            const auto parts = function.operands_of(e);
            // `a, b = x, y` gives each its own value.
            std::span<const Id> values;
            if (assigned.value != no_id && assigned.how == Binding::plain &&
                assigned.element == flow::whole_value &&
                function[assigned.value].kind == Expression::Kind::sequence)
                values = function.operands_of(assigned.value);
            if (values.size() != parts.size()) values = {};
            for (std::size_t i = 0; i < parts.size() && i < flow::whole_value; ++i) {
                auto part = assigned;
                if (!values.empty()) {
                    part.value = values[i];
                    if (function[values[i]].kind == Expression::Kind::star)
                        part.how = Binding::unknown;
                } else if (assigned.element == flow::whole_value &&
                           assigned.how == Binding::plain) {
                    part.element = static_cast<std::uint16_t>(i);
                } else if (assigned.how == Binding::plain) {
                    part.how = Binding::unknown;
                }
                bind_target(index, parts[i], part, depth + 1);
            }
            break;
        }
        default: break;
    }
}

/// The names that the comprehension binds are its own.
void Scopes::mark_comprehension(std::uint32_t index, Id comprehension) {
    const auto& function = source_.functions[index];
    std::vector<Symbol> bound;
    std::vector<Id> open;
    for (const auto operand : function.operands_of(comprehension))
        if (function[operand].kind == Expression::Kind::clause && function[operand].operand_count > 0)
            open.push_back(function.operands_of(operand)[0]);
    while (!open.empty()) {
        const auto& e = function[open.back()];
        open.pop_back();
        if (e.kind == Expression::Kind::name) bound.push_back(e.symbol);
        if (e.kind == Expression::Kind::sequence || e.kind == Expression::Kind::star)
            for (const auto part : function.operands_of(e)) open.push_back(part);
    }
    auto& marks = comprehension_names_[index];
    marks.resize(function.expressions.size());
    open.push_back(comprehension);
    while (!open.empty() && marking_left_ > 0) {
        --marking_left_;
        const auto id = open.back();
        open.pop_back();
        if (id == no_id) continue;
        const auto& e = function[id];
        if (e.kind == Expression::Kind::name &&
            std::find(bound.begin(), bound.end(), e.symbol) != bound.end())
            marks[static_cast<std::uint32_t>(id)] = true;
        for (const auto part : function.operands_of(e)) open.push_back(part);
    }
}

bool Scopes::is_comprehension_name(std::uint32_t function, Id name) const {
    const auto& marks = comprehension_names_[function];
    return !marks.empty() && marks[static_cast<std::uint32_t>(name)];
}

std::uint32_t Scopes::find(std::uint32_t function, Symbol name) const {
    auto at = function;
    for (int i = 0; at != no_index && i < deepest_scopes; ++i) {
        const auto& scope = source_.functions[at];
        // The names of a class's body are not seen from its methods.
        const auto definition = resolved_.definition_of(at);
        const bool class_body =
            definition != no_index &&
            source_.definitions[definition].kind == flow::Definition::Kind::class_;
        if (!class_body || at == function) {
            const auto found = by_name_.find(key_of(at, name));
            if (found != FlatMap::missing) return found;
        }
        if (at == 0) return no_index;
        at = scope.parent == no_index ? 0 : scope.parent;
    }
    return no_index;
}

std::uint32_t Scopes::self_of(std::uint32_t variable) const {
    const auto& v = resolved_.variables[variable];
    if (v.parameter != 0 || v.function == no_index) return no_index;
    const auto class_definition = resolved_.class_of(v.function);
    if (class_definition == no_index) return no_index;
    const auto& definition = source_.definitions[source_.functions[v.function].definition];
    if (definition.scope != no_index)
        for (const auto decorator : definition.decorators)
            if (source_.functions[definition.scope][decorator].symbol == staticmethod_)
                return no_index;
    return class_definition;
}

void Scopes::find_bases() {
    resolved_.bases.resize(source_.definitions.size());
    // By what is bound once to a class in the scope of the definition.
    FlatMap classes;
    std::vector<std::uint32_t> bindings(resolved_.variables.size(), 0);
    for (const auto& assigned : resolved_.assigned) {
        ++bindings[assigned.variable];
        if (assigned.how == Binding::definition) classes.insert(assigned.variable, assigned.index);
    }
    for (std::uint32_t i = 0; i < source_.definitions.size(); ++i) {
        const auto& definition = source_.definitions[i];
        if (definition.kind != flow::Definition::Kind::class_ || definition.scope == no_index)
            continue;
        const auto& scope = source_.functions[definition.scope];
        for (const auto base : definition.bases) {
            if (scope[base].kind != Expression::Kind::name) continue;
            const auto variable = find(definition.scope, scope[base].symbol);
            if (variable == no_index || bindings[variable] != 1) continue;
            const auto found = classes.find(variable);
            if (found != FlatMap::missing && found != i &&
                source_.definitions[found].kind == flow::Definition::Kind::class_)
                resolved_.bases[i].push_back(found);
        }
    }
}

void Scopes::find_members() {
    for (std::uint32_t i = 0; i < source_.definitions.size(); ++i) {
        const auto& definition = source_.definitions[i];
        if (definition.parent == no_index ||
            source_.definitions[definition.parent].kind != flow::Definition::Kind::class_)
            continue;
        // The first one is the getter of a property; its setter bears the same name.
        resolved_.members.try_emplace(
            flow::Resolved::member_key(definition.parent, definition.name), i);
    }
}

/// Classes that share their attributes: found by the first base of each.
std::uint32_t Scopes::class_root(std::uint32_t class_definition) const {
    for (int i = 0; i < 16 && !resolved_.bases[class_definition].empty(); ++i)
        class_definition = resolved_.bases[class_definition].front();
    return class_definition;
}

/// self.x: by the class; args.x: by the name of the object, the same in the whole module.
std::uint64_t Scopes::attribute_key(std::uint32_t index, Id member) const {
    const auto& function = source_.functions[index];
    const auto& e = function[member];
    if (e.operand_count == 0) return 0;
    const auto object = function.operands_of(e)[0];
    const auto& o = function[object];
    if (o.kind == Expression::Kind::name) {
        const auto variable = find(index, o.symbol);
        const auto self = variable == no_index ? no_index : self_of(variable);
        if (self != no_index) return key_of(0x80000000u | class_root(self), e.symbol);
    }
    if (o.kind != Expression::Kind::name && o.kind != Expression::Kind::member) return 0;
    return key_of(static_cast<std::uint32_t>(o.symbol) & 0x7FFFFFFFu, e.symbol);
}

std::uint32_t Scopes::attribute_variable(std::uint64_t key, Symbol name) {
    const auto next = static_cast<std::uint32_t>(resolved_.variables.size());
    const auto found = attributes_.insert(key, next);
    if (found == next) resolved_.variables.push_back({.name = name});
    return found;
}

void Scopes::bind_attributes() {
    for (auto& binding : attribute_bindings_) {
        const auto key = attribute_key(binding.assigned.function, binding.target);
        if (key == 0) continue;
        const auto name = source_.functions[binding.assigned.function][binding.target].symbol;
        binding.assigned.variable = attribute_variable(key, name);
        resolved_.assigned.push_back(binding.assigned);
    }
    // Names of a class's body are attributes of its instances.
    const auto count = resolved_.assigned.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto assigned = resolved_.assigned[i];
        const auto& v = resolved_.variables[assigned.variable];
        if (assigned.how == Binding::definition || v.function == no_index) continue;
        const auto definition = resolved_.definition_of(v.function);
        if (definition == no_index ||
            source_.definitions[definition].kind != flow::Definition::Kind::class_)
            continue;
        assigned.variable =
            attribute_variable(key_of(0x80000000u | class_root(definition), v.name), v.name);
        resolved_.assigned.push_back(assigned);
    }
}

std::uint32_t Scopes::find_attribute(std::uint32_t function, Id member) const {
    const auto key = attribute_key(function, member);
    return key == 0 ? no_index : attributes_.find(key);
}

std::uint32_t Scopes::find_attribute_of_class(std::uint32_t class_definition, Symbol name) const {
    return attributes_.find(key_of(0x80000000u | class_root(class_definition), name));
}

void Scopes::sort_bindings() {
    auto& variables = resolved_.variables;
    std::stable_sort(
        resolved_.assigned.begin(), resolved_.assigned.end(),
        [](const Assigned& a, const Assigned& b) { return a.variable < b.variable; });
    for (std::uint32_t i = 0; i < resolved_.assigned.size(); ++i) {
        auto& v = variables[resolved_.assigned[i].variable];
        if (v.count++ == 0) v.first = i;
    }
}

}  // namespace trainlint::program
