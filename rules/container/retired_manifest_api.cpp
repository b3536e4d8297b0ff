#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::container {

namespace {

struct Retired {
    std::string_view kind;          ///< empty: any of the group
    std::string_view api_version;
    std::string_view instead;
};

/// Served by no release that is maintained (the page's sources say since when).
constexpr Retired retired[] = {
    {"PyTorchJob", "kubeflow.org/v1alpha1", "kubeflow.org/v1"},
    {"PyTorchJob", "kubeflow.org/v1alpha2", "kubeflow.org/v1"},
    {"PyTorchJob", "kubeflow.org/v1beta1", "kubeflow.org/v1"},
    {"PyTorchJob", "kubeflow.org/v1beta2", "kubeflow.org/v1"},
    {"TFJob", "kubeflow.org/v1alpha1", "kubeflow.org/v1"},
    {"TFJob", "kubeflow.org/v1alpha2", "kubeflow.org/v1"},
    {"TFJob", "kubeflow.org/v1beta1", "kubeflow.org/v1"},
    {"TFJob", "kubeflow.org/v1beta2", "kubeflow.org/v1"},
    {"MPIJob", "kubeflow.org/v1alpha1", "kubeflow.org/v2beta1"},
    {"MPIJob", "kubeflow.org/v1alpha2", "kubeflow.org/v2beta1"},
    {"JobSet", "jobset.x-k8s.io/v1alpha1", "jobset.x-k8s.io/v1alpha2"},
    {"LeaderWorkerSet", "leaderworkerset.x-k8s.io/v1alpha1", "leaderworkerset.x-k8s.io/v1"},
};

}  // namespace

void retired_manifest_api(const job::Job& job, Report& report) {
    for (const auto* manifest : job.manifests) {
        const auto found = std::find_if(std::begin(retired), std::end(retired), [&](const auto& row) {
            return row.kind == manifest->kind && row.api_version == manifest->api_version;
        });
        if (found == std::end(retired)) continue;
        const auto* version = manifest->root->find("apiVersion");
        report.at(manifest->fragment->place(version->span),
                  {{"api", manifest->api_version},
                   {"kind", manifest->kind},
                   {"instead", std::string(found->instead)}});
    }
}

}  // namespace trainlint::rules::container
