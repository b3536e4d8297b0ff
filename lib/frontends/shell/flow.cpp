// Lists, branches, loops, functions: which way the script may go.
#include <algorithm>
#include <utility>

#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/patterns.hpp"
#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

constexpr unsigned deepest_call = 16;
constexpr std::uint32_t no_variable = 0xFFFFFFFFu;

/// What a script inside another may cost goes with its size: there may be thousands of them.
std::size_t expansion_budget(const text::Fragment& script) {
    constexpr std::size_t own = 32u * 1024 * 1024;
    constexpr std::size_t inside = 128u * 1024;
    const std::size_t size = script.text().size();
    return script.depth() == 0 ? own + 4 * size : inside + 32 * size;
}

/// In bytes of the facts that hold it.
constexpr std::size_t most_environment = 64u * 1024 * 1024;

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const text::Fragment> script, const Tree& tree,
                     const frontends::Demand& demand, Names& names, frontends::Stated& out)
    : script_(std::move(script)), text_(script_->text()), tree_(tree), names_(names), out_(out),
      stage_(demand.stage), maybe_(demand.maybe), most_steps_(tree.nodes.size() * 4 + 10'000),
      environment_left_(most_environment), budget_{expansion_budget(*script_)},
      folder_(variables_.index_of("\x01 folder")),
      parameters_(variables_.index_of("\x01 parameters")),
      separators_(variables_.index_of("IFS")), visited_(text_.size()),
      stated_(tree.nodes.size(), none), called_(tree.nodes.size()) {
    variables_.set(folder_, {VariableState::Kind::set, false, scalar_of(Text{})});
    add_inherited(demand);
    if (!tree.functions.empty()) count_calls();
}

void Evaluator::run() {
    run_list(tree_.top);
    run_uncalled_functions();
}

void Evaluator::count_calls() {
    for (const Index function : tree_.functions)
        if (function != none) call_counts_.try_emplace(view(tree_.nodes[function].name), 0);
    for (const Node& node : tree_.nodes) {
        if (node.kind != Node::Kind::simple || node.parts.count == 0) continue;
        for (const Item& item : std::span(tree_.items).subspan(node.parts.first, node.parts.count)) {
            if (item.is_assignment) continue;
            const auto found = call_counts_.find(view(tree_.words[item.index].span));
            if (found != call_counts_.end()) ++found->second;
            break;
        }
    }
}

/// Library functions and such: what is in them may run some day, with values that nobody knows.
void Evaluator::run_uncalled_functions() {
    const Perhaps perhaps(*this);
    for (const Index function : tree_.functions) {
        if (function == none || called_[function]) continue;
        called_[function] = true;
        const Node& node = tree_.nodes[function];
        if (node.first == none) continue;
        variables_.mark();
        ++calls_;
        variables_.set(parameters_, {});
        run_node(node.first);
        --calls_;
        (void)variables_.take();
    }
}

Evaluator::Flow Evaluator::run_list(Index list) {
    const Range range = tree_.lists[list];
    const Index end = range.first + range.count;
    Flow flow = Flow::on;
    for (Index first = range.first; first < end;) {
        Index last = first;
        while (last + 1 < end && (tree_.entries[last].after == Connector::both ||
                                  tree_.entries[last].after == Connector::either))
            ++last;
        const bool background = tree_.entries[last].after == Connector::background;
        // Behind an exit nothing runs; it is stated all the same.
        const Perhaps perhaps(*this, flow != Flow::on);
        if (background || flow != Flow::on) {
            variables_.mark();
            run_chain(first, last);
            (void)variables_.take();
        } else {
            flow = run_chain(first, last);
        }
        first = last + 1;
    }
    return flow;
}

/// `a && b || c`: entries [first, last].
Evaluator::Flow Evaluator::run_chain(Index first, Index last) {
    Flow flow = run_node(tree_.entries[first].node);
    Index at = first + 1;
    while (at <= last) {
        const Connector connector = tree_.entries[at - 1].after;
        const bool on_success = connector == Connector::both;
        const Index before = tree_.entries[at - 1].node;
        const auto kind = tree_.nodes[before].kind;
        const Condition condition = condition_of_node(before);
        const bool tested = condition.value || condition.tested != no_variable ||
                            kind == Node::Kind::test || kind == Node::Kind::arithmetic ||
                            (kind == Node::Kind::simple && is_test_command(before));
        if (on_success && !tested) {
            const Flow next = run_node(tree_.entries[at].node);
            if (flow == Flow::on) flow = next;
            ++at;
            continue;
        }
        // What is joined to it by && runs under the same condition.
        Index end = at;
        while (end < last && tree_.entries[end].after == Connector::both) ++end;
        const Flow next = run_conditional(at, end, condition, on_success);
        if (flow == Flow::on) flow = next;
        at = end + 1;
    }
    return flow;
}

Evaluator::Flow Evaluator::run_conditional(Index first, Index last, const Condition& condition,
                                           bool on_success) {
    const auto run_all = [&] {
        Flow flow = Flow::on;
        for (Index i = first; i <= last; ++i) {
            const Flow next = run_node(tree_.entries[i].node);
            if (flow == Flow::on) flow = next;
        }
        return flow;
    };
    if (condition.value && *condition.value == on_success) return run_all();
    const Perhaps perhaps(*this);
    variables_.mark();
    const Outcome outcome = take_outcome(run_all());
    if (condition.value) return Flow::on;
    EmptyTest test;
    if (condition.tested != no_variable) {
        test.variable = condition.tested;
        test.symbol = symbol(variables_[condition.tested].name);
        test.empty_outcome = condition.empty_if == on_success ? 0 : 1;
    }
    merge(variables_, {outcome}, true, test, budget_);
    return Flow::on;
}

Outcome Evaluator::take_outcome(Flow flow) {
    Outcome outcome{.changed = variables_.take(), .lives = flow == Flow::on};
    if (flow == Flow::returned) returns_early_ = true;
    return outcome;
}

void Evaluator::run_isolated(Index list) {
    if (list == none) return;
    variables_.mark();
    run_list(list);
    (void)variables_.take();
}

void Evaluator::run_dead(Index list) {
    const Perhaps perhaps(*this);
    run_isolated(list);
}

Evaluator::Flow Evaluator::run_node(Index index) {
    if (++steps_ > most_steps_) return Flow::on;
    const Node& node = tree_.nodes[index];
    if (node.redirections.count > 0 && node.kind != Node::Kind::simple)
        run_redirections(node.redirections);
    switch (node.kind) {
        case Node::Kind::simple: return run_simple(index);
        case Node::Kind::pipeline: return run_pipeline(node);
        case Node::Kind::subshell: run_isolated(node.first); return Flow::on;
        case Node::Kind::group: return run_list(node.first);
        case Node::Kind::branch: return run_branch(node);
        case Node::Kind::loop:
        case Node::Kind::count: return run_loop(node);
        case Node::Kind::for_each: return run_for(node);
        case Node::Kind::choose: return run_choose(node);
        case Node::Kind::function:
            functions_[view(node.name)] = index;
            return Flow::on;
        case Node::Kind::test:
            for (const Index word : links(node.parts)) (void)expand_joined(word);
            return Flow::on;
        case Node::Kind::arithmetic:
            (void)expand_joined(node.first);
            forget_expression(tree_.words[node.first].span);
            return Flow::on;
    }
    return Flow::on;
}

Evaluator::Flow Evaluator::run_pipeline(const Node& node) {
    if (node.parts.count == 1) {
        const Flow flow = run_node(links(node.parts).front());
        return flow;
    }
    const auto parts = links(node.parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Index before = std::exchange(piped_into_, i + 1 < parts.size() ? parts[i + 1] : none);
        variables_.mark();
        run_node(parts[i]);
        (void)variables_.take();
        piped_into_ = before;
    }
    return Flow::on;
}

Evaluator::Flow Evaluator::run_branch(const Node& node) {
    const auto lists = links(node.parts);
    const bool has_else = lists.size() % 2 == 1;
    std::vector<Outcome> outcomes;
    EmptyTest test;
    bool decided = false;
    Flow flow = Flow::on;
    const auto run_body = [&](Index list, std::optional<bool> value) {
        if (decided || value == false) return run_dead(list);
        decided = value == true;
        if (decided && outcomes.empty()) {
            flow = run_list(list);
            return;
        }
        const Perhaps perhaps(*this);
        variables_.mark();
        outcomes.push_back(take_outcome(run_list(list)));
    };
    for (std::size_t i = 0; i + 1 < lists.size(); i += 2) {
        if (i > 0) {
            const Perhaps perhaps(*this, !outcomes.empty());
            run_list(lists[i]);
        } else {
            run_list(lists[i]);
        }
        const Condition condition = condition_of(lists[i]);
        if (i == 0 && lists.size() <= 3 && condition.tested != no_variable) {
            test.variable = condition.tested;
            test.symbol = symbol(variables_[condition.tested].name);
            test.empty_outcome = condition.empty_if ? 0 : 1;
        }
        run_body(lists[i + 1], condition.value);
    }
    if (has_else) run_body(lists.back(), outcomes.empty() ? std::optional(true) : std::nullopt);
    if (outcomes.empty()) return flow;
    const bool complete = has_else || decided;
    const bool lives = std::any_of(outcomes.begin(), outcomes.end(),
                                   [](const Outcome& outcome) { return outcome.lives; });
    merge(variables_, outcomes, !complete, test, budget_);
    return complete && !lives ? Flow::ended : Flow::on;
}

/// Before a loop runs, what it changes may already have been changed by an earlier round.
void Evaluator::forget(Range changes, unsigned depth) {
    if (depth > 3) return;
    for (const Change& change :
         std::span(tree_.changes).subspan(changes.first, changes.count)) {
        if (change.kind == Change::Kind::folder) {
            const std::string unknown(text::hole_text);
            Text text;
            text.append(unknown, {.stands = false, .hole = true});
            variables_.set(folder_, {VariableState::Kind::set, false, scalar_of(std::move(text))});
        } else if (change.kind == Change::Kind::parameters) {
            const VariableState& state = variables_.state(parameters_);
            if (state.content) variables_.set(parameters_, weakened(state));
        } else if (change.kind == Change::Kind::call) {
            const auto function = functions_.find(view(change.name));
            if (function != functions_.end() && (steps_ += 8) < most_steps_)
                forget(tree_.nodes[function->second].changes, depth + 1);
        } else {
            const auto name = view(change.name);
            const auto variable = variables_.index_of(name == "getopts" ? "OPTARG" : name);
            const VariableState& state = variables_.state(variable);
            const bool unknown_already = state.kind == VariableState::Kind::set && state.content &&
                                         state.content->scalar().only_holes();
            if (!unknown_already) variables_.set(variable, weakened(state));
        }
    }
}

/// `i++`, `x = 3`: which of the names is changed is not told apart.
void Evaluator::forget_expression(text::Span span) {
    const auto text = view(span);
    if (!changes_names(text)) return;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_name_start(text[at])) continue;
        std::size_t end = at;
        while (end < text.size() && is_name_character(text[end])) ++end;
        const auto variable = variables_.index_of(text.substr(at, end - at));
        const bool exported = variables_.state(variable).exported;
        variables_.set(variable, {VariableState::Kind::set, exported, unknown_content()});
        at = end;
    }
}

