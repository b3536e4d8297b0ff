#include "trainlint/flow.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::rules::divergence {

void collective_that_some_ranks_skip(const flow::Divergence& divergence, Report& report) {
    if (divergence.kind != flow::Divergence::Kind::missing) return;
    // Whoever joins is a member: processes in other roles never belonged to the job's group.
    if (divergence.event.kind == flow::EventKind::init)
        return report.silent(divergence.event.at, "those that join are the group's members");
    auto& finding = report.at(
        divergence.event.at, {{"operation", std::string(report.text(divergence.event.operation))},
                              {"who", divergence.who}});
    for (const auto& place : divergence.split.why) finding.related.push_back({place, "condition"});
    for (const auto& place : divergence.calls) finding.related.push_back({place, "call"});
    for (const auto& place : divergence.when) finding.related.push_back({place, "when"});
    finding.applies = report.text(divergence.event.applies);
    // What needs a shared decision to come about is less sure than what always holds.
    if (!divergence.when.empty()) finding.confidence = Confidence::medium;
}

}  // namespace trainlint::rules::divergence
