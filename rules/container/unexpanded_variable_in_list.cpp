#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::container {

namespace {

bool starts_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}
bool continues_name(char c) {
    return starts_name(c) || (c >= '0' && c <= '9');
}

/// "RANK" of `--node_rank=$RANK` and `${RANK}`; empty: the word uses no variable so.
std::string_view used_variable(std::string_view word) {
    const auto dollar = word.find('$');
    if (dollar == std::string_view::npos) return {};
    auto rest = word.substr(dollar + 1);
    const bool braces = rest.starts_with('{');
    if (braces) rest.remove_prefix(1);
    if (rest.empty() || !starts_name(rest.front())) return {};
    const auto end = std::find_if_not(rest.begin(), rest.end(), continues_name);
    if (braces && (end == rest.end() || *end != '}')) return {};
    return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

}  // namespace

void unexpanded_variable_in_list(const job::Launch& launch, Report& report) {
    const auto& command = *launch.command;
    if (command.form != facts::Command::Form::list || command.stage != facts::Stage::container)
        return;
    for (auto at = launch.last; at < command.words.size(); ++at) {
        const auto& word = command.words[at];
        const auto name = used_variable(word.text);
        if (name.empty()) continue;
        const auto& environment = command.environment;
        const bool own = std::any_of(environment.begin(), environment.end(), [&](const auto& one) {
            return report.text(one.name) == name;
        });
        if (!own) {
            report.silent(word.at, "a template may replace it: the container does not set it");
            continue;
        }
        report.at(word.at, {{"word", word.text}, {"variable", std::string(name)}});
    }
}

}  // namespace trainlint::rules::container
