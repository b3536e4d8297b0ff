#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::slurm {

namespace {

bool speaks_gloo(const program::Module& program, const Report& report) {
    for (const auto& call : program.calls) {
        if (report.text(call.callee) != "torch.distributed.init_process_group") continue;
        for (const auto& argument : call.arguments)
            if (report.text(argument.name) == "backend" && argument.constant &&
                argument.constant->text.find("nccl") == std::string::npos &&
                argument.constant->text.find("gloo") != std::string::npos)
                return true;
    }
    return false;
}

bool runs_on_cpu(const job::Launch& launch) {
    if (launch.visible_devices &&
        (launch.visible_devices->names.empty() || launch.visible_devices->names.front() == "-1"))
        return true;
    return launch.find("cpu") != nullptr;
}

}  // namespace

void more_processes_than_devices(const job::Launch& launch, Report& report) {
    if (!launch.allocation) return;
    const auto& processes = launch.processes_per_node;
    const auto& devices = launch.allocation->devices_per_node;
    const auto order = compare(processes, devices);
    if (order == facts::Order::unknown) return;
    if (order != facts::Order::greater)
        return report.silent(processes.at, "no more processes than devices");
    if (*devices.coefficient == 0 || runs_on_cpu(launch))
        return report.silent(processes.at, "the processes run on the CPU");
    if (launch.program && launch.program->takes_device_modulo_count)
        return report.silent(processes.at, "the script shares devices on purpose");
    if (launch.program && speaks_gloo(*launch.program, report))
        return report.silent(processes.at, "the script communicates by gloo, on the CPU");

    auto& finding = report.at(processes.at, {{"launcher", std::string(launch.launcher)},
                                             {"processes", std::to_string(*processes.coefficient)},
                                             {"devices", std::to_string(*devices.coefficient)}});
    finding.related.push_back({devices.at, "devices"});
    // A count that only a default or a branch gives may be another on the day.
    const auto weakest = std::max(processes.origin, devices.origin);
    if (weakest == facts::Origin::default_value || weakest == facts::Origin::branch ||
        launch.command->maybe)
        finding.confidence = Confidence::medium;
}

}  // namespace trainlint::rules::slurm
