/// Runs rules over what was linked, and decides what of it is told.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/selection.hpp"
#include "engine/state.hpp"
#include "engine/suppressions.hpp"
#include "trainlint/rule.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::engine {

/// Which files findings are told of.
class Scope {
public:
    /// Folders and files; what lies below a folder belongs to it.
    explicit Scope(std::vector<std::string> paths) : paths_(std::move(paths)) {}
    void add(text::DocumentId document) { documents_.push_back(document); }

    [[nodiscard]] bool holds(text::DocumentId, std::string_view path) const;
    /// Its place, or a related one.
    [[nodiscard]] bool holds(const Finding&, const Paths&) const;

private:
    std::vector<std::string> paths_;
    std::vector<text::DocumentId> documents_;
};

/// What one thread's rules have said.
struct Said {
    std::vector<Finding> findings;
    std::vector<std::pair<const RuleInfo*, Report::Silence>> silences;
};

/// Everything that the rules of `ran` say, by unit and rule; not yet suppressed or sorted.
[[nodiscard]] Said run_rules(const Snapshot::State&, const Ran&, const std::stop_token&);

/// Checks the claims about versions of a finding. False: it does not stand.
[[nodiscard]] bool stands(const Snapshot::State&, Finding&);
/// Is it told in a file of that kind? Lowers the severity where it is told less loudly.
[[nodiscard]] bool fits_context(const Snapshot::State&, Finding&);
/// Sorts, leaves out what is said twice, and gives each its fingerprint.
void finish(const Snapshot::State&, std::vector<Finding>&);

/// The findings of one project that fall into the scope, and the silences.
void check_project(const Snapshot::State&, const Ran&, const Scope&, const std::stop_token&,
                   Result&);

}  // namespace trainlint::engine
