#include <iterator>

#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// The script's own option that the old launcher fills: `--local_rank`.
const program::Option* local_rank_option(const job::Launch& launch) {
    if (!launch.program || !launch.program->parser) return nullptr;
    for (const auto& option : launch.program->parser->options)
        for (const auto& spelling : option.spellings)
            if (spelling == "--local_rank" || spelling == "--local-rank") return &option;
    return nullptr;
}

using Edits = std::variant<std::vector<text::Edit>, text::Refusal>;

/// Another interpreter than the one on the path stays: only the module changes.
Edits new_launcher(const job::Launch& launch) {
    const auto& deprecation = *launch.deprecation;
    const auto& word = launch.command->words[launch.first].text;
    const bool usual = word == "python" || word == "python3" || launch.last == launch.first + 1;
    if (usual || deprecation.replacement_module.empty())
        return replace_words(*launch.command, launch.first, launch.last, deprecation.replacement);
    const std::vector<std::string> module{std::string(deprecation.replacement_module)};
    return replace_words(*launch.command, launch.last - 1, launch.last, module);
}

/// All edits of the fix: the launcher, and the switches that the new one does not have.
Edits edits_of(const job::Launch& launch) {
    auto edits = new_launcher(launch);
    auto* all = std::get_if<std::vector<text::Edit>>(&edits);
    if (!all) return edits;
    for (const auto& option : launch.options) {
        if (option.role != "use_env") continue;
        auto removal = replace_words(*launch.command, option.word, option.word + 1, {});
        auto* more = std::get_if<std::vector<text::Edit>>(&removal);
        if (!more) return removal;
        all->insert(all->end(), std::make_move_iterator(more->begin()),
                    std::make_move_iterator(more->end()));
    }
    return edits;
}

void offer_fix(const job::Launch& launch, Finding& finding) {
    const auto& deprecation = *launch.deprecation;
    if (deprecation.replacement.empty()) return;
    const bool reads_environment = launch.program && launch.program->reads_local_rank;
    const auto* option = local_rank_option(launch);
    if (launch.added_option && option && !reads_environment) {
        finding.related.push_back({option->at, "option"});
        finding.no_fix = "the script takes its local rank from an option that the new launcher "
                         "does not pass";
        return;
    }
    // Nothing changes for the script if it got no option before, or reads the variable anyway.
    const bool kept = !launch.added_option || (launch.program && reads_environment && !option);
    finding.offer(kept ? Applicability::safe : Applicability::unsafe,
                  "start the script with " + joined(deprecation.replacement), edits_of(launch));
}

}  // namespace

void deprecated_launcher(const job::Launch& launch, Report& report) {
    if (!launch.deprecation) return;
    const auto& deprecation = *launch.deprecation;
    // A program that starts the old launcher under a condition mostly asks for the version first.
    if (launch.command->stage == facts::Stage::process && launch.command->maybe)
        return report.silent(launch.at, "the program starts it under a condition only");
    auto& finding = report.at(
        launch.at, {{"launcher", std::string(launch.launcher)},
                    {"framework", std::string(deprecation.framework)},
                    {"since", std::string(deprecation.since)},
                    {"replacement", joined(deprecation.replacement)}});
    if (!deprecation.since.empty()) {
        finding.applies = std::string(deprecation.framework) + ">=";
        finding.applies += deprecation.replacement_since.empty() ? deprecation.since
                                                                 : deprecation.replacement_since;
        finding.applies_in_some = true;
    }
    offer_fix(launch, finding);
}

}  // namespace trainlint::rules::launch
