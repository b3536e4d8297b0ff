#include "flow/sequence.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace trainlint::flow {

namespace {

using Kind = GraphNode::Kind;

constexpr int most_steps = 20'000;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Backends whose collectives run on the CPU whatever device is bound.
bool runs_on_cpu(std::string_view backend) {
    return backend == "gloo" || backend == "mpi" || backend == "cpu:gloo";
}

}  // namespace

/// A point on one way through a behaviour.
struct SequenceSearch::Way {
    Node node = no_node;
    Site first;
    std::vector<std::pair<Term, bool>> decisions;
    std::vector<Node> after;                   // loops whose body is being walked
};

std::vector<Sequence> SequenceSearch::run() {
    constexpr std::array wanted{
        Wanted{EventKind::collective, EventKind::bind_device, "torch"},
        Wanted{EventKind::touch_device, EventKind::bind_device, "torch"},
        Wanted{EventKind::touch_device, EventKind::init, "jax"},
        Wanted{EventKind::collective, EventKind::init, "jax"}};
    std::array<bool, wanted.size()> asked{};
    const auto count = static_cast<std::uint32_t>(resolved_.source->functions.size());
    for (std::uint32_t i = 0; i < count; ++i)
        for (const auto& act : calls_.acts(i))
            for (std::size_t w = 0; w < wanted.size(); ++w)
                if (act.kind == Act::Kind::event && act.event == wanted[w].second &&
                    names_.text(act.framework) == wanted[w].framework)
                    asked[w] = true;
    backend_ = backend();
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::size_t w = 0; w < wanted.size(); ++w)
            if (asked[w] && has(calls_.reached(i), Reach::device) && !started_elsewhere(i))
                examine(i, wanted[w]);
    return std::move(sequences_);
}

/// Functions that are called here are followed from their callers.
bool SequenceSearch::started_elsewhere(std::uint32_t function) const {
    const auto definition = resolved_.definition_of(function);
    if (definition == no_index) return false;
    const auto callers = calls_.callers(definition);
    return std::any_of(callers.begin(), callers.end(),
                       [&](const CallSite& site) { return site.function != function; });
}

/// The one backend that every init_process_group here names; no_symbol: none, or several.
Symbol SequenceSearch::backend() {
    std::optional<Symbol> common;
    const auto count = static_cast<std::uint32_t>(resolved_.source->functions.size());
    for (std::uint32_t i = 0; i < count; ++i)
        for (const auto& act : calls_.acts(i)) {
            if (act.kind != Act::Kind::event || act.event != EventKind::init ||
                !names_.text(act.operation).ends_with("init_process_group"))
                continue;
            bool open = false;
            const auto given = find_argument(resolved_.source->functions[i], names_, act.call,
                                             "backend", 0, open);
            if (given == no_id) return no_symbol;
            const auto& node = terms_[values_.of(values_.root(i), given)];
            const auto named = node.kind == TermNode::Kind::text ? Symbol{node.first} : no_symbol;
            if (named == no_symbol || (common && *common != named)) return no_symbol;
            common = named;
        }
    return common.value_or(no_symbol);
}

/// A device that is the same on all ranks is no binding by rank.
bool SequenceSearch::binds_by_rank(Site site) {
    const auto& function = resolved_.source->functions[site.function];
    bool open = false;
    const auto given = find_argument(function, names_, site.id, "device", 0, open);
    if (given == no_id) return false;
    const auto kind = terms_[values_.of(values_.root(site.function), given)].kind;
    return kind != TermNode::Kind::number && kind != TermNode::Kind::text &&
           kind != TermNode::Kind::none;
}

SequenceSearch::Role SequenceSearch::torch_role(Site site, const Act& act, const Wanted& wanted) {
    const auto& function = resolved_.source->functions[site.function];
    const auto framework = names_.text(act.framework);
    const auto operation = names_.text(act.operation);
    bool open = false;
    switch (act.event) {
        case EventKind::env_write: return Role::settled;
        case EventKind::bind_device:
            if (!contains(operation, "set_device")) return Role::settled;
            return binds_by_rank(site) ? Role::second : Role::none;
        case EventKind::init:
            // accelerate, Lightning, DeepSpeed and the like bind the device themselves.
            if (framework != "torch") return Role::settled;
            return find_argument(function, names_, site.id, "device_id", 100, open) != no_id || open
                       ? Role::settled
                       : Role::none;
        case EventKind::collective:
            if (framework != "torch") return Role::settled;
            if (wanted.first != EventKind::collective || !act.on_current_device ||
                !act.whole_group || runs_on_cpu(names_.text(backend_)))
                return Role::none;
            return Role::first;
        case EventKind::touch_device:
            return framework == "torch" && wanted.first == EventKind::touch_device ? Role::first
                                                                                   : Role::none;
        default: return Role::none;
    }
}

