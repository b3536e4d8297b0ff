#include "diagnostics.hpp"

#include <map>

#include "trainlint/output.hpp"

namespace trainlint::lsp {

namespace {

Json position(EditorPosition at) { return {{"line", at.line}, {"character", at.character}}; }

/// Places of a snapshot, as an editor counts them.
class Ranges {
public:
    Ranges(const Snapshot& snapshot, Encoding encoding)
        : snapshot_(snapshot), encoding_(encoding) {}

    Json operator()(text::Place place) {
        const auto known = positions_.find(place.document);
        auto& positions =
            known != positions_.end()
                ? known->second
                : positions_.emplace(place.document,
                                     Positions(snapshot_.text(place.document), encoding_))
                      .first->second;
        return {{"start", position(positions.at(place.span.begin))},
                {"end", position(positions.at(place.span.end))}};
    }

private:
    const Snapshot& snapshot_;
    Encoding encoding_;
    std::map<text::DocumentId, Positions> positions_;
};

int level(Severity severity) {
    constexpr int error = 1;
    constexpr int warning = 2;
    constexpr int information = 3;
    switch (severity) {
        case Severity::error: return error;
        case Severity::warning: return warning;
        case Severity::performance:
        case Severity::style: return information;
    }
    return information;
}

Json diagnostic(const Snapshot& snapshot, const Finding& finding, Ranges& range) {
    Json related = Json::array();
    for (const auto& other : finding.related)
        related.push_back({{"location",
                            {{"uri", uri_of(snapshot.path(other.at.document))},
                             {"range", range(other.at)}}},
                           {"message", snapshot.message(finding, other)}});
    return {{"range", range(finding.at)},
            {"severity", level(finding.severity)},
            {"code", output::full_name(finding)},
            {"source", "trainlint"},
            {"message", snapshot.message(finding)},
            {"relatedInformation", std::move(related)}};
}

Json workspace_edit(const Checked& checked, const Fix& fix, Ranges& range) {
    const auto& snapshot = checked.snapshot;
    std::map<std::string, Json, std::less<>> by_path;
    for (const auto& edit : fix.edits) {
        auto& edits = by_path[std::string(snapshot.path(edit.at.document))];
        edits.push_back({{"range", range(edit.at)}, {"newText", edit.text}});
    }
    Json changes = Json::array();
    for (auto& [path, edits] : by_path) {
        const auto open = checked.versions.find(path);
        const auto version = open == checked.versions.end() ? Json(nullptr) : Json(open->second);
        changes.push_back({{"textDocument", {{"uri", uri_of(path)}, {"version", version}}},
                           {"edits", std::move(edits)}});
    }
    return {{"documentChanges", std::move(changes)}};
}

}  // namespace

Json diagnostics(const Checked& checked, std::string_view path, Encoding encoding) {
    Json list = Json::array();
    Ranges range(checked.snapshot, encoding);
    for (const auto& finding : checked.result.findings)
        if (checked.snapshot.path(finding.at.document) == path)
            list.push_back(diagnostic(checked.snapshot, finding, range));
    return list;
}

Json quick_fixes(const Checked& checked, std::string_view path, text::Span wanted,
                 Encoding encoding) {
    Json actions = Json::array();
    Ranges range(checked.snapshot, encoding);
    for (const auto& finding : checked.result.findings) {
        if (!finding.fix || checked.snapshot.path(finding.at.document) != path) continue;
        const bool meets = finding.at.span.begin <= wanted.end &&
                           wanted.begin <= finding.at.span.end;
        if (!meets) continue;
        const bool safe = finding.fix->applicability == Applicability::safe;
        actions.push_back(
            {{"title", "trainlint: " + finding.fix->description + (safe ? "" : " (unsafe)")},
             {"kind", "quickfix"},
             {"isPreferred", safe},
             {"diagnostics", Json::array({diagnostic(checked.snapshot, finding, range)})},
             {"edit", workspace_edit(checked, *finding.fix, range)}});
    }
    return actions;
}

}  // namespace trainlint::lsp
