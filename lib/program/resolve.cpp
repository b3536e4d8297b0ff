#include "program/resolve.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "flow/rows.hpp"

namespace trainlint::program {

namespace {

using flow::Assigned;
using flow::Binding;
using flow::Expression;
using flow::Id;
using flow::Meaning;
using flow::no_id;
using flow::no_index;

constexpr int deepest_resolution = 40;

/// Nobody writes a package of one of these names.
constexpr std::array<std::string_view, 14> standard_packages{
    "os",     "sys",       "argparse", "subprocess", "contextlib", "functools", "multiprocessing",
    "typing", "packaging", "socket",   "platform",   "optparse",   "logging",   "time"};

std::string folder_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string{} : std::string(path.substr(0, slash));
}

bool is_none(const Expression& e) {
    return e.kind == Expression::Kind::literal &&
           e.operation == static_cast<std::uint8_t>(flow::LiteralKind::none);
}

}  // namespace

Resolver::Resolver(flow::Resolved& resolved, const Scopes& scopes, const Candidates& candidates,
                   const link::Paths& paths, std::string_view path,
                   std::vector<link::Question>& questions, Names& names)
    : resolved_(resolved),
      source_(*resolved.source),
      scopes_(scopes),
      candidates_(candidates),
      paths_(paths),
      folder_(folder_of(path)),
      questions_(questions),
      names_(names),
      import_names_(source_.imports.size()),
      import_asked_(source_.imports.size()),
      denoted_(resolved.variables.size()),
      types_(resolved.variables.size()),
      type_state_(resolved.variables.size()) {
    resolved_.binder = this;
    std::uint32_t expressions = 0;
    for (const auto& function : source_.functions) {
        resolved_.first_meaning.push_back(expressions);
        expressions += static_cast<std::uint32_t>(function.expressions.size());
    }
    resolved_.meanings.resize(expressions);
    find_usual_names();
    super_ = names.intern("super");
    args_ = names.intern("args");
    forward_ = names.intern("forward");
    call_ = names.intern("__call__");
}

/// A call of an object of this program's classes runs its forward or __call__.
std::uint32_t Resolver::called_method(std::uint32_t function, Id callee) {
    if (meaning(function, callee).kind != Meaning::Kind::variable) return no_index;
    const auto type = type_of(function, callee);
    if (type.kind != Type::Kind::internal) return no_index;
    const auto forward = resolved_.member(type.definition, forward_);
    return forward != no_index ? forward : resolved_.member(type.definition, call_);
}

const Meaning& Resolver::meaning(std::uint32_t function, Id id) {
    auto& known =
        resolved_.meanings[resolved_.first_meaning[function] + static_cast<std::uint32_t>(id)];
    if (known.looked_up || depth_ > deepest_resolution) return known;
    known.looked_up = true;
    ++depth_;
    Meaning found;
    switch (source_.functions[function][id].kind) {
        case Expression::Kind::name: found = named(function, id); break;
        case Expression::Kind::member: found = member(function, id); break;
        default: break;
    }
    --depth_;
    found.looked_up = true;
    return known = found;
}

Meaning Resolver::named(std::uint32_t function, Id id) {
    const auto name = source_.functions[function][id].symbol;
    if (scopes_.is_comprehension_name(function, id)) return {};
    const auto variable = scopes_.find(function, name);
    if (variable != no_index) return denoted(variable);
    if (scopes_.stars().empty())
        return {.kind = Meaning::Kind::external, .built_in = true, .name = name};
    const auto [known, added] = from_stars_.try_emplace(name, no_symbol);
    if (added) known->second = name_from_stars(name);
    // An unknown star import may bring any name.
    if (known->second == no_symbol) return {};
    return {.kind = Meaning::Kind::external, .name = known->second};
}

/// What a star import of a known module brings in as `name`; no_symbol: nobody knows.
Symbol Resolver::name_from_stars(Symbol name) {
    constexpr std::size_t most_modules = 64;
    if (star_modules_.empty())
        for (const auto star : scopes_.stars()) {
            const auto module = import_name(source_.imports[star]);
            const bool there = std::find(star_modules_.begin(), star_modules_.end(), module) !=
                               star_modules_.end();
            if (there) continue;
            star_modules_.push_back(module);
            if (star_modules_.size() > most_modules) break;
        }
    if (star_modules_.size() > most_modules) return no_symbol;
    for (const auto module : star_modules_) {
        if (module == no_symbol) continue;
        const auto spelled = dotted(module, name);
        if (!flow::rows_of(names_.text(spelled)).empty()) return spelled;
    }
    return no_symbol;
}

Meaning Resolver::denoted(std::uint32_t variable) {
    auto& known = denoted_[variable];
    if (known.looked_up) return known;
    known = {.kind = Meaning::Kind::variable, .looked_up = true, .index = variable};
    const auto found = find_denoted(variable);
    denoted_[variable] = found;
    denoted_[variable].looked_up = true;
    return denoted_[variable];
}

