#include <algorithm>
#include <array>
#include <utility>

#include "trainlint/job.hpp"

namespace trainlint::rules::container {

namespace {

/// The container that the training operator looks for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> wanted_names{
    {{"PyTorchJob", "pytorch"},
     {"TFJob", "tensorflow"},
     {"PaddleJob", "paddle"},
     {"JAXJob", "jax"},
     {"XGBoostJob", "xgboost"}}};

std::string_view wanted_name(const job::Manifest& manifest) {
    if (manifest.api_version != "kubeflow.org/v1") return {};
    for (const auto& [kind, name] : wanted_names)
        if (kind == manifest.kind) return name;
    return {};
}

void check_pod(const job::Manifest& manifest, const job::Pod& pod, std::string_view wanted,
               Report& report) {
    const auto& containers = pod.containers;
    if (containers.empty() || pod.role.empty()) return;
    const auto at = manifest.fragment->place(containers.front().value->span);
    const bool known = std::all_of(containers.begin(), containers.end(),
                                   [](const auto& one) { return !one.name.empty(); });
    if (!known) return report.silent(at, "a template names the container");
    const bool found = std::any_of(containers.begin(), containers.end(),
                                   [&](const auto& one) { return one.name == wanted; });
    if (found) return report.silent(at, "the operator finds its container");
    const auto* name = containers.front().value->find("name");
    auto& finding = report.at(manifest.fragment->place(name->span),
                              {{"kind", manifest.kind},
                               {"name", std::string(wanted)},
                               {"role", pod.role},
                               {"found", containers.front().name}});
    if (containers.size() == 1)
        finding.offer(Applicability::safe, "call the container " + std::string(wanted),
                      manifest.fragment->rewrite(name->span, wanted));
}

}  // namespace

void container_unknown_to_operator(const job::Job& job, Report& report) {
    for (const auto* manifest : job.manifests) {
        const auto wanted = wanted_name(*manifest);
        if (wanted.empty()) continue;
        for (const auto& pod : manifest->pods) check_pod(*manifest, pod, wanted, report);
    }
}

}  // namespace trainlint::rules::container
