#include "flow/divergence.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>

namespace trainlint::flow {

namespace {

using Kind = GraphNode::Kind;

constexpr std::size_t most_classes = 6;
constexpr std::size_t most_groups = 4;

bool both_counted(std::uint8_t depends) {
    const auto bit = [](Scope scope) { return 1u << static_cast<unsigned>(scope); };
    return (depends & bit(Scope::global)) != 0 && (depends & bit(Scope::local)) != 0;
}

}  // namespace

std::vector<Divergence> DivergenceSearch::run() {
    const auto count = static_cast<std::uint32_t>(resolved_.source->functions.size());
    outcomes_.assign(count, Outcome::not_asked);
    for (std::uint32_t i = 0; i < count; ++i)
        if (has(calls_.reached(i), Reach::collective)) examine(i);
    find_kinds();
    std::vector<Divergence> found;
    std::vector<std::pair<Site, Site>> told;
    for (auto& candidate : candidates_) {
        const bool own = candidate.split.function == candidate.function;
        const bool told_by_owner =
            !own && std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
                return c.function == c.split.function && c.split == candidate.split;
            });
        const std::pair both{candidate.split, candidate.event};
        if (told_by_owner || balanced_by_callers(candidate) || has_other_half(candidate) ||
            std::find(told.begin(), told.end(), both) != told.end())
            continue;
        told.push_back(both);
        found.push_back(std::move(candidate.divergence));
    }
    return found;
}

/// What one function leaves open, its caller may close: the two halves of a barrier sandwich.
bool DivergenceSearch::balanced_by_callers(const Candidate& candidate) const {
    const auto definition = resolved_.definition_of(candidate.function);
    if (definition == no_index) return false;
    const auto callers = calls_.callers(definition);
    return std::any_of(callers.begin(), callers.end(), [&](const CallSite& site) {
        return site.function != candidate.function && outcomes_[site.function] == Outcome::alike;
    });
}

/// `__enter__` lets some ranks wait, `__exit__` the others: whoever uses both is balanced, and
/// may stand in another module.
bool DivergenceSearch::has_other_half(const Candidate& candidate) const {
    // So many kinds of them in one module are not told apart: nothing is said.
    constexpr std::size_t most_kinds = 256;
    if (kinds_.size() > most_kinds) return true;
    return std::any_of(kinds_.begin(), kinds_.end(), [&](std::size_t other) {
        return are_halves(candidate, candidates_[other]);
    });
}

/// Of candidates that are alike two will do, of two functions: one is another's than any third's.
void DivergenceSearch::find_kinds() {
    using Key = std::tuple<std::uint32_t, Symbol, Term, bool>;
    std::map<Key, std::vector<std::uint32_t>> functions;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const auto& one = candidates_[i];
        auto& seen = functions[{holder_of(one), one.divergence.event.operation, one.test, one.answer}];
        if (seen.size() == 2 || (seen.size() == 1 && seen.front() == one.function)) continue;
        seen.push_back(one.function);
        kinds_.push_back(i);
    }
}

/// The class that the function stands in.
std::uint32_t DivergenceSearch::holder_of(const Candidate& candidate) const {
    const auto definition = resolved_.definition_of(candidate.function);
    return definition == no_index ? no_index : resolved_.source->definitions[definition].parent;
}

/// Functions of one class or of the module, of which each rank does the same in exactly one.
bool DivergenceSearch::are_halves(const Candidate& one, const Candidate& other) const {
    if (one.function == other.function ||
        one.divergence.event.operation != other.divergence.event.operation)
        return false;
    if (holder_of(one) != holder_of(other)) return false;
    const Run run;
    const auto classes = classes_of(terms_, {one.test, other.test}, run);
    return !classes.empty() &&
           std::all_of(classes.begin(), classes.end(), [&](const Process& process) {
               const auto reaches = [&](const Candidate& candidate) {
                   return terms_.truth(candidate.test, process) == candidate.answer;
               };
               return reaches(one) != reaches(other);
           });
}

void DivergenceSearch::examine(std::uint32_t function) {
    outcomes_[function] = examine(function, {});
    std::vector<Term> groups;
    for (const auto& act : calls_.acts(function)) {
        if (!act.collective || act.whole_group || act.group == no_id) continue;
        const auto group = values_.of(values_.root(function), act.group);
        if (group == no_term || terms_[group].kind == TermNode::Kind::none) continue;
        if (std::find(groups.begin(), groups.end(), group) == groups.end() &&
            groups.size() < most_groups)
            groups.push_back(group);
    }
    for (const auto group : groups) examine(function, {.group = group});
}

