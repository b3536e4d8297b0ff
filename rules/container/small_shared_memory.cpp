#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::container {

namespace {

constexpr std::string_view shared_memory = "/dev/shm";

const facts::Value* shared_memory_mount(const job::Container& container) {
    const auto* mounts = container.value->find("volumeMounts");
    if (!mounts) return nullptr;
    for (const auto& mount : mounts->members)
        if (const auto* path = mount.value.find("mountPath"); path && path->text == shared_memory)
            return path;
    return nullptr;
}

bool shares_the_hosts(const job::Pod& pod) {
    const auto* host = pod.spec->find("hostIPC");
    return host && host->text == "true";
}

void check_pod(const job::Manifest& manifest, const job::Pod& pod, Report& report) {
    for (const auto& container : pod.containers) {
        if (!container.devices_value) continue;
        const auto at = manifest.fragment->place(container.devices_value->span);
        if (!container.devices || *container.devices < 2) {
            report.silent(at, "one device, or a number that is not known");
        } else if (pod.templated) {
            report.silent(at, "a template may add the volume");
        } else if (shares_the_hosts(pod)) {
            report.silent(at, "the pod shares the memory of its host");
        } else if (shared_memory_mount(container)) {
            report.silent(at, "a volume lies on /dev/shm");
        } else {
            report.at(at, {{"devices", std::to_string(*container.devices)}, {"options", ""}});
        }
    }
}

/// Options of `docker run` that give the container more than 64 MB.
const job::LaunchOption* sharing(const job::Wrapper& docker) {
    for (const auto& option : docker.options) {
        if (option.role == "shm_size") return &option;
        if (option.role == "ipc" && (!option.value || *option.value != "private")) return &option;
        const auto mounts = option.spelled == "-v" || option.spelled == "--volume" ||
                            option.spelled == "--mount" || option.spelled == "--tmpfs";
        if (mounts && (!option.value || option.value->find(shared_memory) != std::string::npos))
            return &option;
    }
    return nullptr;
}

bool gives_devices(const job::Wrapper& docker) {
    return std::any_of(docker.options.begin(), docker.options.end(), [](const auto& option) {
        return option.spelled == "--gpus" ||
               (option.role == "runtime" && option.value && *option.value == "nvidia");
    });
}

void check_docker(const job::Launch& launch, Report& report) {
    const auto* docker = launch.wrapper("docker run");
    if (!docker || !gives_devices(*docker)) return;
    const auto& processes = launch.processes_per_node;
    if (!processes.coefficient || !processes.factors.empty() || *processes.coefficient < 2)
        return report.silent(launch.at, "one process, or a number that is not known");
    if (!docker->understood)
        return report.silent(launch.at, "a word before the image is not known");
    if (const auto* option = sharing(*docker))
        return report.silent(option->at, "the container gets more shared memory");
    report.at(launch.at, {{"devices", std::to_string(*processes.coefficient)},
                          {"options", "--ipc=host or --shm-size=16g"}});
}

}  // namespace

void small_shared_memory(const job::Job& job, Report& report) {
    for (const auto* manifest : job.manifests)
        for (const auto& pod : manifest->pods) check_pod(*manifest, pod, report);
    for (const auto* launch : job.launches) check_docker(*launch, report);
}

}  // namespace trainlint::rules::container
