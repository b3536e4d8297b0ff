#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::rules::environment {

namespace {

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_device_list(std::string_view variable) {
    return variable == "CUDA_VISIBLE_DEVICES" || variable == "HIP_VISIBLE_DEVICES";
}

std::vector<std::string_view> entries(std::string_view list) {
    std::vector<std::string_view> found;
    for (;;) {
        const auto comma = list.find(',');
        auto entry = list.substr(0, comma);
        while (entry.starts_with(' ')) entry.remove_prefix(1);
        while (entry.ends_with(' ')) entry.remove_suffix(1);
        found.push_back(entry);
        if (comma == std::string_view::npos) return found;
        list.remove_prefix(comma + 1);
    }
}

/// The placeholder of the page's message for what is wrong, and what it shows.
struct Fault {
    std::string_view placeholder;
    std::string value;
};

std::optional<Fault> fault_of(std::string_view list) {
    const auto bracket = list.find_first_of("[]{}");
    if (bracket != std::string_view::npos) return Fault{"bracket", std::string(1, list[bracket])};
    const auto all = entries(list);
    for (const auto entry : all) {
        const auto dash = entry.find('-');
        if (dash != std::string_view::npos && dash > 0 && is_number(entry.substr(0, dash)) &&
            is_number(entry.substr(dash + 1)))
            return Fault{"first", std::string(entry.substr(0, dash))};
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i].empty() && std::find(all.begin(), all.begin() + std::ptrdiff_t(i), all[i]) !=
                                   all.begin() + std::ptrdiff_t(i))
            return Fault{"twice", std::string(all[i])};
    return std::nullopt;
}

/// `CUDA_VISIBLE_DEVICES=0, 1 torchrun`: the blank ends the list, and 1 is the command.
bool is_cut(const facts::Assignment& assignment, const facts::Command& command) {
    return assignment.value.text.ends_with(',') && !command.words.empty() &&
           is_number(entries(command.words.front().text).front());
}

}  // namespace

void malformed_device_list(const facts::Command& command, Report& report) {
    for (const auto& assignment : command.environment) {
        if (!is_device_list(report.text(assignment.name))) continue;
        const auto& value = assignment.value;
        if (!value.known() || !value.alternatives.empty()) continue;
        const auto fault = is_cut(assignment, command)
                               ? std::optional(Fault{"command", command.words.front().text})
                               : fault_of(value.text);
        if (!fault) {
            report.silent(value.at, "a list of devices");
            continue;
        }
        report.at(value.at, {{"variable", std::string(report.text(assignment.name))},
                             {"value", value.text},
                             {fault->placeholder, fault->value}});
    }
}

}  // namespace trainlint::rules::environment
