#include "trainlint/flow.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::rules::pytorch {

void device_bound_too_late(const flow::Sequence& sequence, Report& report) {
    using flow::EventKind;
    if (sequence.second.kind != EventKind::bind_device) return;
    if (sequence.first.kind != EventKind::collective) return;
    if (!report.text(sequence.second.operation).starts_with("torch.")) return;
    if (!sequence.on_every_path)
        return report.silent(sequence.second.at, "only on some path");
    auto& finding = report.at(
        sequence.second.at, {{"binding", std::string(report.text(sequence.second.operation))},
                             {"collective", std::string(report.text(sequence.first.operation))}});
    finding.related.push_back({sequence.first.at, "collective"});
}

}  // namespace trainlint::rules::pytorch
