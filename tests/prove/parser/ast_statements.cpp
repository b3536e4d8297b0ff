#include <algorithm>

#include "ast_writer.hpp"

namespace trainlint::prove {

namespace flag = python::flag;

void AstWriter::statement(Index at) {
    const Node& node = tree_[at];
    switch (node.kind) {
        case Kind::expression:
            return expressions_in("Expr", at, 1);
        case Kind::assign:
            return assignment(at);
        case Kind::augmented_assign:
            open("AugAssign", node);
            expression(node.first_child);
            out_.append(",").append(operator_name(node.operation())).append(",");
            expression(next(node.first_child));
            return close();
        case Kind::annotated_assign:
            return annotated(at);
        case Kind::return_:
            return expressions_in("Return", at, 1);
        case Kind::raise:
            return expressions_in("Raise", at, 2);
        case Kind::assert_:
            return expressions_in("Assert", at, 2);
        case Kind::delete_:
            open("Delete", node);
            expressions(at);
            return close();
        case Kind::pass:
            return expressions_in("Pass", at, 0);
        case Kind::break_:
            return expressions_in("Break", at, 0);
        case Kind::continue_:
            return expressions_in("Continue", at, 0);
        case Kind::import:
            return import(at);
        case Kind::import_from:
            return import_from(at);
        case Kind::global:
        case Kind::nonlocal:
            open(node.kind == Kind::global ? "Global" : "Nonlocal", node);
            list(children(at), [&](Index child) { name(child); });
            return close();
        case Kind::type_alias: {
            open("TypeAlias", node);
            const Index alias = node.first_child;
            const bool generic = is(next(alias), Kind::type_parameters);
            open("Name", tree_[alias]);
            name(alias);
            out_ += "),";
            type_parameters(generic ? next(alias) : no_node);
            separator();
            expression(tree_.last_child(at));
            return close();
        }
        case Kind::if_:
            return condition(at, node.end);
        case Kind::while_:
        case Kind::for_:
            return loop(at);
        case Kind::try_:
            return attempt(at);
        case Kind::with:
            return scope(at);
        case Kind::decorated:
            return decorated(at);
        case Kind::function:
        case Kind::class_:
            return definition(at, {});
        case Kind::match:
            return match(at);
        default:
            out_ += "ERROR";
            return;
    }
}

/// As many fields, expressions or None.
void AstWriter::expressions_in(std::string_view name, Index at, std::size_t fields) {
    open(name, tree_[at]);
    Index child = tree_.first(at);
    for (std::size_t i = 0; i < fields; ++i) {
        if (i != 0) separator();
        optional(child);
        if (child != no_node) child = next(child);
    }
    close();
}

void AstWriter::body(Index block) {
    list(children(block), [&](Index child) { statement(child); });
}

void AstWriter::clause_body(Index clause) {
    if (clause == no_node) {
        out_ += "[]";
    } else {
        body(tree_.first(clause));
    }
}

// --- conditions, loops, handlers -------------------------------------------------------------

/// `if` or `elif`: CPython nests what stands here side by side.
void AstWriter::condition(Index at, std::uint32_t end) {
    const Node& node = tree_[at];
    const Index test = node.first_child, block = next(test);
    const bool top = node.kind == Kind::if_;
    open("If", node.begin, end);
    expression(test);
    separator();
    body(block);
    separator();
    otherwise(top ? next(block) : next(at), end);
    close();
}

void AstWriter::otherwise(Index clause, std::uint32_t end) {
    if (!is(clause, Kind::elif_clause)) return clause_body(clause);
    out_ += '[';
    condition(clause, end);
    out_ += ']';
}

void AstWriter::loop(Index at) {
    const Node& node = tree_[at];
    const bool each = node.kind == Kind::for_;
    open(!each ? "While" : node.has(flag::async) ? "AsyncFor" : "For", node);
    Index child = node.first_child;
    expression(child);
    child = next(child);
    separator();
    if (each) {
        expression(child);
        child = next(child);
        separator();
    }
    body(child);
    separator();
    clause_body(next(child));
    close();
}

void AstWriter::attempt(Index at) {
    const Node& node = tree_[at];
    std::vector<Index> handlers;
    Index otherwise = no_node, finally = no_node;
    for (const Index child : tree_.children(at)) {
        if (is(child, Kind::handler)) handlers.push_back(child);
        if (is(child, Kind::else_clause)) otherwise = child;
        if (is(child, Kind::finally_clause)) finally = child;
    }
    open(node.has(flag::star) ? "TryStar" : "Try", node);
    body(node.first_child);
    separator();
    list(handlers, [&](Index child) { handler(child); });
    separator();
    clause_body(otherwise);
    separator();
    clause_body(finally);
    close();
}

void AstWriter::handler(Index at) {
    const Node& node = tree_[at];
    Index child = node.first_child;
    open("ExceptHandler", node);
    if (node.has(flag::has_type)) {
        expression(child);
        child = next(child);
    } else {
        none();
    }
    separator();
    if (node.has(flag::has_name)) {
        name(child);
        child = next(child);
    } else {
        none();
    }
    separator();
    body(child);
    close();
}

void AstWriter::scope(Index at) {
    const Node& node = tree_[at];
    std::vector<Index> items = children(at);
    const Index block = items.back();
    items.pop_back();
    open(node.has(flag::async) ? "AsyncWith" : "With", node);
    list(items, [&](Index item) {
        open("withitem");
        expression(tree_.first(item));
        separator();
        optional(next(tree_.first(item)));
        close();
    });
    separator();
    body(block);
    close();
}

// --- definitions -----------------------------------------------------------------------------

void AstWriter::decorated(Index at) {
    std::vector<Index> parts = children(at);
    const Index last = parts.back();
    parts.pop_back();
    definition(last, parts);
}

void AstWriter::definition(Index at, const std::vector<Index>& decorators) {
    if (is(at, Kind::function)) return function(at, decorators);
    if (is(at, Kind::class_)) return class_(at, decorators);
    out_ += "ERROR";
}

void AstWriter::function(Index at, const std::vector<Index>& decorators) {
    const Node& node = tree_[at];
    const Index first = node.first_child;
    const bool generic = is(next(first), Kind::type_parameters);
    const Index inputs = generic ? next(next(first)) : next(first);
    const Index returns = next(inputs);
    const bool has_returns = next(returns) != no_node;
    open(node.has(flag::async) ? "AsyncFunctionDef" : "FunctionDef", node);
    name(first);
    separator();
    parameters(inputs);
    separator();
    body(has_returns ? next(returns) : returns);
    separator();
    list(decorators, [&](Index decorator) { expression(tree_.first(decorator)); });
    separator();
    optional(has_returns ? returns : no_node);
    separator();
    type_parameters(generic ? next(first) : no_node);
    close();
}

void AstWriter::class_(Index at, const std::vector<Index>& decorators) {
    const Node& node = tree_[at];
    const Index first = node.first_child;
    const bool generic = is(next(first), Kind::type_parameters);
    const Index after = generic ? next(next(first)) : next(first);
    const bool has_bases = is(after, Kind::arguments);
    open("ClassDef", node);
    name(first);
    separator();
    arguments_of(has_bases ? children(after) : std::vector<Index>{});
    separator();
    body(has_bases ? next(after) : after);
    separator();
    list(decorators, [&](Index decorator) { expression(tree_.first(decorator)); });
    separator();
    type_parameters(generic ? next(first) : no_node);
    close();
}

/// Positional ones, then keywords: two lists.
void AstWriter::arguments_of(const std::vector<Index>& given) {
    std::vector<Index> positional, keywords;
    for (const Index child : given) {
        const bool keyword = is(child, Kind::keyword) || is(child, Kind::double_star);
        (keyword ? keywords : positional).push_back(child);
    }
    list(positional, [&](Index child) { expression(child); });
    separator();
    list(keywords, [&](Index child) {
        open("keyword", tree_[child]);
        if (is(child, Kind::keyword)) {
            name(tree_.keyword_name(child, text_));
        } else {
            none();
        }
        separator();
        expression(tree_.first(child));
        close();
    });
}

void AstWriter::parameters(Index at) {
    using python::ParameterKind;
    std::vector<Index> of[5], defaults, keyword_defaults;
    for (const Index child : tree_.children(at)) {
        const Node& node = tree_[child];
        const auto kind = static_cast<ParameterKind>(node.op);
        of[node.op].push_back(child);
        const Index value = node.has(flag::has_default) ? tree_.last_child(child) : no_node;
        if (kind == ParameterKind::keyword_only) {
            keyword_defaults.push_back(value);
        } else if (value != no_node) {
            defaults.push_back(value);
        }
    }
    const auto group = [&](ParameterKind kind) {
        list(of[static_cast<std::size_t>(kind)], [&](Index child) { parameter(child); });
    };
    const auto single = [&](ParameterKind kind) {
        const auto& found = of[static_cast<std::size_t>(kind)];
        if (found.empty()) return none();
        parameter(found.front());
    };
    open("arguments");
    group(ParameterKind::positional_only);
    separator();
    group(ParameterKind::ordinary);
    separator();
    single(ParameterKind::variadic);
    separator();
    group(ParameterKind::keyword_only);
    separator();
    list(keyword_defaults, [&](Index child) { optional(child); });
    separator();
    single(ParameterKind::keywords);
    separator();
    list(defaults, [&](Index child) { expression(child); });
    close();
}

void AstWriter::parameter(Index at) {
    const Node& node = tree_[at];
    const Index first = node.first_child;
    open("arg", tree_[first].begin, parameter_end(at));
    name(first);
    separator();
    optional(node.has(flag::has_annotation) ? next(first) : no_node);
    close();
}

/// CPython's place ends with the annotation and its parentheses; ours includes the default.
std::uint32_t AstWriter::parameter_end(Index at) const {
    const Node& node = tree_[at];
    if (!node.has(flag::has_default)) return node.end;
    const Index first = node.first_child;
    const Index last = node.has(flag::has_annotation) ? next(first) : first;
    std::uint32_t end = tree_[last].end;
    for (std::uint32_t i = end; i < node.end && text_[i] != '='; ++i) {
        if (text_[i] == '#') {
            while (text_[i + 1] != '\n' && text_[i + 1] != '\r') ++i;
        }
        if (text_[i] == ')') end = i + 1;
    }
    return end;
}

void AstWriter::type_parameters(Index at) {
    list(at == no_node ? std::vector<Index>{} : children(at),
         [&](Index child) { type_parameter(child); });
}

void AstWriter::type_parameter(Index at) {
    using python::TypeParameterKind;
    const Node& node = tree_[at];
    const auto kind = static_cast<TypeParameterKind>(node.op);
    open(kind == TypeParameterKind::ordinary   ? "TypeVar"
         : kind == TypeParameterKind::variadic ? "TypeVarTuple"
                                               : "ParamSpec",
         node);
    name(node.first_child);
    separator();
    if (kind == TypeParameterKind::ordinary) {
        optional(node.has(flag::has_bound) ? next(node.first_child) : no_node);
        separator();
    }
    optional(node.has(flag::has_default) ? tree_.last_child(at) : no_node);
    close();
}

// --- assignments and imports -----------------------------------------------------------------

void AstWriter::assignment(Index at) {
    std::vector<Index> targets = children(at);
    const Index value = targets.back();
    targets.pop_back();
    open("Assign", tree_[at]);
    list(targets, [&](Index child) { expression(child); });
    separator();
    expression(value);
    close();
}

void AstWriter::annotated(Index at) {
    const Node& node = tree_[at];
    const Index annotation = next(node.first_child);
    open("AnnAssign", node);
    expression(node.first_child);
    separator();
    expression(annotation);
    separator();
    optional(next(annotation));
    out_ += node.has(flag::simple) ? ",1" : ",0";
    close();
}

void AstWriter::import(Index at) {
    open("Import", tree_[at]);
    list(children(at), [&](Index child) { alias(child); });
    close();
}

void AstWriter::import_from(Index at) {
    const Node& node = tree_[at];
    std::vector<Index> names = children(at);
    open("ImportFrom", node);
    if (is(names.front(), Kind::dotted_name)) {
        dotted(names.front());
        names.erase(names.begin());
    } else {
        none();
    }
    separator();
    list(names, [&](Index child) { alias(child); });
    out_ += ',' + std::to_string(node.flags);
    close();
}

void AstWriter::alias(Index at) {
    const Node& node = tree_[at];
    open("alias", node);
    if (node.has(flag::star)) {
        out_ += '*';
    } else {
        dotted(node.first_child);
    }
    separator();
    optional_name(node.first_child == no_node ? no_node : next(node.first_child));
    close();
}

// --- match -----------------------------------------------------------------------------------

void AstWriter::match(Index at) {
    std::vector<Index> cases = children(at);
    open("Match", tree_[at]);
    expression(cases.front());
    separator();
    cases.erase(cases.begin());
    list(cases, [&](Index child) { case_(child); });
    close();
}

void AstWriter::case_(Index at) {
    const Node& node = tree_[at];
    if (node.kind != Kind::case_) {
        out_ += "ERROR";
        return;
    }
    const Index after = next(node.first_child);
    const bool guarded = node.has(flag::has_guard);
    open("match_case");
    pattern(node.first_child);
    separator();
    optional(guarded ? after : no_node);
    separator();
    body(guarded ? next(after) : after);
    close();
}

}  // namespace trainlint::prove
