// The code quality report of GitLab.
#include <nlohmann/json.hpp>

#include "output/json_text.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

std::string_view severity_of(Severity severity) {
    switch (severity) {
        case Severity::error: return "critical";
        case Severity::warning: return "major";
        case Severity::performance: return "minor";
        case Severity::style: return "info";
    }
    return "major";
}

}  // namespace

std::string gitlab(const Snapshot& snapshot, const Result& result, const Style& style) {
    auto report = nlohmann::ordered_json::array();
    for (const auto& finding : result.findings) {
        const auto at = region(snapshot, finding.at);
        report.push_back({{"description", valid(snapshot.message(finding))},
                          {"check_name", valid(full_name(finding))},
                          {"fingerprint", finding.fingerprint},
                          {"severity", severity_of(finding.severity)},
                          {"location",
                           {{"path", shown_path(snapshot.path(finding.at.document), style)},
                            {"lines", {{"begin", at.start.line}, {"end", at.end.line}}}}}});
    }
    return report.dump(2) + "\n";
}

}  // namespace trainlint::output