DivergenceSearch::Outcome DivergenceSearch::examine(std::uint32_t function, Question question) {
    Graph graph;
    Behaviour behaviour(resolved_, names_, calls_, values_, terms_, graph, question);
    const auto root = behaviour.of(function);
    if (behaviour.given_up()) return Outcome::unknown;
    const auto tests = rank_tests(graph, root);
    if (tests.empty()) return Outcome::not_asked;
    std::uint8_t depends = 0;
    for (const auto test : tests) depends |= terms_[test].depends;
    // What a global and a local rank test do together may be meant for one node only.
    if (both_counted(depends)) {
        const auto saved = candidates_.size();
        const auto on_one_node =
            compare_classes(function, question, graph, root, tests, {.nodes = 1, .per_node = 8});
        candidates_.resize(saved);
        if (on_one_node != Outcome::apart) return on_one_node;
    }
    return compare_classes(function, question, graph, root, tests, {});
}

std::vector<Term> DivergenceSearch::rank_tests(const Graph& graph, Node root) const {
    std::vector<Term> tests;
    std::vector<bool> seen(graph.size(), false);
    std::vector<Node> open{root};
    while (!open.empty()) {
        const auto node = open.back();
        open.pop_back();
        if (node == no_node || seen[static_cast<std::uint32_t>(node)]) continue;
        seen[static_cast<std::uint32_t>(node)] = true;
        const auto& data = graph[node];
        if (data.kind == Kind::rank_choice &&
            std::find(tests.begin(), tests.end(), data.term) == tests.end())
            tests.push_back(data.term);
        open.push_back(data.first);
        open.push_back(data.second);
    }
    return tests;
}

DivergenceSearch::Outcome DivergenceSearch::compare_classes(
    std::uint32_t function, Question question, Graph& graph, Node root,
    const std::vector<Term>& tests, const Run& run) {
    const auto classes = classes_of(terms_, tests, run);
    if (classes.empty() || classes.size() > most_classes) return Outcome::unknown;
    std::vector<Node> behaviours;
    for (const auto& process : classes)
        behaviours.push_back(graph.decided(
            root, [&](Term test) { return terms_.truth(test, process).value_or(false); }));
    if (graph.full()) return Outcome::unknown;
    struct Difference {
        Verdict verdict;
        std::size_t first, second;
    };
    std::optional<Difference> difference;
    for (std::size_t i = 0; i < classes.size(); ++i)
        for (std::size_t j = i + 1; j < classes.size(); ++j) {
            auto verdict = compare_behaviours(graph, terms_, behaviours[i], behaviours[j],
                                              question.ranks());
            if (verdict.kind == Verdict::Kind::unknown) return Outcome::unknown;
            if (verdict.kind == Verdict::Kind::equal || difference) continue;
            difference = Difference{std::move(verdict), i, j};
        }
    if (!difference) return Outcome::alike;
    const bool first = difference->verdict.kind == Verdict::Kind::order ||
                       difference->verdict.first_reaches;
    const auto& reaching = classes[first ? difference->first : difference->second];
    const auto& other = classes[first ? difference->second : difference->first];
    explain(function, question, graph, root, difference->verdict, reaching, other, run);
    return Outcome::apart;
}

std::vector<DivergenceSearch::Step> DivergenceSearch::walk(const Graph& graph, Node root,
                                                           const Verdict& verdict,
                                                           const Process& mine,
                                                           const Process& others) const {
    constexpr int longest_walk = 1024;
    std::vector<Step> steps;
    std::vector<Node> after;                   // loops whose body is being walked
    auto node = root;
    auto split = no_node;
    for (int i = 0; i < longest_walk; ++i) {
        const auto& data = graph[node];
        switch (data.kind) {
            case Kind::event:
                steps.push_back({node, split});
                node = data.first;
                break;
            case Kind::rank_choice: {
                const auto here = terms_.truth(data.term, mine).value_or(false);
                if (terms_.truth(data.term, others).value_or(false) != here) split = node;
                node = here ? data.first : data.second;
                break;
            }
            case Kind::choice: {
                bool taken = true;
                for (const auto& [choice, way] : verdict.when)
                    if (graph[choice].term == data.term) taken = way;
                node = taken ? data.first : data.second;
                break;
            }
            case Kind::doubtful: node = data.first; break;
            case Kind::loop:
                after.push_back(data.second);
                node = data.first;
                break;
            case Kind::again:
                // The end of a round: what follows is what follows the loop.
                steps.push_back({node, split});
                if (after.empty()) return steps;
                node = after.back();
                after.pop_back();
                break;
            default: return steps;
        }
    }
    return steps;
}

