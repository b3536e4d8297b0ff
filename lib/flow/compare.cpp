#include "flow/compare.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace trainlint::flow {

namespace {

using Kind = GraphNode::Kind;

constexpr int most_steps = 6000;
constexpr int most_events_in_front = 64;

/// Decisions that stay as they are: sorted by term.
using Decisions = std::vector<std::pair<Term, bool>>;

class Compare {
public:
    Compare(const Graph& graph, const Terms& terms, std::uint8_t ranks)
        : graph_(graph), terms_(terms), ranks_(ranks) {}

    Verdict run(Node first, Node second) { return both(first, second, {}); }

private:
    using Pair = std::tuple<Node, Node, Decisions>;

    Verdict both(Node a, Node b, Decisions decisions);
    Verdict compared(Node a, Node b, const Decisions& decisions);
    Verdict chosen(Node a, Node b, const Decisions& decisions);
    Verdict ends(Node a, Node b) const;
    Verdict mismatched(Node a, Node b, const Decisions& decisions);
    enum class Met : std::uint8_t { together, by_first, by_second };
    static Verdict joined(Verdict p, Verdict q, Node choice, Met met = Met::together);
    Verdict missing(Node event, bool first) const;
    static Verdict unknown() { return {.kind = Verdict::Kind::unknown}; }

    Node resolved(Node node, const Decisions& decisions) const;
    /// The first event of `node`, if what follows its leading events is exactly `rest`.
    Node leads(Node node, Node rest, const Decisions& decisions) const;
    Node first_event(Node node) const;
    bool straight(Node node) const;
    bool rank_decides(const GraphNode& node) const {
        return node.kind == Kind::doubtful || node.kind == Kind::rank_choice ||
               ((node.kind == Kind::choice || node.kind == Kind::loop) &&
                (terms_[node.term].depends & ranks_) != 0);
    }
    const std::vector<Term>& decided_below(Node node);

