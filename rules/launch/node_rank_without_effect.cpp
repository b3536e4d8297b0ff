#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

bool is_torchrun(std::string_view launcher) {
    return launcher == "torchrun" || launcher == "torch.distributed.launch";
}

void offer_fix(const job::Launch& launch, const job::LaunchOption& rank, Finding& finding) {
    const auto last = rank.value_word.value_or(rank.word) + 1;
    finding.offer(Applicability::safe, "leave out " + rank.spelled,
                  facts::replace_words(*launch.command, rank.word, last, {}));
}

}  // namespace

void node_rank_without_effect(const job::Launch& launch, Report& report) {
    const auto* rank = launch.find("node_rank");
    if (!rank || !is_torchrun(launch.launcher)) return;
    const auto* standalone = launch.find("standalone");
    const auto* backend = launch.find("rdzv_backend");
    if (!standalone && (!backend || !backend->value || *backend->value == "static"))
        return report.silent(rank->at, "static rendezvous takes the rank of the node");
    auto& finding = report.at(rank->at, {{"option", rank->spelled}});
    finding.related.push_back({standalone ? standalone->at : backend->at, "cause"});
    offer_fix(launch, *rank, finding);
}

}  // namespace trainlint::rules::launch
