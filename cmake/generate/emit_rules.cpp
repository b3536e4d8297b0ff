#include <fmt/format.h>

#include <algorithm>

#include "emit.hpp"

namespace trainlint::generate {

namespace {

std::string with_underscores(std::string text) {
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

// Qualified: the families rules::job and rules::jax hide shorter names.
std::string_view thing_of(std::string_view reads) {
    if (reads == "command") return "::trainlint::facts::Command";
    if (reads == "launch") return "::trainlint::job::Launch";
    if (reads == "config") return "::trainlint::job::Config";
    if (reads == "job") return "::trainlint::job::Job";
    if (reads == "module") return "::trainlint::program::Module";
    if (reads == "divergence") return "::trainlint::flow::Divergence";
    if (reads == "sequence") return "::trainlint::flow::Sequence";
    if (reads == "disagreement") return "::trainlint::flow::Disagreement";
    return "::trainlint::Project";
}

std::string function_of(const Rule& rule) {
    return "rules::" + with_underscores(rule.family) + "::" + with_underscores(rule.name);
}

std::string declarations(std::span<const Rule> rules) {
    std::string text;
    for (const auto& rule : rules)
        if (!rule.reads.empty())
            text += fmt::format("namespace rules::{} {{\nvoid {}(const {}&, Report&);\n}}\n",
                                with_underscores(rule.family), with_underscores(rule.name),
                                thing_of(rule.reads));
    return text;
}

std::string list_of(std::string_view name, std::size_t number,
                    const std::vector<std::string>& texts) {
    std::string body;
    for (const auto& text : texts) body += cxx_literal(text) + ", ";
    return fmt::format("constexpr std::array<std::string_view, {}> {}_{}{{{}}};\n", texts.size(),
                       name, number, body);
}

std::string related_of(const Rule& rule, std::size_t number) {
    std::string body;
    for (const auto& [key, text] : rule.related)
        body += fmt::format("\n    Text{{{}, {}}},", cxx_literal(key), cxx_literal(text));
    return fmt::format("constexpr std::array<Text, {}> related_{}{{{}}};\n", rule.related.size(),
                       number, body);
}

std::string info_of(const Rule& rule, std::size_t number) {
    const auto check = rule.reads.empty() ? std::string("std::monostate{}")
                                          : fmt::format("CheckOf<{}>{{{}}}", thing_of(rule.reads),
                                                        function_of(rule));
    return fmt::format(
        "    RuleInfo{{\n        .name = {1}, .family = {2}, .aliases = aliases_{0},\n"
        "        .severity = Severity::{3}, .confidence = Confidence::{4}, .preview = {5},\n"
        "        .table = {6}, .applies = applies_{0}, .title = {7},\n        .message = {8},\n"
        "        .related = related_{0},\n        .page = {9},\n        .check = {10}}},\n",
        number, cxx_literal(rule.name), cxx_literal(rule.family), rule.severity, rule.confidence,
        rule.preview, cxx_literal(rule.table), cxx_literal(rule.page.title),
        cxx_literal(rule.message), cxx_literal(rule.page.body), check);
}

}  // namespace

std::string rules_source(std::span<const Rule> rules) {
    std::string lists, infos;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        lists += list_of("aliases", i, rules[i].aliases) + list_of("applies", i, rules[i].applies) +
                 related_of(rules[i], i);
        infos += info_of(rules[i], i);
    }
    return fmt::format(
        "#include <array>\n\n#include \"trainlint/rule.hpp\"\n\nnamespace trainlint {{\n\n{}\n"
        "namespace {{\n\nusing Text = std::pair<std::string_view, std::string_view>;\n{}\n"
        "constexpr std::array<RuleInfo, {}> rules_by_name{{\n{}}};\n\n}}  // namespace\n\n"
        "std::span<const RuleInfo> all_rules() {{ return rules_by_name; }}\n\n}}  // namespace "
        "trainlint\n",
        declarations(rules), lists, rules.size(), infos);
}

}  // namespace trainlint::generate
