#include "trainlint/flow.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::rules::jax {

void initialized_too_late(const flow::Sequence& sequence, Report& report) {
    using flow::EventKind;
    if (sequence.second.kind != EventKind::init) return;
    if (sequence.first.kind != EventKind::touch_device &&
        sequence.first.kind != EventKind::collective)
        return;
    if (report.text(sequence.second.operation) != "jax.distributed.initialize") return;
    if (!sequence.on_every_path)
        return report.silent(sequence.second.at, "only on some path");
    auto& finding = report.at(
        sequence.second.at, {{"use", std::string(report.text(sequence.first.operation))}});
    finding.related.push_back({sequence.first.at, "use"});
}

}  // namespace trainlint::rules::jax
