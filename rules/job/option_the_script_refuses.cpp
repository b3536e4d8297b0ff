#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::job {

namespace {

bool takes(const program::ArgumentParser& parser, std::string_view given) {
    for (const auto& option : parser.options)
        for (const auto& spelling : option.spellings) {
            if (spelling == given) return true;
            // argparse accepts the beginning of an option.
            if (parser.abbreviations && spelling.starts_with(given)) return true;
        }
    return false;
}

std::string name_of_script(const trainlint::job::Launch& launch) {
    return launch.script.substr(launch.script.rfind('/') + 1);
}

bool takes_the_rest(const program::ArgumentParser& parser) {
    return std::any_of(parser.options.begin(), parser.options.end(), [](const auto& option) {
        return option.any_number && !option.spellings.empty() &&
               !option.spellings.front().starts_with('-');
    });
}

/// The launcher's own addition: which releases of the launcher make the script stop?
void check_added(const trainlint::job::Launch& launch, const program::ArgumentParser& parser,
                 Report& report) {
    const auto& added = *launch.added_option;
    const bool now = takes(parser, added.spelled);
    const bool before = added.before.empty() || takes(parser, added.before);
    if (now && before) return report.silent(launch.at, "the script takes the launcher's option");
    const auto& refused = now ? added.before : added.spelled;
    auto& finding = report.at(launch.at, {{"option", std::string(refused)},
                                          {"script", name_of_script(launch)},
                                          {"giver", "`" + std::string(launch.launcher) + "`"}});
    finding.related.push_back({parser.at, "parser"});
    if (now == before || added.since.empty()) return;
    finding.applies = std::string(added.framework) + (now ? "<" : ">=") + std::string(added.since);
}

void check_given(const trainlint::job::Launch& launch, const program::ArgumentParser& parser,
                 Report& report) {
    const auto& words = launch.command->words;
    for (std::size_t i = *launch.script_word + 1; i < words.size(); ++i) {
        const std::string_view text = words[i].text;
        if (text == "--") return;
        const auto name = text.substr(0, text.find('='));
        const bool option = name.size() > 2 && name.starts_with("--");
        if (!option || !words[i].alternatives.empty()) continue;
        if (name.find(text::hole_text) != std::string_view::npos) continue;
        if (takes(parser, name)) continue;
        auto& finding = report.at(words[i].at, {{"option", std::string(name)},
                                                {"script", name_of_script(launch)},
                                                {"giver", "the command"}});
        finding.related.push_back({parser.at, "parser"});
    }
}

}  // namespace

void option_the_script_refuses(const trainlint::job::Launch& launch, Report& report) {
    if (!launch.program || !launch.program->parser || !launch.script_word) return;
    const auto& parser = *launch.program->parser;
    if (parser.open) return report.silent(launch.at, parser.why_open);
    if (takes_the_rest(parser)) return report.silent(launch.at, "the script takes any words");
    if (launch.added_option) check_added(launch, parser, report);
    check_given(launch, parser, report);
}

}  // namespace trainlint::rules::job