/// The first step of `mine` that `theirs` lacks: steps at one place are the same, then steps that
/// do the same between those.
std::size_t DivergenceSearch::first_difference(const Graph& graph, bool in_step,
                                               std::span<const Step> mine,
                                               std::span<const Step> theirs) const {
    constexpr std::size_t unmatched = static_cast<std::size_t>(-1);
    std::vector<std::size_t> matched(mine.size(), unmatched);
    std::size_t next = 0;
    const auto match = [&](std::size_t i, std::size_t from, std::size_t to, bool by_place) {
        const auto& x = graph[mine[i].event];
        for (auto k = from; k < to; ++k) {
            const auto& y = graph[theirs[k].event];
            const bool same_place = x.kind == Kind::again || x.site == y.site;
            if (x.kind == y.kind && x.number == y.number && (same_place || !by_place)) return k;
            if (in_step) break;
        }
        return unmatched;
    };
    for (std::size_t i = 0; i < mine.size(); ++i) {
        matched[i] = match(i, next, theirs.size(), !in_step);
        if (matched[i] != unmatched) next = matched[i] + 1;
        if (matched[i] == unmatched && in_step) return i;
    }
    std::size_t from = 0;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (matched[i] == unmatched) {
            const auto after = std::find_if(matched.begin() + static_cast<std::ptrdiff_t>(i),
                                            matched.end(),
                                            [&](std::size_t k) { return k != unmatched; });
            matched[i] = match(i, from, after == matched.end() ? theirs.size() : *after, false);
        }
        if (matched[i] == unmatched) return i;
        from = matched[i] + 1;
    }
    return mine.size();
}

void DivergenceSearch::explain(std::uint32_t function, Question question, const Graph& graph,
                               Node root, const Verdict& verdict, const Process& reaching,
                               const Process& other, const Run& run) {
    const auto mine = walk(graph, root, verdict, reaching, other);
    const auto theirs = walk(graph, root, verdict, other, reaching);
    const auto at = first_difference(graph, verdict.kind == Verdict::Kind::order, mine, theirs);
    if (at == mine.size() || mine[at].split == no_node) return;
    auto event = mine[at].event;
    if (graph[event].kind == Kind::again) {
        // The other class leaves the loop: it misses the first event of the next round.
        const auto in_loop = std::find_if(mine.begin(), mine.end(), [&](const Step& step) {
            return graph[step.event].kind == Kind::event;
        });
        if (in_loop == mine.end()) return;
        event = in_loop->event;
    }
    const auto& split = graph[mine[at].split];
    const auto event_site = graph[event].site;
    const auto* act = event_site.function == no_index
                          ? nullptr
                          : calls_.of(event_site.function, event_site.id);
    if (!act || act->kind != Act::Kind::event) return;
    const auto framework = names_.text(act->framework);
    // Horovod pairs its operations by name, whatever their order.
    if (verdict.kind == Verdict::Kind::order && framework == "horovod") return;

    Candidate candidate{.function = function,
                        .split = split.site,
                        .event = event_site,
                        .test = split.term,
                        .answer = terms_.truth(split.term, reaching).value_or(true),
                        .divergence = {}};
    auto& told = candidate.divergence;
    told.kind = verdict.kind == Verdict::Kind::order ? Divergence::Kind::order
                                                     : Divergence::Kind::missing;
    told.event = {.kind = act->event,
                  .operation = act->operation,
                  .at = place(event_site),
                  .applies = act->applies};
    told.split.kind = Agreement::Kind::rank;
    told.split.why.push_back(place(split.site));
    told.who = ranks_in_words(terms_, split.term, candidate.answer, run);
    if (question.group != no_term) told.who += " of the group";
    const auto from = split.site.function;
    auto calls = call_chain(from, event_site.function);
    if (calls.empty() && from != event_site.function)
        calls = call_chain(function, event_site.function);
    for (const auto& site : calls) told.calls.push_back(place({site.function, site.call}));
    if (others_may_reach_it(split.site, event_site, calls)) return;
    for (const auto& [choice, way] : verdict.when)
        if (graph[choice].site.function != no_index) told.when.push_back(place(graph[choice].site));
    std::vector<std::pair<std::uint32_t, Id>> sources;
    values_.sources(values_.root(from), split.site.id, sources);
    for (const auto& [where, id] : sources) told.split.why.push_back(place({where, id}));
    candidates_.push_back(std::move(candidate));
}

