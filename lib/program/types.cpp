// What values are instances of, and what built them.
#include <algorithm>
#include <array>
#include <string>

#include "knowledge/tables.hpp"
#include "program/resolve.hpp"

namespace trainlint::program {

namespace {

using flow::Binding;
using flow::Expression;
using flow::Id;
using flow::Meaning;
using flow::no_id;
using flow::no_index;

constexpr int deepest_types = 40;

/// Objects that the frameworks' users call the same everywhere.
struct UsualName {
    std::string_view name, maker;
    std::string_view package;      ///< only in modules that import it; empty: always
};
constexpr UsualName usual_names[] = {
    {"accelerator", "accelerate.Accelerator", ""},
    {"fabric", "lightning.fabric.Fabric", ""},
    {"trainer", "lightning.pytorch.Trainer", "lightning"},
    {"pl_module", "lightning.pytorch.LightningModule", "lightning"},
    {"trainer", "transformers.Trainer", "transformers"},
};

/// Attributes of the frameworks' objects that are such objects themselves.
struct KnownAttribute {
    std::string_view class_name, attribute, maker;
};
constexpr KnownAttribute known_attributes[] = {
    {"Trainer", "strategy", "lightning.pytorch.strategies.Strategy"},
    {"Fabric", "strategy", "lightning.fabric.strategies.Strategy"},
    {"LightningModule", "trainer", "lightning.pytorch.Trainer"},
    {"LightningDataModule", "trainer", "lightning.pytorch.Trainer"},
    {"LightningModule", "fabric", "lightning.fabric.Fabric"},
};

std::string_view known_attribute(std::string_view class_name, std::string_view attribute) {
    for (const auto& known : known_attributes)
        if (known.class_name == class_name && known.attribute == attribute) return known.maker;
    return {};
}

}  // namespace

Type Resolver::made(std::string_view maker, bool weak) {
    return {.kind = Type::Kind::external, .maker = names_.intern(maker), .weak = weak};
}

/// deepspeed.initialize() makes a DeepSpeedEngine, and three other things.
Symbol Resolver::class_made(Symbol maker, std::uint16_t element) {
    const auto text = names_.text(maker);
    const auto* signature = knowledge::find_signature(text);
    if (!signature || signature->returns.empty())
        return element == flow::whole_value ? maker : no_symbol;
    const std::size_t at = element == flow::whole_value ? 0 : element;
    if (element == flow::whole_value && signature->returns.size() > 1) return no_symbol;
    if (at >= signature->returns.size() || signature->returns[at].empty()) return no_symbol;
    const auto returned = signature->returns[at];
    if (returned.find('.') != std::string_view::npos) return names_.intern(returned);
    return names_.intern(std::string(first_component(text)) + "." + std::string(returned));
}

bool Resolver::imports(std::string_view root) const {
    return std::any_of(source_.imports.begin(), source_.imports.end(), [&](const auto& import) {
        const auto package = first_component(names_.text(import.module));
        return package == root || (root == "lightning" && (package == "pytorch_lightning" ||
                                                           package == "lightning_fabric"));
    });
}

Type Resolver::type_by_name(Symbol name) {
    for (const auto& usual : usual_names_)
        if (usual.first == name) return made(names_.text(usual.second), true);
    return {};
}

void Resolver::find_usual_names() {
    for (const auto& usual : usual_names)
        if (usual.package.empty() || imports(usual.package))
            usual_names_.emplace_back(names_.intern(usual.name), names_.intern(usual.maker));
    for (const auto& known : known_attributes)
        known_attributes_.push_back(names_.intern(known.attribute));
}

Type Resolver::type_of(std::uint32_t function, Id id) {
    if (id == no_id || depth_ > deepest_types) return {};
    const auto& f = source_.functions[function];
    const auto& e = f[id];
    ++depth_;
    Type type;
    switch (e.kind) {
        case Expression::Kind::name: {
            const auto& named = meaning(function, id);
            if (named.kind == Meaning::Kind::variable) type = variable_type(named.index);
            if (named.kind == Meaning::Kind::unknown) type = type_by_name(e.symbol);
            break;
        }
        case Expression::Kind::member: type = member_type(function, id); break;
        case Expression::Kind::call: type = call_type(function, e, flow::whole_value); break;
        case Expression::Kind::wait:
        case Expression::Kind::bind:
            if (e.operand_count > 0) type = type_of(function, f.operands_of(e).back());
            break;
        case Expression::Kind::element: {
            const auto parts = f.operands_of(e);
            if (parts.size() != 2 || f[parts[0]].kind != Expression::Kind::call) break;
            const auto index = names_.text(f[parts[1]].symbol);
            if (f[parts[1]].kind == Expression::Kind::literal && index.size() == 1 &&
                index[0] >= '0' && index[0] <= '9')
                type = call_type(function, f[parts[0]],
                                 static_cast<std::uint16_t>(index[0] - '0'));
            break;
        }
        default: break;
    }
    --depth_;
    return type;
}

Type Resolver::member_type(std::uint32_t function, Id id) {
    const auto& f = source_.functions[function];
    const auto& e = f[id];
    const auto& itself = meaning(function, id);
    if (itself.kind == Meaning::Kind::variable) {
        const auto type = variable_type(itself.index);
        if (type.kind != Type::Kind::unknown) return type;
    }
    if (std::find(known_attributes_.begin(), known_attributes_.end(), e.symbol) ==
        known_attributes_.end())
        return itself.kind == Meaning::Kind::external ? Type{} : type_by_name(e.symbol);
    const auto object = type_of(function, f.operands_of(e)[0]);
    const auto attribute = names_.text(e.symbol);
    if (object.kind == Type::Kind::external) {
        const auto maker =
            known_attribute(last_component(names_.text(object.maker)), attribute);
        if (!maker.empty()) return made(maker, object.weak);
    }
    if (object.kind == Type::Kind::internal)
        for (const auto& known : known_attributes)
            if (known.attribute == attribute &&
                external_base(object.definition, known.class_name, 0) != no_symbol)
                return made(known.maker, false);
    return itself.kind == Meaning::Kind::external ? Type{} : type_by_name(e.symbol);
}

/// The base of another package whose class is called so, of the class or of its bases here.
Symbol Resolver::external_base(std::uint32_t class_definition, std::string_view name, int depth) {
    constexpr int deepest_inheritance = 8;
    const auto& definition = source_.definitions[class_definition];
    if (definition.scope == no_index || depth > deepest_inheritance) return no_symbol;
    for (const auto base : definition.bases) {
        const auto& named = meaning(definition.scope, base);
        if (named.kind == Meaning::Kind::external &&
            last_component(names_.text(named.name)) == name)
            return named.name;
    }
    for (const auto base : resolved_.bases[class_definition]) {
        const auto found = external_base(base, name, depth + 1);
        if (found != no_symbol) return found;
    }
    return no_symbol;
}

Type Resolver::variable_type(std::uint32_t variable) {
    if (type_state_[variable] != 0) return types_[variable];
    type_state_[variable] = 1;                     // being found: a circle ends here
    types_[variable] = find_variable_type(variable);
    return types_[variable];
}

Type Resolver::find_variable_type(std::uint32_t variable) {
    const auto& v = resolved_.variables[variable];
    const auto self = scopes_.self_of(variable);
    if (self != no_index && v.count == 0)
        return {.kind = Type::Kind::internal, .definition = self};
    if (v.parameter != no_index && v.count == 0) return parameter_type(v);
    Type common;
    for (const auto& assigned : resolved_.bindings(variable)) {
        if (assigned.how == Binding::removal) continue;
        if (assigned.value == no_id ||
            (assigned.how != Binding::plain && assigned.how != Binding::context))
            return type_by_name(v.name);
        const auto& f = source_.functions[assigned.function];
        const auto& value = f[assigned.value];
        if (assigned.element == flow::whole_value &&
            value.kind == Expression::Kind::literal)
            continue;                              // None, before the object is there
        const auto type = assigned.element == flow::whole_value
                              ? type_of(assigned.function, assigned.value)
                          : value.kind == Expression::Kind::call
                              ? call_type(assigned.function, value, assigned.element)
                              : Type{};
        const bool same = common.kind == Type::Kind::unknown ||
                          (common.kind == type.kind && common.maker == type.maker &&
                           common.definition == type.definition);
        if (type.kind == Type::Kind::unknown || !same) return type_by_name(v.name);
        common = type;
    }
    return common.kind == Type::Kind::unknown ? type_by_name(v.name) : common;
}

/// By its annotation, or by what the frameworks' hooks are called with.
Type Resolver::parameter_type(const flow::Variable& v) {
    const auto& function = source_.functions[v.function];
    auto annotation = function.parameters[v.parameter].annotation;
    if (annotation != no_id && function[annotation].kind == Expression::Kind::element) {
        const auto parts = function.operands_of(annotation);       // Optional[X]
        if (parts.size() == 2 &&
            last_component(names_.text(function[parts[0]].symbol)) == "Optional")
            annotation = parts[1];
    }
    if (annotation != no_id) {
        const auto& named = meaning(v.function, annotation);
        if (named.kind == Meaning::Kind::external &&
            names_.text(named.name).find('.') != std::string_view::npos)
            return {.kind = Type::Kind::external, .maker = named.name};
        if (named.kind == Meaning::Kind::class_)
            return {.kind = Type::Kind::internal, .definition = named.index};
    }
    return type_by_name(v.name);
}

Type Resolver::call_type(std::uint32_t function, const Expression& call, std::uint16_t element) {
    const auto& f = source_.functions[function];
    if (call.operand_count == 0) return {};
    const auto& callee = meaning(function, f.operands_of(call)[0]);
    switch (callee.kind) {
        case Meaning::Kind::external:
        case Meaning::Kind::member: {
            if (names_.text(callee.name).find('.') == std::string_view::npos) return {};
            const auto maker = class_made(callee.name, element);
            if (maker == no_symbol) return {};
            return {.kind = Type::Kind::external, .maker = maker};
        }
        case Meaning::Kind::class_:
            if (element != flow::whole_value) return {};
            return {.kind = Type::Kind::internal, .definition = callee.index};
        case Meaning::Kind::function:
            return element == flow::whole_value ? returned_type(callee.index) : Type{};
        default: return {};
    }
}

/// A factory: every return gives the same kind of thing.
Type Resolver::returned_type(std::uint32_t definition) {
    constexpr std::size_t most_statements = 200;
    const auto index = source_.definitions[definition].function;
    if (index >= source_.functions.size()) return {};
    const auto& function = source_.functions[index];
    if (function.statements.size() > most_statements) return {};
    Type common;
    for (const auto& statement : function.statements) {
        if (statement.kind != flow::Statement::Kind::leave_function || statement.value == no_id)
            continue;
        const auto type = type_of(index, statement.value);
        if (type.kind == Type::Kind::unknown || type.weak) return {};
        if (common.kind != Type::Kind::unknown &&
            (common.maker != type.maker || common.definition != type.definition))
            return {};
        common = type;
    }
    return common;
}

std::vector<Symbol> Resolver::made_by(std::uint32_t function, Id id) {
    constexpr std::size_t longest_chain = 6;
    std::vector<Symbol> chain;
    for (int steps = 0; steps < 16 && id != no_id && chain.size() < longest_chain; ++steps) {
        const auto& f = source_.functions[function];
        const auto& e = f[id];
        if (e.kind == Expression::Kind::wait && e.operand_count > 0) {
            id = f.operands_of(e)[0];
        } else if (e.kind == Expression::Kind::call && e.operand_count > 0) {
            const auto& callee = meaning(function, f.operands_of(e)[0]);
            const bool known = callee.kind == Meaning::Kind::external ||
                               callee.kind == Meaning::Kind::member;
            if (!known || names_.text(callee.name).find('.') == std::string_view::npos) break;
            chain.push_back(callee.name);
            if (e.operand_count < 2) break;
            id = f.operands_of(e)[1];
            const auto first = f[id].kind;
            if (first == Expression::Kind::keyword || first == Expression::Kind::star) break;
        } else {
            const auto& named = meaning(function, id);
            if (named.kind != Meaning::Kind::variable) break;
            const auto bindings = resolved_.bindings(named.index);
            if (resolved_.variables[named.index].parameter != no_index || bindings.size() != 1 ||
                bindings[0].how != Binding::plain || bindings[0].element != flow::whole_value)
                break;
            function = bindings[0].function;
            id = bindings[0].value;
        }
    }
    return chain;
}

}  // namespace trainlint::program