Evaluator::Flow Evaluator::run_loop(const Node& node) {
    if (node.kind == Node::Kind::count && node.first != none) {
        (void)expand_joined(node.first);
        forget_expression(tree_.words[node.first].span);
    }
    return run_loop_body(node, false, true);
}

/// The body once, as some round of many.
Evaluator::Flow Evaluator::run_loop_body(const Node& node, bool runs_for_sure, bool always_maybe) {
    const bool jumps_before = jumps_;
    jumps_ = false;
    if (node.kind != Node::Kind::for_each) {
        variables_.mark();
        forget(node.changes, 0);
    }
    // The condition runs at least once.
    if (node.kind == Node::Kind::loop) run_list(node.first);
    {
        const Perhaps perhaps(*this, always_maybe);
        const Flow flow = run_list(node.second);
        if (flow == Flow::returned) returns_early_ = true;
    }
    Outcome outcome{.changed = variables_.take(), .lives = true};
    if (jumps_)
        for (auto& changed : outcome.changed) changed.state = weakened(changed.state);
    jumps_ = jumps_before;
    merge(variables_, {outcome}, !runs_for_sure, {}, budget_);
    return Flow::on;
}

Evaluator::Flow Evaluator::run_for(const Node& node) {
    std::vector<Field> words;
    if (!node.all_parameters) words = expand_words(links(node.parts));
    const bool known = !node.all_parameters &&
                       std::all_of(words.begin(), words.end(), [](const Field& field) {
                           return field.value.known() && field.alternatives.empty();
                       });
    const bool some = std::any_of(words.begin(), words.end(), [](const Field& field) {
        return !field.value.only_holes();
    });
    variables_.mark();
    forget(node.changes, 0);
    if (node.name.size() > 0) bind_for_variable(node, std::move(words), known);
    return run_loop_body(node, some, !some);
}

