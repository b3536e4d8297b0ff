#include "parser_tools.hpp"

#include <array>

namespace trainlint::python::testing {

namespace {

std::string operator_of(const Node& node) {
    static constexpr std::array<std::string_view, 28> signs{
        "",  "+",   "-",   "*",  "/",  "//", "%", "**", "@", "|",  "^",  "&",      "<<", ">>",
        "~", "not", "and", "or", "==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
    switch (node.kind) {
        case Kind::augmented_assign:
        case Kind::binary:
        case Kind::unary:
        case Kind::compare:
        case Kind::compare_link:
        case Kind::boolean:
            return std::string(signs[node.op]);
        case Kind::parameter: {
            static constexpr std::array<std::string_view, 5> kinds{"/", "", "*", "=", "**"};
            return std::string(kinds[node.op]);
        }
        case Kind::type_parameter:
            return node.op == 0 ? "" : node.op == 1 ? "*" : "**";
        case Kind::comprehension:
            return std::string(1, "gLSD"[node.op]);
        case Kind::field:
            return node.op == 0 ? "" : std::string(1, static_cast<char>(node.op));
        default:
            return "";
    }
}

std::string flags_of(const Node& node) {
    std::string marks;
    switch (node.kind) {
        case Kind::for_:
        case Kind::with:
        case Kind::function:
        case Kind::clause:
            if (node.has(flag::async)) marks += " async";
            break;
        case Kind::try_:
        case Kind::alias:
            if (node.has(flag::star)) marks += " star";
            break;
        case Kind::block:
            if (node.has(flag::absent)) marks += " absent";
            break;
        case Kind::annotated_assign:
            if (node.has(flag::simple)) marks += " simple";
            break;
        case Kind::field:
            if (node.has(flag::debug)) marks += " debug";
            break;
        case Kind::slice:
            marks += node.has(flag::has_lower) ? " l" : "";
            marks += node.has(flag::has_upper) ? " u" : "";
            marks += node.has(flag::has_step) ? " s" : "";
            break;
        case Kind::import_from:
            if (node.flags != 0) marks += " " + std::to_string(node.flags);
            return marks;
        case Kind::tuple:
            return node.has(flag::parenthesised) ? "" : " bare";
        default:
            break;
    }
    const bool statement = node.kind < Kind::identifier;
    if (statement && node.has(flag::damaged)) marks += " damaged";
    return marks;
}

bool is_leaf(Kind kind) {
    switch (kind) {
        case Kind::name:
        case Kind::number:
        case Kind::string:
        case Kind::string_text:
        case Kind::constant:
        case Kind::identifier:
        case Kind::dotted_name:
        case Kind::pattern_singleton:
            return true;
        default:
            return false;
    }
}

}  // namespace

std::string show(std::string_view text, const Tree& tree, Index at) {
    const Node& node = tree[at];
    const auto part = [&](text::Span span) {
        return std::string(text.substr(span.begin, span.size()));
    };
    if (is_leaf(node.kind)) return part(node.span());
    std::string out(name_of(node.kind));
    if (node.kind == Kind::pattern_capture) out += ":" + part(node.span());
    if (node.kind == Kind::attribute) out += ":" + part(tree.attribute_name(at, text));
    if (node.kind == Kind::keyword) out += ":" + part(tree.keyword_name(at, text));
    const std::string op = operator_of(node);
    if (!op.empty()) out += ":" + op;
    out += flags_of(node);
    if (node.first_child == no_node) return out;
    out += '(';
    for (const Index child : tree.children(at)) {
        if (out.back() != '(') out += ' ';
        out += show(text, tree, child);
    }
    return out + ')';
}

std::string parsed(std::string_view text) {
    Parser parser;
    Tree tree;
    parser.parse(text, tree);
    std::string out;
    for (const Index statement : tree.children(tree.root)) {
        if (!out.empty()) out += '\n';
        out += show(text, tree, statement);
    }
    for (const SyntaxError& error : tree.errors) out += "\n! " + std::string(error.message);
    return out;
}

std::string expression(std::string_view text) {
    const std::string all = parsed(text);
    constexpr std::string_view head = "expression(";
    if (!all.starts_with(head) || all.find('\n') != std::string::npos) return all;
    return all.substr(head.size(), all.size() - head.size() - 1);
}

std::string broken_promise(const Tree& tree, std::size_t size) {
    if (tree.root == no_node || tree.root + 1 != tree.nodes.size())
        return "the root is not the last";
    std::vector<bool> reached(tree.nodes.size());
    for (Index at = 1; at < tree.nodes.size(); ++at) {
        const Node& node = tree[at];
        const std::string where = std::string(name_of(node.kind)) + " " + std::to_string(at);
        if (node.begin > node.end || node.end > size) return "place of " + where;
        std::uint32_t last = node.begin;
        for (const Index child : tree.children(at)) {
            if (child >= at) return "not in post-order: " + where;
            if (reached[child]) return "a child twice: " + where;
            reached[child] = true;
            if (tree[child].begin < last) return "children overlap: " + where;
            last = tree[child].end;
        }
        if (last > node.end) return "a child reaches outside: " + where;
    }
    for (Index at = 1; at < tree.root; ++at) {
        if (!reached[at]) return "not in the tree: " + std::to_string(at);
    }
    if (tree.errors.size() > Tree::most_errors || tree.errors.size() > tree.error_count) {
        return "the number of errors";
    }
    for (std::size_t i = 0; i < tree.errors.size(); ++i) {
        const text::Span at = tree.errors[i].at;
        if (at.begin > at.end || at.end > size) return "place of an error";
        if (i != 0 && at.begin < tree.errors[i - 1].at.begin) return "errors are not sorted";
    }
    return "";
}

std::string text_at(std::string_view text, std::vector<std::size_t> path) {
    Parser parser;
    Tree tree;
    parser.parse(text, tree);
    Index at = tree.root;
    for (const std::size_t position : path) at = tree.child(at, position);
    return std::string(text.substr(tree[at].begin, tree[at].end - tree[at].begin));
}

}  // namespace trainlint::python::testing
