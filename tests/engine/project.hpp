// Projects in memory, and what is told of them.
#pragma once

#include <memory>
#include <string>

#include "memory_host.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::test {

/// "path:line:column rule:row message" a line.
inline std::string told(const Snapshot& snapshot, const Result& result) {
    std::string text;
    for (const auto& finding : result.findings) {
        const auto at = snapshot.location(finding.at);
        text += std::string(at.file) + ":";
        if (at.cell) text += "cell " + std::to_string(*at.cell) + ":";
        text += std::to_string(at.start.line) + ":" + std::to_string(at.start.column) + " " +
                std::string(finding.rule->name);
        if (!finding.row.empty()) text += ":" + finding.row;
        text += " " + snapshot.message(finding) + "\n";
    }
    return text;
}

/// Everything that a result says, for comparing.
inline std::string all_of(const Snapshot& snapshot, const Result& result) {
    std::string text;
    for (const auto& finding : result.findings) {
        text += std::string(snapshot.path(finding.at.document)) + "@" +
                std::to_string(finding.at.span.begin) + "-" + std::to_string(finding.at.span.end) +
                " " + std::string(finding.rule->name) + ":" + finding.row + " " +
                std::to_string(int(finding.severity)) + std::to_string(int(finding.confidence)) +
                " " + finding.fingerprint + " " + snapshot.message(finding) + "\n";
        for (const auto& related : finding.related)
            text += "  " + std::string(snapshot.path(related.at.document)) + "@" +
                    std::to_string(related.at.span.begin) + " " +
                    snapshot.message(finding, related) + "\n";
        if (finding.fix)
            for (const auto& edit : finding.fix->edits)
                text += "  fix " + std::string(snapshot.path(edit.at.document)) + "@" +
                        std::to_string(edit.at.span.begin) + "-" +
                        std::to_string(edit.at.span.end) + " " + edit.text + "\n";
        text += "  " + std::string(finding.no_fix) + "\n";
    }
    for (const auto& failure : result.failures)
        text += "failure " + failure.file + ":" + std::to_string(failure.line.value_or(0)) + " " +
                failure.message + "\n";
    for (const auto& fault : result.faults)
        text += "fault " + fault.file + " " + fault.message + "\n";
    return text;
}

/// A rule that reports every word "BAD" of a command, and says that it looked at "GOOD".
inline void bad_word(const facts::Command& command, Report& report) {
    for (const auto& word : command.words) {
        if (word.text == "BAD") report.at(word.at, {{"word", word.text}});
        if (word.text == "GOOD") report.silent(word.at, "it is good");
    }
}
/// One that is sure of nothing.
inline void worse_word(const facts::Command& command, Report& report) {
    for (const auto& word : command.words)
        if (word.text == "WORSE") report.at(word.at, {}).confidence = Confidence::low;
}
/// One that reports the script of each launch, and the launch as a related place.
inline void launched(const job::Launch& launch, Report& report) {
    if (!launch.program) return;
    auto& finding = report.at({launch.program->document, {0, 1}}, {});
    finding.related.push_back({launch.at, "launch"});
}

inline constexpr std::string_view bad_aliases[] = {"naughty-word"};
inline constexpr std::pair<std::string_view, std::string_view> launch_texts[] = {
    {"launch", "it is started here"}};
inline const RuleInfo own_rules[] = {
    {.name = "bad-word",
     .family = "launch",
     .aliases = bad_aliases,
     .severity = Severity::error,
     .confidence = Confidence::high,
     .message = "a {word} word",
     .check = CheckOf<facts::Command>{bad_word}},
    {.name = "launched-script",
     .family = "job",
     .severity = Severity::style,
     .confidence = Confidence::high,
     .preview = true,
     .message = "it is launched",
     .related = launch_texts,
     .check = CheckOf<job::Launch>{launched}},
    {.name = "useless-suppression",
     .family = "suppression",
     .severity = Severity::warning,
     .confidence = Confidence::high,
     .message = "This suppression does nothing: {why}"},
    {.name = "worse-word",
     .family = "launch",
     .severity = Severity::warning,
     .confidence = Confidence::medium,
     .message = "a worse word",
     .check = CheckOf<facts::Command>{worse_word}},
};

inline Options options_of(unsigned threads = 1) {
    Options options;
    options.root = "p";
    options.threads = threads;
    options.rules = own_rules;
    return options;
}

struct Checked {
    Snapshot snapshot;
    Result result;
    [[nodiscard]] std::string told() const { return test::told(snapshot, result); }
};

inline Checked check(std::map<std::string, std::string> files, const Request& request = {},
                     const Options& options = options_of()) {
    Workspace workspace(std::make_shared<MemoryHost>(std::move(files)), options);
    auto snapshot = workspace.snapshot();
    auto result = snapshot.check(request);
    return {std::move(snapshot), std::move(result)};
}

}  // namespace trainlint::test