/// An import, a definition, or another name for one; else the variable itself.
Meaning Resolver::find_denoted(std::uint32_t variable) {
    const Meaning itself{.kind = Meaning::Kind::variable, .index = variable};
    const auto& v = resolved_.variables[variable];
    if (v.parameter != no_index) return itself;
    const Assigned* only = nullptr;
    int imports = 0;
    for (const auto& assigned : resolved_.bindings(variable)) {
        const bool nothing =
            assigned.how == Binding::plain && assigned.value != no_id &&
            assigned.element == flow::whole_value &&
            is_none(source_.functions[assigned.function][assigned.value]);
        if (nothing || assigned.how == Binding::removal) continue;
        // Of several imports (try ... except ImportError) the first speaks for the name.
        if (assigned.how == Binding::import_ && imports++ > 0) continue;
        if (only) return itself;
        only = &assigned;
    }
    if (!only) return itself;
    switch (only->how) {
        case Binding::import_: {
            const auto name = import_name(source_.imports[only->index]);
            return name == no_symbol ? Meaning{}
                                     : Meaning{.kind = Meaning::Kind::external, .name = name};
        }
        case Binding::definition:
            return {.kind = source_.definitions[only->index].kind == flow::Definition::Kind::class_
                                ? Meaning::Kind::class_
                                : Meaning::Kind::function,
                    .index = only->index};
        case Binding::plain: {
            if (only->value == no_id || only->element != flow::whole_value) return itself;
            const auto kind = source_.functions[only->function][only->value].kind;
            if (kind != Expression::Kind::name && kind != Expression::Kind::member) return itself;
            const auto& other = meaning(only->function, only->value);
            const bool names_something = other.kind == Meaning::Kind::external ||
                                         other.kind == Meaning::Kind::class_ ||
                                         (other.kind == Meaning::Kind::function &&
                                          kind == Expression::Kind::name);
            if (!names_something) return itself;
            auto same = other;
            same.assigned = true;
            return same;
        }
        default: return itself;
    }
}

Symbol Resolver::dotted(Symbol base, Symbol member) {
    const auto key = std::uint64_t{static_cast<std::uint32_t>(base)} << 32 |
                     static_cast<std::uint32_t>(member);
    const auto known = dotted_.find(key);
    if (known != FlatMap::missing) return Symbol{known};
    std::string text(names_.text(base));
    text += '.';
    text += names_.text(member);
    const auto made = names_.intern(text);
    dotted_.insert(key, static_cast<std::uint32_t>(made));
    return made;
}

Symbol Resolver::row_of(Symbol maker, Symbol member) {
    const auto key = std::uint64_t{static_cast<std::uint32_t>(maker)} << 32 |
                     static_cast<std::uint32_t>(member);
    const auto known = rows_.find(key);
    if (known != FlatMap::missing) return Symbol{known};
    const auto row = member_in_tables(names_.text(maker), names_.text(member));
    const auto made = row.empty() ? no_symbol : names_.intern(row);
    rows_.insert(key, static_cast<std::uint32_t>(made));
    return made;
}

Symbol Resolver::import_name(const flow::Import& import) {
    const auto index = static_cast<std::size_t>(&import - source_.imports.data());
    if (import_asked_[index]) return import_names_[index];
    import_asked_[index] = true;
    if (import.level > 0 || import.module == no_symbol) return no_symbol;
    const auto module = names_.text(import.module);
    const auto root = first_component(module);
    if (!is_known_package(root) || is_projects_own(root)) return no_symbol;
    auto name = import.module;
    if (import.name != no_symbol && !import.star)
        name = dotted(import.module, import.name);
    else if (!import.star && names_.text(import.bound) == root)
        name = import.bound;                       // `import a.b` binds a
    return import_names_[index] = name;
}

bool Resolver::is_own(const flow::Import& import) {
    return import.level > 0 || import.module == no_symbol ||
           is_projects_own(first_component(names_.text(import.module)));
}

/// A project that defines a package of that name has its own names.
bool Resolver::is_projects_own(std::string_view root) {
    const auto symbol = names_.intern(root);
    if (const auto found = own_packages_.find(symbol); found != own_packages_.end())
        return found->second;
    if (std::find(standard_packages.begin(), standard_packages.end(), root) !=
        standard_packages.end())
        return own_packages_[symbol] = false;
    const std::string name(root);
    const std::string top(paths_.root() == "." ? std::string_view{} : paths_.root());
    const auto below = [](const std::string& folder, const std::string& rest) {
        return folder.empty() ? rest : folder + "/" + rest;
    };
    std::vector<std::string> folders{folder_};
    for (const auto& folder : {top, below(top, "src")})
        if (folder != folder_) folders.push_back(folder);
    bool own = false;
    for (const auto& folder : folders)
        own = own || paths_.exists(below(folder, name + ".py"), questions_) ||
              paths_.exists(below(folder, name + "/__init__.py"), questions_);
    return own_packages_[symbol] = own;
}

