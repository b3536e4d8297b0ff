#include <algorithm>
#include <charconv>

#include "trainlint/job.hpp"

namespace trainlint::rules::container {

namespace {

std::int64_t number(const facts::Value* value) {
    std::int64_t count = 0;
    if (!value) return 0;
    const auto& text = value->text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    return error == std::errc{} && end == text.data() + text.size() ? count : 0;
}

/// A launcher of several nodes in one of its containers.
const job::Launch* find_launch(const job::Job& job, const job::Manifest& manifest) {
    const auto all = manifest.fragment->place(manifest.root->span);
    for (const auto* launch : job.launches) {
        const bool inside = launch->at.document == all.document && all.span.contains(launch->at.span);
        const bool several = launch->nodes.coefficient &&
                             (!launch->nodes.factors.empty() || *launch->nodes.coefficient > 1);
        if (inside && several && !launch->find("standalone")) return launch;
    }
    return nullptr;
}

}  // namespace

void job_without_pod_identity(const job::Job& job, Report& report) {
    for (const auto* manifest : job.manifests) {
        if (manifest->api_version != "batch/v1" || manifest->kind != "Job") continue;
        const auto* spec = manifest->root->find("spec");
        const auto* parallelism = spec ? spec->find("parallelism") : nullptr;
        const auto pods = number(parallelism);
        if (pods < 2) continue;
        const auto at = manifest->fragment->place(parallelism->span);
        const auto* launch = find_launch(job, *manifest);
        if (!launch) {
            report.silent(at, "no launcher of several nodes: the pods may work by themselves");
            continue;
        }
        const auto* mode = spec->find("completionMode");
        if (mode && mode->text != "NonIndexed") {
            report.silent(at, "each pod has a number");
            continue;
        }
        auto& finding = report.at(at, {{"pods", std::to_string(pods)}});
        finding.related.push_back({launch->at, "launch"});
    }
}

}  // namespace trainlint::rules::container
