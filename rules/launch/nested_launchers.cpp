#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

/// Starts training processes itself; what only hands a script to a queue is none.
bool starts_processes(std::string_view launcher) {
    return launcher != "sbatch" && launcher != "ray job submit";
}

/// Tasks that the outer one starts, where it was told a number.
const job::LaunchOption* many_tasks(const job::Wrapper& wrapper) {
    const auto* tasks = wrapper.find("ntasks");
    if (!tasks || !tasks->value || *tasks->value == "1") return nullptr;
    return tasks->value->find_first_not_of("0123456789") == std::string::npos ? tasks : nullptr;
}

/// `--standalone`: each is a world of its own, so several of them train several times.
void check_copies(const job::Launch& launch, Report& report) {
    const auto* standalone = launch.find("standalone");
    const auto* outer = launch.wrapper("mpirun");
    if (!outer) outer = launch.wrapper("horovodrun");
    if (!outer || !standalone) return;
    const auto* tasks = many_tasks(*outer);
    if (!tasks) return report.silent(launch.at, "it is started once");
    auto& finding = report.at(launch.at, {{"outer", std::string(outer->name)},
                                          {"inner", std::string(launch.launcher)},
                                          {"copies", *tasks->value}});
    finding.related.push_back({tasks->at, "outer"});
}

}  // namespace

void nested_launchers(const job::Launch& launch, Report& report) {
    check_copies(launch, report);
    if (launch.inner_launcher.empty() || !starts_processes(launch.launcher)) return;
    if (!starts_processes(launch.inner_launcher)) return;
    const auto& word = launch.command->words[*launch.script_word];
    report.at(word.at, {{"outer", std::string(launch.launcher)},
                        {"inner", std::string(launch.inner_launcher)},
                        {"copies", ""}});
}

}  // namespace trainlint::rules::launch
