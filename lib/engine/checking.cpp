#include "engine/checking.hpp"

#include <algorithm>

#include "engine/allowed.hpp"
#include "engine/globs.hpp"

namespace trainlint::engine {

namespace {

constexpr std::string_view useless_suppression = "useless-suppression";
constexpr std::string_view no_version = "no allowed version has it deprecated";
constexpr std::string_view not_all_versions = "it does not hold for all allowed versions";

/// Without a statement, and in prose, nothing is worse than a warning.
void at_most_warning(Finding& finding) {
    finding.severity = std::min(finding.severity, Severity::warning);
}

bool stands(const Snapshot::State& state, std::string_view path, std::string_view claim,
            bool in_some, Finding& finding) {
    Allowed allowed;
    const auto verdict = judge(state, path, claim, in_some, allowed);
    if (verdict == Verdict::refuted) return false;
    if (verdict == Verdict::holds_by_default) at_most_warning(finding);
    if (in_some)
        if (const auto parsed = parse_claim(claim)) name_line(allowed, parsed->set, finding);
    return true;
}

/// The severity that the settings of its file give it.
void set_severity(const Settings& settings, Finding& finding) {
    if (const auto severity = settings.severity_of(*finding.rule)) finding.severity = *severity;
}

}  // namespace

bool Scope::holds(text::DocumentId document, std::string_view path) const {
    if (std::find(documents_.begin(), documents_.end(), document) != documents_.end()) return true;
    return std::any_of(paths_.begin(), paths_.end(),
                       [&](const auto& folder) { return lies_in(path, folder); });
}

bool Scope::holds(const Finding& finding, const Paths& paths) const {
    if (holds(finding.at.document, paths.path(finding.at.document))) return true;
    return std::any_of(finding.related.begin(), finding.related.end(), [&](const Related& related) {
        return holds(related.at.document, paths.path(related.at.document));
    });
}

bool stands(const Snapshot::State& state, Finding& finding) {
    const auto path = state.shared->paths.path(finding.at.document);
    for (const auto claim : finding.rule->applies)
        if (!stands(state, path, claim, false, finding)) return false;
    return finding.applies.empty() ||
           stands(state, path, finding.applies, finding.applies_in_some, finding);
}

bool fits_context(const Snapshot::State& state, Finding& finding) {
    const auto path = state.shared->paths.path(finding.at.document);
    const auto document = state.document(finding.at.document);
    if (document && is_documentation(document->language)) {
        if (finding.rule->table.empty()) return false;
        at_most_warning(finding);
    }
    if (!document || finding.rule->name == useless_suppression) return true;
    const auto inside = below(state.root, path);
    if (!is_test(inside.empty() ? path : inside)) return true;
    return finding.severity == Severity::error && finding.confidence == Confidence::high;
}

void check_project(const Snapshot::State& state, const Ran& ran, const Scope& scope,
                   const std::stop_token& stop, Result& result) {
    auto said = run_rules(state, ran, stop);
    const auto& rules = state.shared->rules;
    std::erase_if(said.findings, [&](Finding& finding) {
        if (stands(state, finding)) return false;
        said.silences.push_back(
            {finding.rule, {finding.at, finding.applies_in_some ? no_version : not_all_versions}});
        return true;
    });
    Suppressions suppressions(state, rules);
    std::erase_if(said.findings,
                  [&](const Finding& finding) { return suppressions.suppress(finding); });
    const auto* useless = find_rule(useless_suppression, rules);
    if (useless && !stop.stop_requested())
        suppressions.report_useless(*useless, ran, said.findings);
    finish(state, said.findings);
    for (auto& finding : said.findings) {
        const auto path = state.shared->paths.path(finding.at.document);
        const auto settings = state.settings->index_of(path);
        set_severity(*state.settings->all()[settings], finding);
        if (ran.keeps(settings, finding) && fits_context(state, finding) &&
            scope.holds(finding, state.shared->paths))
            result.findings.push_back(std::move(finding));
    }
    for (auto& silence : said.silences) result.silences.push_back(std::move(silence));
}

}  // namespace trainlint::engine
