#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

void missing_process_count(const job::Launch& launch, Report& report) {
    if (launch.launcher != "colossalai run") return;
    if (launch.find("nproc_per_node")) return report.silent(launch.at, "the number is given");
    for (const auto& option : launch.options)
        if (!option.sure || option.spelled.find(text::hole_text) != std::string::npos)
            return report.silent(launch.at, "a word that is not known may give it");
    report.at(launch.at, {{"launcher", std::string(launch.launcher)}});
}

}  // namespace trainlint::rules::launch
