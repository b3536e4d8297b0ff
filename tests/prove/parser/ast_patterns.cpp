#include "ast_writer.hpp"

namespace trainlint::prove {

namespace flag = python::flag;

void AstWriter::pattern(Index at) {
    const Node& node = tree_[at];
    switch (node.kind) {
        case Kind::pattern_value:
            return expressions_in("MatchValue", at, 1);
        case Kind::pattern_singleton:
            open("MatchSingleton", node);
            out_ += node.op == 0 ? "None" : node.op == 1 ? "True" : "False";
            return close();
        case Kind::pattern_capture:
        case Kind::pattern_wildcard:
        case Kind::pattern_as:
            return pattern_as(at);
        case Kind::pattern_sequence:
        case Kind::pattern_or:
            open(node.kind == Kind::pattern_or ? "MatchOr" : "MatchSequence", node);
            list(children(at), [&](Index child) { pattern(child); });
            return close();
        case Kind::pattern_star:
            open("MatchStar", node);
            optional_name(node.first_child);
            return close();
        case Kind::pattern_mapping:
            return pattern_mapping(at);
        case Kind::pattern_class:
            return pattern_class(at);
        default:
            out_ += "ERROR";
            return;
    }
}

void AstWriter::pattern_as(Index at) {
    const Node& node = tree_[at];
    open("MatchAs", node);
    if (node.kind == Kind::pattern_as) {
        pattern(node.first_child);
        separator();
        name(next(node.first_child));
    } else {
        none();
        separator();
        optional_name(node.kind == Kind::pattern_capture ? at : no_node);
    }
    close();
}

void AstWriter::pattern_mapping(Index at) {
    std::vector<Index> pairs = children(at);
    Index rest = no_node;
    if (!pairs.empty() && is(pairs.back(), Kind::pattern_rest)) {
        rest = tree_.first(pairs.back());
        pairs.pop_back();
    }
    open("MatchMapping", tree_[at]);
    list(pairs, [&](Index pair) { expression(tree_.first(pair)); });
    separator();
    list(pairs, [&](Index pair) { pattern(next(tree_.first(pair))); });
    separator();
    optional_name(rest);
    close();
}

void AstWriter::pattern_class(Index at) {
    std::vector<Index> positional, keywords;
    for (const Index child : tree_.children(at)) {
        (is(child, Kind::pattern_keyword) ? keywords : positional).push_back(child);
    }
    open("MatchClass", tree_[at]);
    expression(positional.front());
    positional.erase(positional.begin());
    separator();
    list(positional, [&](Index child) { pattern(child); });
    separator();
    list(keywords, [&](Index child) { name(tree_.first(child)); });
    separator();
    list(keywords, [&](Index child) { pattern(next(tree_.first(child))); });
    close();
}

}  // namespace trainlint::prove
