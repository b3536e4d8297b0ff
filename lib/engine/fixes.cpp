#include "trainlint/fixes.hpp"

#include <algorithm>
#include <set>

#include "text/edits.hpp"

namespace trainlint {

namespace {

bool is_inside(std::string_view path, std::string_view folder) {
    if (!path.starts_with(folder)) return false;
    return path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/';
}

std::string rule_of(const Finding& finding) {
    return std::string(finding.rule->name) + ":" + finding.row;
}

using Key = std::pair<std::string, std::string>;  // path and rule

class Fixer {
public:
    Fixer(Workspace& workspace, const Request& request, const FixOptions& options, const Put& put,
          std::stop_token stop)
        : workspace_(workspace), request_(request), options_(options), put_(put), stop_(stop) {}

    FixOutcome run() {
        FixOutcome outcome{.snapshot = workspace_.snapshot(stop_)};
        outcome.result = outcome.snapshot.check(request_, stop_);
        for (unsigned round = 0; round < options_.rounds && !outcome.result.stopped; ++round)
            if (!apply_round(outcome)) break;
        return outcome;
    }

private:
    struct Changed {
        std::string before, after;
        std::set<std::string> rules;
        std::size_t fixes = 0;
    };

    [[nodiscard]] bool allowed(const Snapshot& snapshot, const Finding& finding) const {
        if (!finding.fix) return false;
        if (finding.fix->applicability == Applicability::unsafe && !options_.unsafe) return false;
        return std::all_of(
            finding.fix->edits.begin(), finding.fix->edits.end(), [&](const text::Edit& edit) {
                const auto path = snapshot.path(edit.at.document);
                if (banned_.contains({std::string(path), rule_of(finding)})) return false;
                if (options_.paths.empty()) return true;
                return std::any_of(options_.paths.begin(), options_.paths.end(),
                                   [&](const auto& folder) { return is_inside(path, folder); });
            });
    }

    /// Takes every fix that conflicts with none before it.
    std::map<text::DocumentId, Changed> collect(const FixOutcome& state) const {
        text::EditSet set;
        std::map<text::DocumentId, Changed> changes;
        for (const auto& finding : state.result.findings) {
            if (!allowed(state.snapshot, finding) || !set.take(finding.fix->edits)) continue;
            for (const auto& edit : finding.fix->edits)
                changes[edit.at.document].rules.insert(rule_of(finding));
            ++changes[finding.fix->edits.front().at.document].fixes;
        }
        const auto edits = set.edits();
        for (auto& [document, change] : changes) {
            std::vector<text::Edit> own;
            std::copy_if(edits.begin(), edits.end(), std::back_inserter(own),
                         [id = document](const auto& edit) { return edit.at.document == id; });
            change.before = state.snapshot.text(document);
            change.after = text::apply_edits(change.before, own).value_or(change.before);
        }
        return changes;
    }

    bool apply_round(FixOutcome& state) {
        const auto changes = collect(state);
        std::map<std::string, Changed> by_path;
        for (const auto& [document, change] : changes)
            if (change.after != change.before)
                by_path.emplace(state.snapshot.path(document), change);
        if (by_path.empty()) return false;
        write(by_path, true);
        auto snapshot = workspace_.snapshot(stop_);
        auto result = snapshot.check(request_, stop_);
        if (take_back(by_path, state, snapshot, result)) {
            snapshot = workspace_.snapshot(stop_);
            result = snapshot.check(request_, stop_);
        }
        for (auto& [path, change] : by_path) {
            auto [entry, added] = state.files.try_emplace(path, FixedText{change.before, {}});
            entry->second.after = std::move(change.after);
            state.fixed += change.fixes;
        }
        state.snapshot = std::move(snapshot);
        state.result = std::move(result);
        return true;
    }

    void write(const std::map<std::string, Changed>& changes, bool after) {
        for (const auto& [path, change] : changes) {
            put_(path, after ? change.after : change.before);
            workspace_.changed(path);
        }
    }

    /// Undoes files that the fixes made worse; true if there were any.
    bool take_back(std::map<std::string, Changed>& changes, FixOutcome& state,
                   const Snapshot& snapshot, const Result& result) {
        std::map<std::string, Changed> undone;
        for (const auto& [path, change] : changes) {
            const bool worse = failures(result, path) > failures(state.result, path);
            const bool same = count(snapshot, result, path, change.rules) >=
                              count(state.snapshot, state.result, path, change.rules);
            if (!worse && !same) continue;
            undone.emplace(path, change);
            for (const auto& rule : change.rules) banned_.insert({path, rule});
            state.dropped.push_back(path + (worse ? ": the fixed text cannot be read"
                                                  : ": the finding is still there"));
        }
        write(undone, false);
        for (const auto& [path, change] : undone) changes.erase(path);
        return !undone.empty();
    }

    static std::size_t failures(const Result& result, std::string_view path) {
        return static_cast<std::size_t>(
            std::count_if(result.failures.begin(), result.failures.end(),
                          [&](const auto& failure) { return failure.file == path; }));
    }

    /// Findings of these rules whose fix touches the file.
    static std::size_t count(const Snapshot& snapshot, const Result& result, std::string_view path,
                             const std::set<std::string>& rules) {
        std::size_t found = 0;
        for (const auto& finding : result.findings) {
            if (!rules.contains(rule_of(finding)) || !finding.fix) continue;
            for (const auto& edit : finding.fix->edits)
                if (snapshot.path(edit.at.document) == path) ++found;
        }
        return found;
    }

    Workspace& workspace_;
    const Request& request_;
    const FixOptions& options_;
    const Put& put_;
    std::stop_token stop_;
    std::set<Key> banned_;
};

}  // namespace

FixOutcome apply_fixes(Workspace& workspace, const Request& request, const FixOptions& options,
                       const Put& put, std::stop_token stop) {
    return Fixer(workspace, request, options, put, stop).run();
}

}  // namespace trainlint