Meaning Resolver::member(std::uint32_t function, Id id) {
    const auto& f = source_.functions[function];
    const auto& e = f[id];
    const auto object_id = f.operands_of(e)[0];
    const auto object = meaning(function, object_id);
    switch (object.kind) {
        case Meaning::Kind::external:
            if (object.built_in) return {};
            return {.kind = Meaning::Kind::external, .name = dotted(object.name, e.symbol)};
        case Meaning::Kind::class_: {
            const auto found = resolved_.member(object.index, e.symbol);
            if (found != no_index)
                return {.kind = source_.definitions[found].kind == flow::Definition::Kind::class_
                                    ? Meaning::Kind::class_
                                    : Meaning::Kind::function,
                        .index = found};
            const auto attribute = scopes_.find_attribute_of_class(object.index, e.symbol);
            if (attribute != no_index)
                return {.kind = Meaning::Kind::variable, .index = attribute};
            return {};
        }
        default: break;
    }
    const auto& object_e = f[object_id];
    if (object_e.kind == Expression::Kind::call && object_e.operand_count > 0) {
        const auto& callee = meaning(function, f.operands_of(object_e)[0]);
        if (callee.built_in && callee.name == super_)
            return super_member(function, e.symbol);
    }
    const auto type = type_of(function, object_id);
    if (type.kind != Type::Kind::unknown && !type.weak) {
        const auto found = member_of(type, e.symbol);
        if (found.kind != Meaning::Kind::unknown) return found;
    }
    const auto attribute = scopes_.find_attribute(function, id);
    if (attribute != no_index) return {.kind = Meaning::Kind::variable, .index = attribute};
    if (type.weak) return member_of(type, e.symbol);
    return member_of_arguments(object_e, e.symbol);
}

/// args.local_rank, which a launcher fills wherever the parser stands.
Meaning Resolver::member_of_arguments(const Expression& object, Symbol member) {
    if (object.kind != Expression::Kind::name && object.kind != Expression::Kind::member)
        return {};
    const auto row = row_of(args_, member);
    if (row == no_symbol) return {};
    constexpr std::array usual{"args", "opt", "opts", "FLAGS", "training_args"};
    if (std::find(usual.begin(), usual.end(), names_.text(object.symbol)) == usual.end())
        return {};
    return {.kind = Meaning::Kind::member, .weak = true, .name = row};
}

Meaning Resolver::member_of(const Type& type, Symbol member) {
    if (type.kind == Type::Kind::internal) return member_of_class(type.definition, member, 0);
    const auto row = row_of(type.maker, member);
    if (row != no_symbol) return {.kind = Meaning::Kind::member, .weak = type.weak, .name = row};
    if (type.weak) return {};
    return {.kind = Meaning::Kind::member, .name = dotted(type.maker, member)};
}

/// Methods and attributes first, then what the class has from a base of another package.
Meaning Resolver::member_of_class(std::uint32_t class_definition, Symbol member, int depth) {
    constexpr int deepest_inheritance = 8;
    if (depth > deepest_inheritance) return {};
    if (depth == 0) {
        const auto method = resolved_.member(class_definition, member);
        if (method != no_index &&
            source_.definitions[method].kind == flow::Definition::Kind::function)
            return {.kind = Meaning::Kind::function, .index = method};
        const auto attribute = scopes_.find_attribute_of_class(class_definition, member);
        if (attribute != no_index)
            return {.kind = Meaning::Kind::variable, .index = attribute};
    }
    const auto& definition = source_.definitions[class_definition];
    if (definition.scope != no_index)
        for (const auto base : definition.bases) {
            const auto& named = meaning(definition.scope, base);
            if (named.kind != Meaning::Kind::external) continue;
            const auto row = row_of(named.name, member);
            if (row != no_symbol) return {.kind = Meaning::Kind::member, .name = row};
        }
    for (const auto base : resolved_.bases[class_definition]) {
        const auto found = member_of_class(base, member, depth + 1);
        if (found.kind != Meaning::Kind::unknown) return found;
    }
    return {};
}

/// super().method(): the method of a base class here.
Meaning Resolver::super_member(std::uint32_t function, Symbol member) {
    auto at = function;
    for (int i = 0; i < 8 && at != no_index && resolved_.class_of(at) == no_index; ++i)
        at = source_.functions[at].parent;
    if (at == no_index) return {};
    for (const auto base : resolved_.bases[resolved_.class_of(at)]) {
        const auto method = resolved_.member(base, member);
        if (method != no_index) return {.kind = Meaning::Kind::function, .index = method};
    }
    return {};
}

}  // namespace trainlint::program