/// Each of the words in turn: its value is one of a few, or nobody knows.
void Evaluator::bind_for_variable(const Node& node, std::vector<Field>&& words, bool all_known) {
    constexpr std::size_t most_alternatives = 4;
    const auto variable = variables_.index_of(view(node.name));
    const bool exported = variables_.state(variable).exported;
    Contents content = unknown_content();
    if (all_known && !words.empty() && words.size() <= most_alternatives + 1) {
        auto known = std::make_shared<Content>();
        known->span = words.front().span;
        if (words.size() > 1)
            for (Field& word : words) word.value.mark(facts::Origin::branch);
        known->value = std::move(words.front().value);
        for (Field& word : std::span(words).subspan(1))
            known->alternatives.push_back(std::move(word.value));
        content = std::move(known);
    }
    if (first_visit(node.name.begin))
        state_use(facts::VariableUse::Action::set, symbol(view(node.name)), node.name, node.name,
                  content, exported || export_all_);
    set_variable(variable, std::move(content), exported);
}

Evaluator::Flow Evaluator::run_choose(const Node& node) {
    (void)expand_joined(node.first);
    const auto value = exact(node.first);
    std::vector<Outcome> outcomes;
    bool complete = false;
    bool undecided = !value;
    bool done = false;
    Flow flow = Flow::on;
    for (const Arm& arm : std::span(tree_.arms).subspan(node.parts.first, node.parts.count)) {
        const auto patterns = links(arm.patterns);
        for (const Index pattern : patterns) (void)expand_joined(pattern);
        const bool catches_all = std::any_of(patterns.begin(), patterns.end(), [&](Index pattern) {
            return view(tree_.words[pattern].span) == "*";
        });
        complete |= catches_all;
        if (arm.body == none) continue;
        std::optional<bool> match;
        if (!undecided) match = arm_matches(arm, *value);
        undecided |= !match || arm.falls_through;
        if (done || match == false) {
            run_dead(arm.body);
        } else if (match == true && !undecided) {
            done = true;
            flow = run_list(arm.body);
        } else {
            const Perhaps perhaps(*this);
            variables_.mark();
            outcomes.push_back(take_outcome(run_list(arm.body)));
        }
    }
    if (done || outcomes.empty()) return flow;
    const bool lives = std::any_of(outcomes.begin(), outcomes.end(),
                                   [](const Outcome& outcome) { return outcome.lives; });
    merge(variables_, outcomes, !complete, {}, budget_);
    return complete && !lives ? Flow::ended : Flow::on;
}

