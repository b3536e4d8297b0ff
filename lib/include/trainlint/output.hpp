/// Findings as text for people and as documents for programs. Each function returns what belongs on
/// standard output; nothing that was read from a file can drive a terminal or forge a line.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "trainlint/workspace.hpp"

namespace trainlint::output {

struct Style {
    bool colour = false;
    std::string folder;   ///< absolute; paths are printed relative to it
};

/// Message, source excerpt, related places and fixes of each finding.
[[nodiscard]] std::string text(const Snapshot&, const Result&, const Style&);
/// One line a finding: `file:line:column: severity: message [rule]`.
[[nodiscard]] std::string concise(const Snapshot&, const Result&, const Style&);
/// As docs/findings.schema.json describes, with a line feed at the end.
[[nodiscard]] std::string json(const Snapshot&, const Result&, const Style&);
/// SARIF 2.1.0, for code scanning services.
[[nodiscard]] std::string sarif(const Snapshot&, const Result&, const Style&);
/// Annotations of GitHub's workflows, for the log of a step.
[[nodiscard]] std::string github(const Snapshot&, const Result&, const Style&);
/// GitLab's code quality report.
[[nodiscard]] std::string gitlab(const Snapshot&, const Result&, const Style&);
/// JUnit's XML.
[[nodiscard]] std::string junit(const Snapshot&, const Result&, const Style&);

struct Format {
    std::string_view name;
    std::string (*render)(const Snapshot&, const Result&, const Style&);
};
/// All of the above by name, "text" first.
[[nodiscard]] std::span<const Format> formats();
/// nullptr: there is none of that name.
[[nodiscard]] const Format* find_format(std::string_view name);

/// Findings that are known and not told again.
struct Baseline {
    std::set<std::string> fingerprints;

    struct Counts {
        std::size_t known = 0;   ///< findings that were taken out
        std::size_t stale = 0;   ///< entries that no finding has any more
    };
    Counts remove_known(Result&) const;
};
/// The findings as a baseline: JSON.
[[nodiscard]] std::string baseline(const Snapshot&, const Result&, const Style&);
/// Nothing: the text is none; `why` says so for a person.
[[nodiscard]] std::optional<Baseline> read_baseline(std::string_view text, std::string& why);

/// How many findings each rule has, the most frequent first; one line a rule.
[[nodiscard]] std::string statistics(const Result&);
/// "2 errors, 1 warning in 14 files; 1 can be fixed by --fix": one line for standard error.
[[nodiscard]] std::string summary(const Result&);
/// Why a rule spoke or was silent at a file and line (from 1), for `check --explain`.
[[nodiscard]] std::string explanation(const Snapshot&, const Result&, const Style&,
                                      std::string_view rule, std::string_view file,
                                      std::uint32_t line);

/// All rules as an array of objects: name, family, aliases, severity, confidence, preview, title.
[[nodiscard]] std::string rules_json(std::string_view wanted = {});
/// A rule's page for a terminal.
[[nodiscard]] std::string rule_page(const RuleInfo&, const Style&);

/// "error", "warning", "performance", "style".
[[nodiscard]] std::string_view name_of(Severity);
[[nodiscard]] std::string_view name_of(Confidence);
/// `rule` or `rule:row`.
[[nodiscard]] std::string full_name(const Finding&);
/// A path as it is printed: relative to the folder, `/` between its parts, printable.
[[nodiscard]] std::string shown_path(std::string_view path, const Style&);
/// The change from one text to the other as a unified diff; empty: they are equal.
[[nodiscard]] std::string diff(std::string_view path, std::string_view before,
                               std::string_view after, const Style&);

}  // namespace trainlint::output
