#include "trainlint/job.hpp"

namespace trainlint::rules::slurm {

namespace {

bool is_one(const facts::Number& number) {
    return number.coefficient == 1 && number.factors.empty();
}

/// With it the rank of the node has no effect.
bool numbers_nodes_itself(const job::Launch& launch) {
    const auto* backend = launch.find("rdzv_backend");
    return launch.find("standalone") || (backend && backend->value && *backend->value != "static");
}

}  // namespace

void rank_variable_expanded_early(const job::Launch& launch, Report& report) {
    for (const auto& expansion : launch.early_expansions) {
        const auto name = report.text(expansion.variable);
        const bool of_node = name == "SLURM_NODEID";
        if (numbers_nodes_itself(launch)) {
            report.silent(expansion.at, "the rendezvous numbers the nodes by itself");
            continue;
        }
        if (launch.allocation && is_one(launch.allocation->nodes) &&
            (of_node || is_one(launch.allocation->tasks_per_node))) {
            report.silent(expansion.at, "there is only one");
            continue;
        }
        auto& finding = report.at(
            expansion.at,
            {{"variable", std::string(name)},
             {"wrapper", launch.wrappers.empty() ? "srun" : std::string(launch.wrappers[0].name)}});
        finding.related.push_back({launch.at, "launch"});
    }
}

}  // namespace trainlint::rules::slurm
