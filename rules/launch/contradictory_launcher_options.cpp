#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

void contradictory_launcher_options(const job::Launch& launch, Report& report) {
    for (const auto& pair : launch.contradictions) {
        const auto& first = launch.options[pair.first];
        const auto& second = launch.options[pair.second];
        if (!first.known || !second.known) continue;
        auto& finding = report.at(second.at, {{"launcher", std::string(launch.launcher)},
                                              {"first", first.spelled},
                                              {"second", second.spelled},
                                              {"why", std::string(pair.why)}});
        finding.related.push_back({first.at, "first"});
    }
}

}  // namespace trainlint::rules::launch
