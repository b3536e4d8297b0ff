#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

void missing_job_id(const job::Launch& launch, Report& report) {
    const auto* master = launch.find("master");
    if (!master || !master->value || !master->value->starts_with("etcd://")) return;
    const auto& environment = launch.command->environment;
    const bool by_variable = std::any_of(environment.begin(), environment.end(), [&](const auto& one) {
        return report.text(one.name) == "PADDLE_JOB_ID";
    });
    if (by_variable || launch.find("job_id"))
        return report.silent(master->at, "the job has a name");
    if (!launch.understood) return report.silent(master->at, "a word of the command is not known");
    report.at(master->at, {{"address", *master->value}});
}

}  // namespace trainlint::rules::launch
