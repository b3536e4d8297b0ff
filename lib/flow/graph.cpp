#include "flow/graph.hpp"

#include <algorithm>

namespace trainlint::flow {

namespace {

using Kind = GraphNode::Kind;

constexpr std::size_t most_nodes = 6000;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
    return hash ^ (hash >> 29);
}

std::uint32_t raw(Node node) {
    return static_cast<std::uint32_t>(node);
}

/// Choices by the rank are told apart by their place: a finding names it.
bool counts_place(const GraphNode& node) {
    return node.kind == Kind::rank_choice || node.kind == Kind::doubtful;
}

}  // namespace

std::size_t Graph::Hash::operator()(const GraphNode& node) const {
    auto hash = mixed(static_cast<std::uint64_t>(node.kind), static_cast<std::uint32_t>(node.term));
    hash = mixed(hash, node.number);
    hash = mixed(hash, std::uint64_t{raw(node.first)} << 32 | raw(node.second));
    if (counts_place(node))
        hash = mixed(hash, std::uint64_t{node.site.function} << 32 |
                               static_cast<std::uint32_t>(node.site.id));
    return hash;
}

bool Graph::Same::operator()(const GraphNode& left, const GraphNode& right) const {
    return left.kind == right.kind && left.term == right.term && left.number == right.number &&
           left.first == right.first && left.second == right.second &&
           (!counts_place(left) || left.site == right.site);
}

Node Graph::make(GraphNode node) {
    const auto found = ids_.find(node);
    if (found != ids_.end()) return Node{found->second};
    if (nodes_.size() >= most_nodes) {
        full_ = true;
        return Node{0};
    }
    const auto eventful = [&](Node child) { return child != no_node && (*this)[child].eventful; };
    node.eventful = node.kind == Kind::event || node.kind == Kind::again ||
                    node.kind == Kind::loop || eventful(node.first) || eventful(node.second);
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    ids_.emplace(node, id);
    return Node{id};
}

Node Graph::end() { return make({.kind = Kind::end}); }
Node Graph::exit() { return make({.kind = Kind::exit}); }
Node Graph::fail() { return make({.kind = Kind::fail}); }

Node Graph::again(Term over, std::uint32_t depth) {
    return make({.kind = Kind::again, .term = over, .number = depth});
}

Node Graph::event(std::uint64_t acts_as, Node next, Site site, bool apart) {
    auto number = acts_as;
    if (apart)
        number = mixed(mixed(number, site.function), static_cast<std::uint32_t>(site.id));
    return make({.kind = Kind::event, .number = number, .first = next, .site = site});
}

/// A failure agrees with everything, so a choice between it and something is no choice.
Node Graph::choice(GraphNode::Kind kind, Term term, Node then, Node otherwise, Site site) {
    if (then == otherwise) return then;
    if ((*this)[then].kind == Kind::fail) return otherwise;
    if ((*this)[otherwise].kind == Kind::fail) return then;
    return make({.kind = kind, .term = term, .first = then, .second = otherwise, .site = site});
}

bool Graph::leads_only_out(Node body, Node again, std::span<const Node> exits,
                           std::vector<Node>& found) const {
    constexpr std::size_t most_seen = 512;
    std::vector<Node> open{body};
    std::vector<Node> seen;
    while (!open.empty()) {
        const auto node = open.back();
        open.pop_back();
        if (node == again || std::find(seen.begin(), seen.end(), node) != seen.end()) continue;
        if (seen.size() >= most_seen) return false;
        seen.push_back(node);
        const auto& data = (*this)[node];
        if (std::find(exits.begin(), exits.end(), node) != exits.end()) {
            found.push_back(node);
            continue;
        }
        switch (data.kind) {
            case Kind::fail: break;
            case Kind::choice:
            case Kind::rank_choice:
            case Kind::doubtful:
                open.push_back(data.first);
                open.push_back(data.second);
                break;
            default: return false;
        }
    }
    std::sort(found.begin(), found.end());
    return true;
}

Node Graph::loop(Term over, std::uint32_t depth, Node body, Node after,
                 std::span<const Node> exits, bool endless, Site site) {
    const auto next_round = again(over, depth);
    std::vector<Node> found;
    std::vector<Node> all_exits(exits.begin(), exits.end());
    all_exits.push_back(after);
    if (leads_only_out(body, next_round, all_exits, found)) {
        if (!endless && std::find(found.begin(), found.end(), after) == found.end())
            found.push_back(after);
        if (found.empty()) return exit();
        auto left = found.back();
        // Which of the ways out is taken, what the loop runs over decides.
        for (std::size_t i = 0; i + 1 < found.size(); ++i)
            left = choice(Kind::choice, over, found[i], left, site);
        return left;
    }
    const auto made = make({.kind = Kind::loop,
                            .term = over,
                            .number = depth,
                            .first = body,
                            .second = after,
                            .site = site});
    loops_.try_emplace(raw(made), LoopExits{{exits.begin(), exits.end()}, endless});
    return made;
}

Node Graph::decided_node(const GraphNode& old, std::uint32_t index,
                         const std::vector<Node>& renamed,
                         const std::function<bool(Term)>& holds) {
    const auto first = old.first == no_node ? no_node : renamed[raw(old.first)];
    const auto second = old.second == no_node ? no_node : renamed[raw(old.second)];
    switch (old.kind) {
        case Kind::rank_choice: return holds(old.term) ? first : second;
        case Kind::choice:
        case Kind::doubtful: return choice(old.kind, old.term, first, second, old.site);
        case Kind::loop: {
            const auto known = loops_.find(index);
            std::vector<Node> exits;
            bool endless = false;
            if (known != loops_.end()) {
                endless = known->second.endless;
                for (const auto exit : known->second.exits)
                    if (renamed[raw(exit)] != no_node) exits.push_back(renamed[raw(exit)]);
            }
            return loop(old.term, static_cast<std::uint32_t>(old.number), first, second, exits,
                        endless, old.site);
        }
        default: break;
    }
    auto copy = old;
    copy.first = first;
    copy.second = second;
    return make(copy);
}

Node Graph::decided(Node root, const std::function<bool(Term)>& holds) {
    const auto count = raw(root) + 1;
    std::vector<bool> used(count, false);
    used[raw(root)] = true;
    // Children have smaller numbers than the nodes that lead to them.
    for (auto i = count; i-- > 0;) {
        if (!used[i]) continue;
        const auto& node = nodes_[i];
        for (const auto child : {node.first, node.second})
            if (child != no_node) used[raw(child)] = true;
    }
    std::vector<Node> renamed(count, no_node);
    for (std::uint32_t i = 0; i < count && !full_; ++i) {
        if (!used[i]) continue;
        const auto old = nodes_[i];
        renamed[i] = decided_node(old, i, renamed, holds);
    }
    return full_ ? Node{0} : renamed[raw(root)];
}

}  // namespace trainlint::flow
