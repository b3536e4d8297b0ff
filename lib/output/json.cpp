#include <nlohmann/json.hpp>

#include "output/json_text.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

using Json = nlohmann::ordered_json;

Json position(Position at) { return {{"line", at.line}, {"column", at.column}}; }

Json place(const Snapshot& snapshot, text::Place at, const Style& style) {
    const auto location = snapshot.location(at);
    Json json;
    json["file"] = shown_path(location.file, style);
    if (location.cell) json["cell"] = *location.cell;
    json["range"] = {{"start", position(location.start)}, {"end", position(location.end)}};
    return json;
}

Json fix_of(const Snapshot& snapshot, const Finding& finding, const Style& style) {
    if (!finding.fix || finding.fix->edits.empty()) return nullptr;
    Json edits = Json::array();
    for (const auto& edit : finding.fix->edits) {
        auto json = place(snapshot, edit.at, style);
        json["text"] = valid(edit.text);
        edits.push_back(std::move(json));
    }
    const bool safe = finding.fix->applicability == Applicability::safe;
    return {{"applicability", safe ? "safe" : "unsafe"},
            {"description", valid(finding.fix->description)},
            {"edits", std::move(edits)}};
}

Json finding_json(const Snapshot& snapshot, const Finding& finding, const Style& style) {
    auto json = place(snapshot, finding.at, style);
    json["rule"] = valid(full_name(finding));
    json["family"] = finding.rule->family;
    json["severity"] = name_of(finding.severity);
    json["confidence"] = name_of(finding.confidence);
    json["message"] = valid(snapshot.message(finding));
    json["related"] = Json::array();
    for (const auto& related : finding.related) {
        auto other = place(snapshot, related.at, style);
        other["message"] = valid(snapshot.message(finding, related));
        json["related"].push_back(std::move(other));
    }
    json["fix"] = fix_of(snapshot, finding, style);
    json["fingerprint"] = finding.fingerprint;
    json["url"] = nullptr;
    return json;
}

Json failure_json(const Failure& failure, const Style& style) {
    Json json = {{"file", shown_path(failure.file, style)}, {"message", valid(failure.message)}};
    if (failure.line) json["line"] = *failure.line;
    return json;
}

}  // namespace

std::string json(const Snapshot& snapshot, const Result& result, const Style& style) {
    Json document;
    document["version"] = 1;
    document["findings"] = Json::array();
    for (const auto& finding : result.findings)
        document["findings"].push_back(finding_json(snapshot, finding, style));
    document["failures"] = Json::array();
    for (const auto& failure : result.failures)
        document["failures"].push_back(failure_json(failure, style));
    document["summary"] = {{"files", result.files}, {"findings", result.findings.size()}};
    return document.dump(2) + "\n";
}

std::string rules_json(std::string_view wanted) {
    Json document = Json::array();
    for (const auto& rule : all_rules()) {
        if (!wanted.empty() && rule.name != wanted) continue;
        Json aliases = Json::array();
        for (const auto alias : rule.aliases) aliases.push_back(alias);
        document.push_back({{"name", rule.name},
                            {"family", rule.family},
                            {"aliases", std::move(aliases)},
                            {"severity", name_of(rule.severity)},
                            {"confidence", name_of(rule.confidence)},
                            {"preview", rule.preview},
                            {"title", rule.title}});
    }
    return document.dump(2) + "\n";
}

}  // namespace trainlint::output
