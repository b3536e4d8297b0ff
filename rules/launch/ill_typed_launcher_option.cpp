#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

bool is_integer(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789_") == std::string_view::npos;
}

std::string listed(std::span<const std::string_view> choices) {
    std::string text;
    for (const auto choice : choices) {
        if (!text.empty()) text += ", ";
        text += choice;
    }
    return text;
}

}  // namespace

void ill_typed_launcher_option(const job::Launch& launch, Report& report) {
    if (!launch.all_options_known) return;
    for (const auto& option : launch.options) {
        if (!option.value || !option.sure) continue;
        const auto& value = *option.value;
        // Something is going to be put in its place.
        if (value.find_first_of("<>{}[]") != std::string::npos) continue;
        if (option.kind == "int" && !is_integer(value)) {
            report.at(option.value_at,
                      {{"option", option.spelled}, {"value", value}, {"wanted", "a whole number"}});
        } else if (option.kind == "choice" && !option.choices.empty()) {
            const auto known = std::find(option.choices.begin(), option.choices.end(), value);
            if (known == option.choices.end())
                report.at(option.value_at, {{"option", option.spelled},
                                            {"value", value},
                                            {"wanted", "one of " + listed(option.choices)}});
        }
    }
}

}  // namespace trainlint::rules::launch