Evaluator::Flow Evaluator::run_function(std::string_view name, const Node& node,
                                        std::span<const Field> words) {
    const auto index = static_cast<Index>(&node - tree_.nodes.data());
    const bool runs = std::find(running_.begin(), running_.end(), index) != running_.end();
    if (node.first == none) return Flow::on;
    if (runs || calls_ >= deepest_call || steps_ > most_steps_) {
        forget(node.changes, 0);
        return Flow::on;
    }
    called_[index] = true;
    const VariableState parameters = variables_.state(parameters_);
    const auto count = call_counts_.find(name);
    if (count != call_counts_.end() && count->second == 1)
        set_parameters(words);
    else
        variables_.set(parameters_, {});
    Locals locals;
    auto* const outer = locals_;
    locals_ = &locals;
    const bool early_before = returns_early_;
    returns_early_ = false;
    running_.push_back(index);
    ++calls_;
    variables_.mark();
    const Flow flow = run_node(node.first);
    for (auto local = locals.before.rbegin(); local != locals.before.rend(); ++local)
        variables_.set(local->first, std::move(local->second));
    auto changed = variables_.take();
    for (auto& [variable, state] : changed)
        variables_.set(variable, returns_early_ && variable != folder_ ? weakened(state)
                                                                      : std::move(state));
    --calls_;
    running_.pop_back();
    returns_early_ = early_before;
    locals_ = outer;
    variables_.set(parameters_, parameters);
    return flow == Flow::ended ? Flow::ended : Flow::on;
}

}  // namespace trainlint::shell
