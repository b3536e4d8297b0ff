#include <algorithm>

#include "engine/globs.hpp"
#include "engine/message.hpp"
#include "engine/request.hpp"
#include "engine/state.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint {

namespace {

using engine::Stating;

std::string too_large(std::size_t limit) {
    return "it is larger than " + std::to_string(limit >> 20) + " MiB and was not read";
}

/// Files that could not be read, and the first that is wrong in each that could.
void add_failures(const Snapshot::State& state, const engine::Scope& scope, Result& result) {
    for (std::size_t i = 0; i < state.records.size(); ++i) {
        const auto& found = state.walk->documents[i];
        const auto& record = state.records[i];
        if (!scope.holds(record.id, found.path)) continue;
        if (record.outcome == Stating::Outcome::unreadable)
            result.failures.push_back({found.path, record.why, std::nullopt, false});
        else if (record.outcome == Stating::Outcome::too_large && !found.kind.quiet_limit)
            result.failures.push_back(
                {found.path, too_large(found.kind.limit), std::nullopt, false});
    }
    auto& paths = state.shared->paths;
    const auto add_folder = [&](const std::string& folder, const char* why) {
        if (scope.holds(paths.intern(folder), folder))
            result.failures.push_back({folder, why, std::nullopt, false});
    };
    for (const auto& folder : state.walk->too_deep)
        add_folder(folder, "the folder is nested too deeply: what is in it was not read");
    for (const auto& folder : state.walk->unlisted)
        add_folder(folder, "the folder cannot be listed: what is in it was not read");
    for (const auto& unit : state.units) {
        const auto& document = *unit.document;
        if (!scope.holds(document.id, document.path)) continue;
        for (const auto& stated : document.stated)
            if (!stated.problems.empty()) {
                const auto& problem = stated.problems.front();
                const auto* index = state.index(document.id);
                result.failures.push_back(
                    {document.path, problem.what,
                     index ? std::optional(index->line(problem.at.span.begin)) : std::nullopt,
                     false});
                break;
            }
    }
}

/// What a named path has told already is not told again.
void sort_failures(std::vector<Failure>& failures) {
    std::stable_sort(failures.begin(), failures.end(), [](const Failure& a, const Failure& b) {
        if (a.file != b.file) return a.file < b.file;
        return a.named > b.named;
    });
    const auto twice =
        std::unique(failures.begin(), failures.end(), [](const Failure& a, const Failure& b) {
            return a.file == b.file && a.named && !b.named && a.message == b.message;
        });
    failures.erase(twice, failures.end());
}

void drop_fixes(const std::vector<text::DocumentId>& texts, std::vector<Finding>& findings) {
    for (auto& finding : findings) {
        if (!finding.fix) continue;
        const auto& edits = finding.fix->edits;
        const bool in_text = std::any_of(edits.begin(), edits.end(), [&](const text::Edit& edit) {
            return std::find(texts.begin(), texts.end(), edit.at.document) != texts.end();
        });
        if (!in_text) continue;
        finding.fix.reset();
        finding.no_fix = "the command is no file that could be edited";
    }
}

}  // namespace

Result Snapshot::check(const Request& request, std::stop_token stop) const {
    Result result;
    const auto& shared = *state_->shared;
    result.fail_on = state_->settings->root().fail_on;
    result.timings = state_->timings;
    result.faults = shared.faults;
    const auto in_files = state_->settings->faults();
    result.faults.insert(result.faults.end(), in_files.begin(), in_files.end());
    const auto choice = engine::choice_of(request, shared.rules, result.faults);
    if (!result.faults.empty()) return result;
    if (state_->stopped || stop.stop_requested()) {
        result.stopped = true;
        return result;
    }
    auto asked = engine::resolve(state_, request, stop);
    const auto begun = shared.host->clock();
    for (const auto* state : {asked.inside.get(), asked.outside.get()}) {
        if (!state) continue;
        const auto faults = state->settings->faults();
        result.faults.insert(result.faults.end(), faults.begin(), faults.end());
        const engine::Ran ran(*state->settings, shared.rules, choice, request.least_confidence,
                              request.preview);
        engine::check_project(*state, ran, asked.scope, stop, result);
        add_failures(*state, asked.scope, result);
    }
    result.failures.insert(result.failures.end(), asked.failures.begin(), asked.failures.end());
    sort_failures(result.failures);
    drop_fixes(asked.texts, result.findings);
    result.timings.rules = shared.host->clock() - begun;
    result.files = asked.files;
    result.stopped = stop.stop_requested();
    return result;
}

std::span<const job::Job> Snapshot::jobs() const {
    return state_->jobs;
}

Location Snapshot::location(text::Place place) const {
    Location location{state_->shared->paths.path(place.document), std::nullopt, {}, {}};
    if (const auto* index = state_->index(place.document)) {
        std::optional<std::uint32_t> end_cell;
        location.start = index->position(place.span.begin, location.cell);
        location.end = index->position(place.span.end, end_cell);
    }
    return location;
}

std::string Snapshot::message(const Finding& finding) const {
    return engine::fill(finding.rule->message, finding.arguments);
}

std::string Snapshot::message(const Finding& finding, const Related& related) const {
    for (const auto& [key, text] : finding.rule->related)
        if (key == related.key) return engine::fill(text, finding.arguments);
    return std::string(related.key);
}

std::string_view Snapshot::text(text::DocumentId document) const {
    const auto* index = state_->index(document);
    return index ? index->text() : std::string_view{};
}

std::string_view Snapshot::path(text::DocumentId document) const {
    return state_->shared->paths.path(document);
}

const Names& Snapshot::names() const {
    return state_->shared->names;
}

std::vector<Setting> Snapshot::settings(std::string_view path) const {
    auto asked = engine::normalised(path);
    if (path.ends_with('/')) asked += "/*";  // any file of that folder
    return state_->settings->of(asked).list();
}

}  // namespace trainlint
