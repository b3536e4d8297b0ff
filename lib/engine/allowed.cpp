#include "engine/allowed.hpp"

#include <algorithm>

namespace trainlint::engine {

namespace {

constexpr std::string_view related_key = "allowed";

text::Span line_span(std::string_view text, std::uint32_t line) {
    std::size_t at = 0;
    for (std::uint32_t i = 1; i < line && at < text.size(); ++i)
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    auto begin = std::min(text.find_first_not_of(" \t", at), text.size());
    auto end = std::min(text.find_first_of("\r\n", at), text.size());
    begin = std::min(begin, end);
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

void add_target_line(const Snapshot::State& state, const TargetVersions& target, Allowed& allowed) {
    for (const auto& file : state.walk->config_texts)
        if (file.path == target.file)
            allowed.lines.push_back(
                {{state.shared->paths.intern(file.path), line_span(*file.text, target.line)},
                 target.versions});
}

/// Files that ask for a package (`torch>=1.11`) are united, and so are images; what an image holds
/// must be both. Where one of them is pinned to what nobody knows, only the limits are known.
VersionSet stated_versions(const std::vector<Requirements::Statement>& statements,
                           bool& one_unknown) {
    if (statements.empty()) return VersionSet::newest();
    VersionSet asked, held;
    bool asks = false, unknown = false, exact = false;
    for (const auto& [file, requirement] : statements) {
        const auto& versions = requirement->versions;
        unknown |= versions.empty();
        exact |= !requirement->image && !versions.empty() &&
                 !versions.overlaps(VersionSet::newest());
        asks |= !requirement->image;
        (requirement->image ? held : asked) =
            (requirement->image ? held : asked).unite(versions);
    }
    one_unknown = unknown && !exact;
    if (one_unknown) return asked;
    if (held.empty()) return asked;
    if (!asks || asked.empty()) return held;
    const auto both = asked.intersect(held);
    return both.empty() ? asked : both;
}

}  // namespace

const Allowed::Line* Allowed::line_for(const VersionSet& set) const {
    for (const auto& line : lines)
        if (line.versions.overlaps(set)) return &line;
    return nullptr;
}

Allowed allowed_versions(const Snapshot::State& state, std::string_view path,
                         std::string_view package) {
    Allowed allowed;
    for (const auto& target : state.settings->of(path).versions_of(package)) {
        allowed.versions = allowed.versions.unite(target.versions);
        allowed.stated = true;
        add_target_line(state, target, allowed);
    }
    if (allowed.stated) return allowed;
    const auto statements = state.requirements->of(path, package_of(package));
    allowed.versions = stated_versions(statements, allowed.one_unknown);
    allowed.stated = !statements.empty();
    for (const auto& [file, requirement] : statements)
        allowed.lines.push_back(
            {{state.shared->paths.intern(file->path), requirement->at}, requirement->versions});
    return allowed;
}

Verdict judge(const Snapshot::State& state, std::string_view path, std::string_view text,
              bool in_some, Allowed& allowed) {
    const auto claim = parse_claim(text);
    if (!claim) return Verdict::holds;
    allowed = allowed_versions(state, path, claim->package);
    if (allowed.versions.empty()) return Verdict::refuted;  // stated, but not understood
    const bool holds =
        in_some ? allowed.may_hold(claim->set) : claim->set.contains(allowed.versions);
    if (!holds) return Verdict::refuted;
    return allowed.stated ? Verdict::holds : Verdict::holds_by_default;
}

void name_line(const Allowed& allowed, const VersionSet& claim, Finding& finding) {
    const auto& texts = finding.rule->related;
    const bool has_words = std::any_of(texts.begin(), texts.end(),
                                       [](const auto& text) { return text.first == related_key; });
    const auto* line = allowed.line_for(claim);
    if (has_words && line) finding.related.push_back({line->at, related_key});
}

}  // namespace trainlint::engine
