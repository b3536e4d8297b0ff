#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

bool is_shared_rendezvous(std::string_view backend) {
    return backend == "c10d" || backend == "etcd" || backend == "etcd-v2";
}

bool sets_id(const job::Launch& launch, const Report& report) {
    const auto& environment = launch.command->environment;
    return std::any_of(environment.begin(), environment.end(), [&](const auto& one) {
        return report.text(one.name) == "PET_RDZV_ID";
    });
}

}  // namespace

void missing_rendezvous_id(const job::Launch& launch, Report& report) {
    const auto* backend = launch.find("rdzv_backend");
    if (!backend || !backend->value || !is_shared_rendezvous(*backend->value)) return;
    const auto* endpoint = launch.find("rdzv_endpoint");
    if (!endpoint || launch.find("standalone")) return;
    if (launch.find("rdzv_id") || sets_id(launch, report))
        return report.silent(backend->at, "the run has a name");
    if (!launch.nodes.coefficient || (launch.nodes.factors.empty() && *launch.nodes.coefficient < 2))
        return report.silent(backend->at, "one node, or a number that is not known");
    if (launch.allocation && launch.allocation->system == "kubernetes")
        return report.silent(backend->at, "each job of an operator has an address of its own");
    if (!launch.understood) return report.silent(backend->at, "a word of the command is not known");
    report.at(launch.at, {{"backend", *backend->value}});
}

}  // namespace trainlint::rules::launch