    const Graph& graph_;
    const Terms& terms_;
    std::uint8_t ranks_;
    std::map<Pair, Verdict> known_;
    std::unordered_map<std::uint32_t, std::vector<Term>> below_;
    int steps_ = 0;
    int depth_ = 0;
};

Node Compare::resolved(Node node, const Decisions& decisions) const {
    for (;;) {
        const auto& data = graph_[node];
        if (data.kind != Kind::choice) return node;
        const auto found = std::lower_bound(
            decisions.begin(), decisions.end(), data.term,
            [](const auto& decision, Term term) { return decision.first < term; });
        if (found == decisions.end() || found->first != data.term) return node;
        node = found->second ? data.first : data.second;
    }
}

/// The choices that can still be met, for forgetting decisions that no longer matter.
const std::vector<Term>& Compare::decided_below(Node node) {
    const auto id = static_cast<std::uint32_t>(node);
    if (const auto found = below_.find(id); found != below_.end()) return found->second;
    const auto data = graph_[node];
    std::vector<Term> terms;
    if (data.kind == Kind::choice) terms.push_back(data.term);
    for (const auto child : {data.first, data.second}) {
        if (child == no_node) continue;
        const auto& inner = decided_below(child);
        terms.insert(terms.end(), inner.begin(), inner.end());
    }
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return below_[id] = std::move(terms);
}

Verdict Compare::both(Node a, Node b, Decisions decisions) {
    a = resolved(a, decisions);
    b = resolved(b, decisions);
    if (a == b) return {};
    if (graph_[a].kind == Kind::fail || graph_[b].kind == Kind::fail) return {};
    if (++steps_ > most_steps || depth_ > 1000) return unknown();
    const auto& in_a = decided_below(a);
    const auto& in_b = decided_below(b);
    std::erase_if(decisions, [&](const auto& decision) {
        return !std::binary_search(in_a.begin(), in_a.end(), decision.first) &&
               !std::binary_search(in_b.begin(), in_b.end(), decision.first);
    });
    const Pair key{a, b, decisions};
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    ++depth_;
    auto verdict = compared(a, b, decisions);
    --depth_;
    known_.emplace(key, verdict);
    return verdict;
}

Verdict Compare::compared(Node a, Node b, const Decisions& decisions) {
    const auto& x = graph_[a];
    const auto& y = graph_[b];
    if (rank_decides(x) || rank_decides(y)) return unknown();
    if (const auto event = leads(a, b, decisions); event != no_node) return missing(event, true);
    if (const auto event = leads(b, a, decisions); event != no_node) return missing(event, false);
    if (x.kind == Kind::choice || y.kind == Kind::choice) return chosen(a, b, decisions);
    if (x.kind == Kind::event && y.kind == Kind::event && x.number == y.number)
        return both(x.first, y.first, decisions);
    if (x.kind == Kind::loop && y.kind == Kind::loop && x.term == y.term && x.number == y.number)
        return joined(both(x.first, y.first, decisions), both(x.second, y.second, decisions),
                      no_node);
    const auto runs_on = [](const GraphNode& node) {
        return node.kind == Kind::event || node.kind == Kind::loop;
    };
    return runs_on(x) || runs_on(y) ? mismatched(a, b, decisions) : ends(a, b);
}

Verdict Compare::chosen(Node a, Node b, const Decisions& decisions) {
    const auto& x = graph_[a];
    const auto& y = graph_[b];
    const bool together = x.kind == Kind::choice && y.kind == Kind::choice && x.term == y.term;
    const bool by_first = x.kind == Kind::choice;
    const auto& by = by_first ? x : y;
    const bool stable = terms_[by.term].stable;
    if (!together && !stable) {
        // It may come out differently when it is asked again.
        const auto& other = decided_below(by_first ? b : a);
        if (std::binary_search(other.begin(), other.end(), by.term)) return unknown();
    }
    const auto with = [&](bool value) {
        auto more = decisions;
        if (stable)
            more.insert(std::lower_bound(more.begin(), more.end(), std::pair{by.term, false}),
                        {by.term, value});
        return more;
    };
    const auto side = [&](bool value) {
        const auto next = [&](const GraphNode& node) { return value ? node.first : node.second; };
        return both(together || by_first ? next(x) : a, together || !by_first ? next(y) : b,
                    with(value));
    };
    auto then = side(true);
    if (then.kind == Verdict::Kind::unknown) return then;
    const auto met = together ? Met::together : by_first ? Met::by_first : Met::by_second;
    return joined(std::move(then), side(false), by_first ? a : b, met);
}

Verdict Compare::ends(Node a, Node b) const {
    const bool a_again = graph_[a].kind == Kind::again;
    const bool b_again = graph_[b].kind == Kind::again;
    if (!a_again && !b_again) return {};
    if (a_again && b_again) return unknown();
    return {.kind = Verdict::Kind::missing,
            .at = a_again ? a : b,
            .first_reaches = a_again,
            .leaves_loop = true};
}

Verdict Compare::mismatched(Node a, Node b, const Decisions& decisions) {
    const auto& x = graph_[a];
    const auto& y = graph_[b];
    if (!x.eventful) return missing(first_event(b), false);
    if (!y.eventful) return missing(first_event(a), true);
    if (x.kind == Kind::again || y.kind == Kind::again) return unknown();
    const auto agrees_after = [&](Node left, Node right) {
        return both(left, right, decisions).kind == Verdict::Kind::equal;
    };
    const auto rest = [](const GraphNode& node) {
        return node.kind == Kind::loop ? node.second : node.first;
    };
    if (agrees_after(rest(x), b)) return missing(first_event(a), true);
    if (agrees_after(a, rest(y))) return missing(first_event(b), false);
    if (straight(a) && straight(b)) return {.kind = Verdict::Kind::order, .at = a};
    return unknown();
}

Verdict Compare::joined(Verdict p, Verdict q, Node choice, Met met) {
    using Result = Verdict::Kind;
    if (p.kind == Result::unknown || q.kind == Result::unknown) return unknown();
    if (p.kind == Result::equal && q.kind == Result::equal) return p;
    if (p.kind != Result::equal && q.kind != Result::equal) {
        const bool alike = p.kind == q.kind && p.first_reaches == q.first_reaches;
        if (alike) return p.when.size() <= q.when.size() ? p : q;
    }
    auto& verdict = p.kind == Result::equal ? q : p;
    if (choice == no_node) return verdict;
    // That a loop is left under some condition may be balanced by another way out of it.
    if (verdict.leaves_loop) return unknown();
    verdict.when.emplace_back(choice, p.kind != Result::equal);
    verdict.when_of_first = verdict.when_of_first || met == Met::by_first;
    verdict.when_of_second = verdict.when_of_second || met == Met::by_second;
    // What one class asks and what the other asks may be the same in other words.
    if (verdict.when_of_first && verdict.when_of_second) return unknown();
    return verdict;
}

Verdict Compare::missing(Node event, bool first) const {
    if (event == no_node) return unknown();
    return {.kind = Verdict::Kind::missing, .at = event, .first_reaches = first};
}

Node Compare::leads(Node node, Node rest, const Decisions& decisions) const {
    const auto first = node;
    for (int i = 0; i < most_events_in_front; ++i) {
        const auto& data = graph_[node];
        if (data.kind != Kind::event) return no_node;
        node = resolved(data.first, decisions);
        if (node == rest) return first;
    }
    return no_node;
}

Node Compare::first_event(Node node) const {
    constexpr std::size_t most_seen = 512;
    std::vector<Node> open{node};
    std::vector<Node> seen;
    while (!open.empty()) {
        node = open.back();
        open.pop_back();
        if (std::find(seen.begin(), seen.end(), node) != seen.end()) continue;
        if (seen.size() >= most_seen) return no_node;
        seen.push_back(node);
        const auto& data = graph_[node];
        if (data.kind == Kind::event) return node;
        for (const auto child : {data.second, data.first})
            if (child != no_node) open.push_back(child);
    }
    return no_node;
}

bool Compare::straight(Node node) const {
    while (graph_[node].kind == Kind::event) node = graph_[node].first;
    const auto kind = graph_[node].kind;
    return kind == Kind::end || kind == Kind::exit || kind == Kind::again;
}

}  // namespace

Verdict compare_behaviours(const Graph& graph, const Terms& terms, Node first, Node second,
                           std::uint8_t ranks) {
    if (first == second) return {};
    auto verdict = Compare(graph, terms, ranks).run(first, second);
    std::reverse(verdict.when.begin(), verdict.when.end());
    return verdict;
}

}  // namespace trainlint::flow
