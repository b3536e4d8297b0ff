#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

void offer_fix(const job::Launch& launch, const job::LaunchOption& option, Finding& finding) {
    const auto& word = launch.command->words[option.word].text;
    const std::vector<std::string> mended{std::string(option.replaced_by) +
                                          word.substr(option.spelled.size())};
    finding.offer(Applicability::unsafe, "write " + std::string(option.replaced_by),
                  facts::replace_words(*launch.command, option.word, option.word + 1, mended));
}

}  // namespace

void deprecated_launcher_option(const job::Launch& launch, Report& report) {
    for (const auto& option : launch.options) {
        if (option.deprecated.empty()) continue;
        auto& finding = report.at(option.at, {{"launcher", std::string(launch.launcher)},
                                              {"option", option.spelled},
                                              {"why", std::string(option.deprecated)},
                                              {"replacement", std::string(option.replaced_by)}});
        if (!option.replaced_by.empty() && option.replaced_by.find(' ') == std::string_view::npos)
            offer_fix(launch, option, finding);
    }
}

}  // namespace trainlint::rules::launch
