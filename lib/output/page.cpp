#include <fmt/format.h>

#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

std::string heading(std::string_view text, const Style& style) {
    return style.colour ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

}  // namespace

std::string rule_page(const RuleInfo& rule, const Style& style) {
    std::string out = heading(rule.name, style);
    out += fmt::format("  ({}, {}, confidence {}{})\n", rule.family, name_of(rule.severity),
                       name_of(rule.confidence), rule.preview ? ", preview" : "");
    if (!rule.aliases.empty()) {
        out += "also called:";
        for (const auto alias : rule.aliases) out += fmt::format(" {}", alias);
        out += '\n';
    }
    std::string_view page = rule.page;
    while (!page.empty()) {
        const auto end = page.find('\n');
        const auto line = page.substr(0, end);
        page = end == std::string_view::npos ? "" : page.substr(end + 1);
        out += line.starts_with("#") ? heading(line, style) : std::string(line);
        out += '\n';
    }
    return out;
}

}  // namespace trainlint::output
