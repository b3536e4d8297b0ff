#include <variant>

#include "engine/checking.hpp"
#include "engine/mechanisms.hpp"
#include "engine/parallel.hpp"

namespace trainlint::engine {

namespace {

constexpr std::size_t units_a_thread = 64;

/// Hands a rule each thing of the kind that it reads.
class Runner {
public:
    Runner(const Unit& unit, Report& report) : unit_(unit), report_(report) {}

    void operator()(std::monostate) const {}
    void operator()(CheckOf<facts::Command> check) const {
        for (const auto& stated : unit_.document->stated)
            for (const auto& command : stated.commands) check(command, report_);
    }
    void operator()(CheckOf<job::Launch> check) const {
        if (const auto* linked = job())
            for (const auto& launch : linked->launches) check(launch, report_);
    }
    void operator()(CheckOf<job::Config> check) const {
        if (const auto* linked = job())
            for (const auto& config : linked->configs) check(config, report_);
    }
    void operator()(CheckOf<job::Job> check) const {
        if (const auto* linked = job())
            for (const auto& one : linked->jobs) check(one, report_);
    }
    void operator()(CheckOf<program::Module> check) const {
        if (const auto* found = module()) check(*found, report_);
    }
    void operator()(CheckOf<flow::Divergence> check) const {
        if (const auto* found = module())
            for (const auto& divergence : found->divergences) check(divergence, report_);
    }
    void operator()(CheckOf<flow::Sequence> check) const {
        if (const auto* found = module())
            for (const auto& sequence : found->sequences) check(sequence, report_);
    }
    void operator()(CheckOf<flow::Disagreement>) const {}  // stated by no link yet
    void operator()(CheckOf<Project>) const {}             // the same

private:
    [[nodiscard]] const job::Linked* job() const {
        return unit_.job ? unit_.job->linked.get() : nullptr;
    }
    [[nodiscard]] const program::Module* module() const {
        return unit_.program && unit_.program->linked ? &unit_.program->linked->module : nullptr;
    }

    const Unit& unit_;
    Report& report_;
};

void run_rule(const RuleInfo& rule, const Unit& unit, const TableContext& context, Said& said) {
    Report report(rule, context.state.shared->names);
    if (rule.table.empty())
        std::visit(Runner(unit, report), rule.check);
    else
        find_rows(rule, unit, context, report);
    for (auto& finding : report.findings()) said.findings.push_back(std::move(finding));
    for (const auto& silence : report.silences()) said.silences.emplace_back(&rule, silence);
}

}  // namespace

Said run_rules(const Snapshot::State& state, const Ran& ran, const std::stop_token& stop) {
    const ProjectVariables variables(state.units);
    const TableContext context{state, variables};
    std::vector<const RuleInfo*> rules;
    for (const auto& rule : state.shared->rules)
        if (ran.anywhere(rule)) rules.push_back(&rule);
    std::vector<Said> parts(state.units.size());
    const auto threads = useful_threads(state.shared->threads(), parts.size(), units_a_thread);
    in_parallel(threads, parts.size(), stop, [&](std::size_t i, unsigned) {
        for (const auto* rule : rules) {
            if (stop.stop_requested()) return;
            run_rule(*rule, state.units[i], context, parts[i]);
        }
    });
    Said all;
    for (auto& part : parts) {
        std::move(part.findings.begin(), part.findings.end(), std::back_inserter(all.findings));
        std::move(part.silences.begin(), part.silences.end(), std::back_inserter(all.silences));
    }
    return all;
}

}  // namespace trainlint::engine
