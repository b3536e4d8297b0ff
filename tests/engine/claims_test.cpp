#include <catch2/catch.hpp>

#include "project.hpp"

using namespace trainlint;

namespace {

constexpr std::string_view since_two[] = {"torch>=2.0"};

void must(const facts::Command& command, Report& report) {
    if (!command.words.empty()) report.at(command.words.front().at, {});
}
void may(const facts::Command& command, Report& report) {
    if (command.words.empty()) return;
    auto& finding = report.at(command.words.front().at, {});
    finding.applies = "torch>=2.0";
    finding.applies_in_some = true;
}
constexpr std::pair<std::string_view, std::string_view> allowed[] = {
    {"allowed", "this line allows the version"}};
const RuleInfo rules[] = {{.name = "may-hold",
                           .family = "launch",
                           .severity = Severity::error,
                           .confidence = Confidence::high,
                           .message = "may",
                           .related = allowed,
                           .check = CheckOf<facts::Command>{may}},
                          {.name = "must-hold",
                           .family = "launch",
                           .severity = Severity::error,
                           .confidence = Confidence::high,
                           .applies = since_two,
                           .message = "must",
                           .check = CheckOf<facts::Command>{must}}};

/// "rule severity related" of each finding.
std::string told(std::map<std::string, std::string> files) {
    files["p/a.sh"] = "torchrun x\n";
    auto options = test::options_of();
    options.rules = rules;
    const auto checked = test::check(std::move(files), {}, options);
    std::string out;
    for (const auto& finding : checked.result.findings) {
        out += std::string(finding.rule->name) +
               (finding.severity == Severity::error ? " error" : " warning");
        for (const auto& related : finding.related) {
            const auto at = checked.snapshot.location(related.at);
            out += " " + std::string(at.file) + ":" + std::to_string(at.start.line);
        }
        out += "|";
    }
    return out;
}

std::string with_requirements(const std::string& text) {
    return told({{"p/requirements.txt", text}});
}

}  // namespace

TEST_CASE("must claims hold for all allowed versions, may claims for one") {
    CHECK(told({}) == "may-hold warning|must-hold warning|");
    CHECK(with_requirements("torch>=2.1\n") ==
          "may-hold error p/requirements.txt:1|must-hold error|");
    CHECK(with_requirements("x\ntorch>=1.13\n") == "may-hold error p/requirements.txt:2|");
    CHECK(with_requirements("torch<2\n") == "");
    CHECK(with_requirements("torch\n") == "may-hold warning|must-hold warning|");
    CHECK(with_requirements("torch==1.13; python_version<'3.8'\ntorch==2.1\n") ==
          "may-hold error p/requirements.txt:2|");
    CHECK(told({{"p/trainlint.toml", "[target]\ntorch='>=2'\n"}}) ==
          "may-hold error p/trainlint.toml:2|must-hold error|");
    CHECK(told({{"p/trainlint.toml", "[target.a]\ntorch='1.13'\n[target.b]\ntorch='2.4'\n"}}) ==
          "may-hold error p/trainlint.toml:4|");
}
