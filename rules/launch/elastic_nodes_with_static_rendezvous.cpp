#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

/// "1:4": the fewest and the most nodes are different numbers.
bool is_range(std::string_view nodes) {
    const auto colon = nodes.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    if (nodes.find_first_not_of("0123456789:") != std::string_view::npos) return false;
    return nodes.substr(0, colon) != nodes.substr(colon + 1);
}

}  // namespace

void elastic_nodes_with_static_rendezvous(const job::Launch& launch, Report& report) {
    const auto* nodes = launch.find("nnodes");
    if (!nodes || !nodes->value || launch.launcher != "torchrun") return;
    if (!is_range(*nodes->value)) return;
    if (launch.find("standalone")) return report.silent(nodes->at, "it is one node");
    const auto* backend = launch.find("rdzv_backend");
    if (backend && (!backend->value || *backend->value != "static"))
        return report.silent(nodes->at, "the rendezvous can grow and shrink");
    if (!launch.understood) return report.silent(nodes->at, "a word of the command is not known");
    const auto colon = nodes->value->find(':');
    report.at(nodes->value_at, {{"least", nodes->value->substr(0, colon)},
                                {"most", nodes->value->substr(colon + 1)}});
}

}  // namespace trainlint::rules::launch