text::Place DivergenceSearch::place(Site site) const {
    return fragment_.place(resolved_.source->functions[site.function][site.id].at);
}

/// `if rank == 0: broadcast() else: worker.run()`: what the others do instead may hold the other
/// half. Looked at are the blocks of the test that do not hold the event.
bool DivergenceSearch::others_may_reach_it(Site split, Site event,
                                           const std::vector<CallSite>& calls) const {
    const auto& function = resolved_.source->functions[split.function];
    const auto test = function[split.id].at;
    auto inside = split.function == event.function ? event.id : no_id;
    for (const auto& site : calls)
        if (site.function == split.function) inside = site.call;
    for (const auto& statement : function.statements) {
        if (statement.kind != Statement::Kind::branch || statement.value == no_id ||
            !function[statement.value].at.contains(test))
            continue;
        std::vector<text::Span> stretches;
        bool holds_event = false;
        for (const auto& block : function.blocks_of(statement)) {
            const auto statements = function.statements_of(block);
            if (statements.empty()) continue;
            const text::Span stretch{function.statement(statements.front()).at.begin,
                                     function.statement(statements.back()).at.end};
            if (inside != no_id && stretch.contains(function[inside].at))
                holds_event = true;
            else
                stretches.push_back(stretch);
        }
        for (const auto stretch : stretches)
            if ((holds_event || calls_.leaves(split.function, stretch)) &&
                does_unknown_things(split.function, stretch))
                return true;
    }
    return false;
}

bool DivergenceSearch::does_unknown_things(std::uint32_t index, text::Span stretch) const {
    const auto& function = resolved_.source->functions[index];
    for (std::uint32_t i = 0; i < function.expressions.size(); ++i) {
        const auto& e = function.expressions[i];
        if (e.kind == Expression::Kind::call && stretch.contains(e.at) && !is_harmless(index, Id{i}))
            return true;
    }
    return false;
}

/// Calls of other packages, of this module, and of methods that surely do not communicate.
bool DivergenceSearch::is_harmless(std::uint32_t index, Id call) const {
    constexpr std::array quiet{"info",   "debug",  "warning", "warn",   "error",  "exception",
                               "log",    "print",  "write",   "close",  "flush",  "append",
                               "extend", "update", "pop",     "get",    "items",  "keys",
                               "values", "join",   "format",  "split",  "strip",  "exists",
                               "mkdir",  "item",   "cpu",     "detach", "numpy",  "tolist",
                               "eval",   "copy",   "add_scalar", "set_description",
                               "set_postfix", "setLevel", "critical", "lower", "upper", "replace",
                               "startswith", "endswith", "start", "is_alive", "size", "dim", "to"};
    const auto& function = resolved_.source->functions[index];
    auto callee = function.operands_of(call)[0];
    const auto& meaning = resolved_.meaning(index, callee);
    if (meaning.kind != Meaning::Kind::unknown && meaning.kind != Meaning::Kind::variable)
        return true;
    const auto last = names_.text(function[callee].symbol);
    if (function[callee].kind == Expression::Kind::member &&
        std::find(quiet.begin(), quiet.end(), last) != quiet.end())
        return true;
    // numpy.save(): the name leads to the import of another package.
    while (function[callee].kind == Expression::Kind::member)
        callee = function.operands_of(callee)[0];
    if (function[callee].kind != Expression::Kind::name) return false;
    for (const auto& import : resolved_.source->imports)
        if (import.bound == function[callee].symbol) return !resolved_.binder->is_own(import);
    return false;
}

/// The shortest way of calls from one function to another.
std::vector<CallSite> DivergenceSearch::call_chain(std::uint32_t from, std::uint32_t to) const {
    if (from == to) return {};
    std::unordered_map<std::uint32_t, CallSite> reached_by;
    std::vector<std::uint32_t> open{from};
    for (std::size_t i = 0; i < open.size() && !reached_by.contains(to); ++i)
        for (const auto& act : calls_.acts(open[i])) {
            if (act.kind != Act::Kind::enter) continue;
            const auto entered = calls_.function_of(act.definition);
            if (entered == no_index || entered == from || reached_by.contains(entered)) continue;
            reached_by[entered] = {.function = open[i], .call = act.call};
            open.push_back(entered);
        }
    std::vector<CallSite> chain;
    for (auto at = to; at != from && reached_by.contains(at); at = chain.back().function)
        chain.push_back(reached_by[at]);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

}  // namespace trainlint::flow
