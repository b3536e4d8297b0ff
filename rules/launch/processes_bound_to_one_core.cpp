#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

/// Options of Open MPI that others do not have: MPICH binds nothing by default.
bool is_open_mpi(const job::Wrapper& wrapper) {
    for (const auto& option : wrapper.options)
        if (option.role == "mapping" || option.role == "mca" || option.row_name == "-x" ||
            option.spelled == "--allow-run-as-root")
            return true;
    return false;
}

/// One or two processes are bound to a core each.
bool starts_few(const job::Wrapper& wrapper) {
    const auto* tasks = wrapper.find("ntasks");
    return tasks && tasks->value && (*tasks->value == "1" || *tasks->value == "2");
}

/// The object that processes are mapped by is the one that they are bound to.
bool mapped_by_larger(const job::LaunchOption& mapping) {
    if (!mapping.value) return true;
    const std::string_view by = *mapping.value;
    return by.find("socket") != std::string_view::npos || by.find("package") != std::string_view::npos ||
           by.find("numa") != std::string_view::npos || by.find("PE=") != std::string_view::npos ||
           by.find("pe=") != std::string_view::npos || by.find("OVERSUBSCRIBE") != std::string_view::npos;
}

}  // namespace

void processes_bound_to_one_core(const job::Launch& launch, Report& report) {
    const auto* mpi = launch.wrapper("mpirun");
    if (!mpi || !is_open_mpi(*mpi) || !starts_few(*mpi)) return;
    if (mpi->find("binding") || mpi->find("oversubscribe"))
        return report.silent(launch.at, "the binding is chosen");
    const auto* mapping = mpi->find("mapping");
    if (mapping && mapped_by_larger(*mapping))
        return report.silent(launch.at, "processes are bound to what they are mapped by");
    if (!mpi->understood) return report.silent(launch.at, "a word before it is not known");
    auto& finding = report.at(launch.at, {{"launcher", std::string(launch.launcher)}});
    finding.related.push_back({mpi->find("ntasks")->at, "tasks"});
}

}  // namespace trainlint::rules::launch
