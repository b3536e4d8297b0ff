#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "commands.hpp"
#include "project.hpp"
#include "trainlint/output.hpp"

namespace trainlint::cli {

namespace {

struct Arguments {
    std::string name, search;
    std::string format = "text";
    std::string colour = "auto";
};

bool bears(const RuleInfo& rule, std::string_view name) {
    return rule.name == name ||
           std::find(rule.aliases.begin(), rule.aliases.end(), name) != rule.aliases.end();
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (auto& byte : result) byte = static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
    return result;
}

/// Every word of the search stands in the rule's name, title, message or page.
bool matches(const RuleInfo& rule, const std::string& search) {
    auto text = lower(rule.name) + '\n' + lower(rule.title) + '\n' + lower(rule.message) + '\n' +
                lower(rule.page);
    std::replace(text.begin(), text.end(), '\n', ' ');
    const auto wanted = lower(search);
    for (std::size_t begin = 0; begin < wanted.size();) {
        const auto end = std::min(wanted.find(' ', begin), wanted.size());
        const auto word = wanted.substr(begin, end - begin);
        if (text.find(word) == std::string::npos) return false;
        begin = end + 1;
    }
    return true;
}

std::string line(const RuleInfo& rule) {
    return fmt::format("{:34} {:12} {:12} {}{}\n", rule.name, rule.family,
                       output::name_of(rule.severity), rule.title,
                       rule.preview ? " (preview)" : "");
}

int list(const Arguments& arguments) {
    std::string out;
    for (const auto& rule : all_rules())
        if (arguments.search.empty() || matches(rule, arguments.search)) out += line(rule);
    if (out.empty()) {
        complain(fmt::format("no rule's page holds the words '{}'", arguments.search));
        return findings;
    }
    return print(out) ? clean : fault;
}

int explain(const Arguments& arguments) {
    const auto rules = all_rules();
    const auto name = arguments.name.substr(0, arguments.name.find(':'));
    const auto found = std::find_if(rules.begin(), rules.end(),
                                    [&](const auto& rule) { return bears(rule, name); });
    if (found == rules.end()) {
        complain(fmt::format("no rule '{}'; `trainlint rule` lists all", name));
        return fault;
    }
    const auto project = open_project("", {}, {}, 1);
    if (arguments.format == "json") return print(output::rules_json(found->name)) ? clean : fault;
    return print(output::rule_page(*found, style_for(project, arguments.colour))) ? clean : fault;
}

int run(const Arguments& arguments) {
    if (!arguments.name.empty()) return explain(arguments);
    if (arguments.format == "json") return print(output::rules_json()) ? clean : fault;
    return list(arguments);
}

}  // namespace

void add_rule(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("rule", "List the rules, or explain one");
    auto arguments = std::make_shared<Arguments>();
    command->add_option("NAME", arguments->name, "a rule, an alias, or rule:row");
    command->add_option("--search", arguments->search, "rules whose page holds these words");
    command->add_option("--output-format", arguments->format, "text or json")
        ->check(CLI::IsMember({"text", "json"}));
    command->add_option("--color", arguments->colour, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace trainlint::cli
