// Findings that a project has agreed to live with: a later run tells only what is new.
#include <nlohmann/json.hpp>

#include <algorithm>

#include "output/json_text.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

constexpr int baseline_version = 1;

}  // namespace

std::string baseline(const Snapshot& snapshot, const Result& result, const Style& style) {
    nlohmann::ordered_json document = {{"version", baseline_version}};
    auto& entries = document["findings"] = nlohmann::ordered_json::array();
    for (const auto& finding : result.findings)
        entries.push_back({{"fingerprint", finding.fingerprint},
                           {"rule", valid(full_name(finding))},
                           {"file", shown_path(snapshot.path(finding.at.document), style)}});
    return document.dump(2) + "\n";
}

std::optional<Baseline> read_baseline(std::string_view text, std::string& why) {
    const auto document = nlohmann::json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.is_object() || !document.contains("findings") ||
        !document["findings"].is_array()) {
        why = "no baseline: make one with --write-baseline";
        return std::nullopt;
    }
    if (document.value("version", 0) != baseline_version) {
        why = "a baseline of another version: make it anew with --write-baseline";
        return std::nullopt;
    }
    Baseline known;
    for (const auto& entry : document["findings"])
        if (entry.is_object() && entry.contains("fingerprint") && entry["fingerprint"].is_string())
            known.fingerprints.insert(entry["fingerprint"].get<std::string>());
    return known;
}

Baseline::Counts Baseline::remove_known(Result& result) const {
    std::set<std::string> met;
    std::erase_if(result.findings, [&](const Finding& finding) {
        const bool known = fingerprints.contains(finding.fingerprint);
        if (known) met.insert(finding.fingerprint);
        return known;
    });
    return {met.size(), fingerprints.size() - met.size()};
}

}  // namespace trainlint::output
