// SARIF 2.1.0 (OASIS), as code scanning services take it.
#include <nlohmann/json.hpp>

#include <algorithm>

#include "output/json_text.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view root_id = "SRCROOT";

std::string_view level_of(Severity severity) {
    switch (severity) {
        case Severity::error: return "error";
        case Severity::warning: return "warning";
        case Severity::performance:
        case Severity::style: return "note";
    }
    return "warning";
}

/// A path as part of a URI: all but unreserved characters and `/` as %XX.
std::string uri_of(std::string_view path) {
    constexpr std::string_view plain = "-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (word || plain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            uri += '%';
            uri += digits[byte >> 4];
            uri += digits[byte & 15];
        }
    }
    return uri;
}

class Log {
public:
    Log(const Snapshot& snapshot, const Result& result, const Style& style)
        : snapshot_(snapshot), result_(result), style_(style) {
        for (const auto& finding : result.findings) rules_.push_back(finding.rule);
        std::sort(rules_.begin(), rules_.end(),
                  [](const auto* a, const auto* b) { return a->name < b->name; });
        rules_.erase(std::unique(rules_.begin(), rules_.end()), rules_.end());
    }

    [[nodiscard]] Json document() const {
        Json run;
        run["tool"]["driver"] = driver();
        run["columnKind"] = "unicodeCodePoints";
        run["originalUriBaseIds"][root_id]["uri"] = "file://" + uri_of(style_.folder) + "/";
        run["invocations"] = Json::array({invocation()});
        run["results"] = Json::array();
        for (const auto& finding : result_.findings) run["results"].push_back(one(finding));
        Json log;
        log["$schema"] =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
            "sarif-schema-2.1.0.json";
        log["version"] = "2.1.0";
        log["runs"] = Json::array({std::move(run)});
        return log;
    }

private:
    [[nodiscard]] Json driver() const {
        Json driver = {{"name", "trainlint"}, {"semanticVersion", version()}};
        driver["rules"] = Json::array();
        for (const auto* rule : rules_)
            driver["rules"].push_back(
                {{"id", rule->name},
                 {"shortDescription", {{"text", rule->title}}},
                 {"help", {{"text", rule->page}, {"markdown", rule->page}}},
                 {"defaultConfiguration", {{"level", level_of(rule->severity)}}},
                 {"properties",
                  {{"tags", {rule->family}}, {"precision", name_of(rule->confidence)}}}});
        return driver;
    }

    /// Files that could not be read or parsed.
    [[nodiscard]] Json invocation() const {
        Json invocation = {{"executionSuccessful", true}};
        auto& notes = invocation["toolExecutionNotifications"] = Json::array();
        for (const auto& failure : result_.failures) {
            Json physical = {{"artifactLocation", artifact(failure.file)}};
            if (failure.line) physical["region"] = {{"startLine", *failure.line}};
            notes.push_back(
                {{"level", "warning"},
                 {"message", {{"text", valid(failure.message)}}},
                 {"locations", Json::array({{{"physicalLocation", std::move(physical)}}})}});
        }
        return invocation;
    }

    [[nodiscard]] Json artifact(std::string_view path) const {
        const auto shown = relative_path(path, style_);
        if (shown.starts_with('/')) return {{"uri", "file://" + uri_of(shown)}};
        return {{"uri", uri_of(shown)}, {"uriBaseId", root_id}};
    }

    [[nodiscard]] Json physical(text::Place place) const {
        return {{"artifactLocation", artifact(snapshot_.path(place.document))},
                {"region", region_json(place)}};
    }

    [[nodiscard]] Json region_json(text::Place place) const {
        const auto at = region(snapshot_, place);
        return {{"startLine", at.start.line},
                {"startColumn", at.start.column},
                {"endLine", at.end.line},
                {"endColumn", at.end.column}};
    }

    [[nodiscard]] Json one(const Finding& finding) const {
        const auto rule = std::find(rules_.begin(), rules_.end(), finding.rule);
        Json result = {{"ruleId", finding.rule->name},
                       {"ruleIndex", rule - rules_.begin()},
                       {"level", level_of(finding.severity)},
                       {"message", {{"text", valid(snapshot_.message(finding))}}}};
        result["locations"] = Json::array({{{"physicalLocation", physical(finding.at)}}});
        if (!finding.related.empty()) result["relatedLocations"] = related(finding);
        result["partialFingerprints"] = {{"trainlint/v1", finding.fingerprint}};
        if (finding.fix && !finding.fix->edits.empty())
            result["fixes"] = Json::array({fix(*finding.fix)});
        result["properties"] = {{"confidence", name_of(finding.confidence)}};
        if (!finding.row.empty()) result["properties"]["row"] = valid(finding.row);
        return result;
    }

    [[nodiscard]] Json related(const Finding& finding) const {
        Json places = Json::array();
        for (const auto& other : finding.related)
            places.push_back({{"id", places.size()},
                              {"physicalLocation", physical(other.at)},
                              {"message", {{"text", valid(snapshot_.message(finding, other))}}}});
        return places;
    }

    /// One change a file.
    [[nodiscard]] Json fix(const Fix& fix) const {
        Json changes = Json::array();
        std::vector<text::DocumentId> documents;
        for (const auto& edit : fix.edits) {
            const auto known = std::find(documents.begin(), documents.end(), edit.at.document);
            const auto index = static_cast<std::size_t>(known - documents.begin());
            if (known == documents.end()) {
                documents.push_back(edit.at.document);
                changes.push_back({{"artifactLocation", artifact(snapshot_.path(edit.at.document))},
                                   {"replacements", Json::array()}});
            }
            changes[index]["replacements"].push_back(
                {{"deletedRegion", region_json(edit.at)},
                 {"insertedContent", {{"text", valid(edit.text)}}}});
        }
        return {{"description", {{"text", valid(fix.description)}}},
                {"artifactChanges", std::move(changes)}};
    }

    const Snapshot& snapshot_;
    const Result& result_;
    const Style& style_;
    std::vector<const RuleInfo*> rules_;  ///< those that spoke, by name
};

}  // namespace

std::string sarif(const Snapshot& snapshot, const Result& result, const Style& style) {
    return Log(snapshot, result, style).document().dump(2) + "\n";
}

}  // namespace trainlint::output