SequenceSearch::Role SequenceSearch::role(Site site, const Wanted& wanted) {
    const auto* act = calls_.of(site.function, site.id);
    if (!act || act->kind != Act::Kind::event) return Role::none;
    if (wanted.framework == "torch") return torch_role(site, *act, wanted);
    if (names_.text(act->framework) != wanted.framework) return Role::none;
    if (act->event == wanted.second) return Role::second;
    return act->event == wanted.first ? Role::first : Role::none;
}

void SequenceSearch::examine(std::uint32_t function, const Wanted& wanted) {
    Graph graph;
    Behaviour behaviour(resolved_, names_, calls_, values_, terms_, graph,
                        {.kind = Question::Kind::devices});
    const auto root = behaviour.of(function);
    if (behaviour.given_up()) return;
    std::vector<Found> found;
    follow(graph, root, wanted, found);
    for (const auto& one : found) {
        if (!one.after_first) continue;
        Sequence sequence{.first = event(one.first, backend_),
                          .second = event(one.second, backend_),
                          .on_every_path = !one.alone};
        const auto known = std::find_if(
            sequences_.begin(), sequences_.end(), [&](const Sequence& other) {
                return other.first.at == sequence.first.at &&
                       other.second.at == sequence.second.at;
            });
        if (known == sequences_.end())
            sequences_.push_back(std::move(sequence));
        else
            known->on_every_path = known->on_every_path && sequence.on_every_path;
    }
}

Event SequenceSearch::event(Site site, Symbol backend) const {
    const auto* act = calls_.of(site.function, site.id);
    const auto at = resolved_.source->functions[site.function][site.id].at;
    return {.kind = act->event,
            .operation = act->operation,
            .group = {},
            .at = fragment_.place(at),
            .backend = backend};
}

/// Walks every way forward. A decision that was taken stays as it is.
void SequenceSearch::follow(const Graph& graph, Node root, const Wanted& wanted,
                            std::vector<Found>& found) {
    std::vector<Way> open;
    open.push_back({.node = root, .first = {}, .decisions = {}, .after = {}});
    std::set<std::tuple<Node, std::uint32_t, Id, std::vector<std::pair<Term, bool>>>> seen;
    for (int steps = 0; !open.empty(); ++steps) {
        if (steps > most_steps) {
            found.clear();
            return;
        }
        auto way = std::move(open.back());
        open.pop_back();
        const auto& data = graph[way.node];
        switch (data.kind) {
            case Kind::event: {
                const auto plays = role(data.site, wanted);
                if (plays == Role::settled) continue;
                if (plays == Role::second) {
                    const bool late = way.first.function != no_index;
                    auto known = std::find_if(found.begin(), found.end(), [&](const Found& one) {
                        return one.second == data.site;
                    });
                    if (known == found.end())
                        known = found.insert(found.end(), {.second = data.site, .first = {}});
                    if (late && !known->after_first) known->first = way.first;
                    (late ? known->after_first : known->alone) = true;
                    continue;
                }
                if (plays == Role::first && way.first.function == no_index) way.first = data.site;
                way.node = data.first;
                open.push_back(std::move(way));
                break;
            }
            case Kind::choice:
            case Kind::rank_choice:
            case Kind::doubtful: {
                if (!seen.emplace(way.node, way.first.function, way.first.id, way.decisions)
                         .second)
                    continue;
                const auto decided =
                    std::find_if(way.decisions.begin(), way.decisions.end(),
                                 [&](const auto& d) { return d.first == data.term; });
                const bool is_decided = decided != way.decisions.end();
                for (const bool value : {true, false}) {
                    if (is_decided && decided->second != value) continue;
                    auto next = way;
                    if (!is_decided && terms_[data.term].stable)
                        next.decisions.emplace_back(data.term, value);
                    next.node = value ? data.first : data.second;
                    open.push_back(std::move(next));
                }
                break;
            }
            case Kind::loop:
                way.after.push_back(data.second);
                way.node = data.first;
                open.push_back(std::move(way));
                break;
            case Kind::again:
                if (way.after.empty()) continue;
                way.node = way.after.back();
                way.after.pop_back();
                open.push_back(std::move(way));
                break;
            default: break;
        }
    }
}

}  // namespace trainlint::flow
