#include <algorithm>
#include <numeric>

#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

/// Changes of one character that turn one text into the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const auto kept = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, kept});
        }
    }
    return row.back();
}

/// The launcher's spelling that is meant, if it is near enough to be a slip.
std::string_view nearest(const job::Launch& launch, std::string_view option) {
    std::string_view best;
    std::size_t least = option.size() / 4 + 1;
    for (const auto name : launch.option_names) {
        const auto apart = distance(option, name);
        if (apart < least) {
            least = apart;
            best = name;
        }
    }
    return best;
}

}  // namespace

void unknown_launcher_option(const job::Launch& launch, Report& report) {
    if (!launch.all_options_known) return;
    for (const auto& option : launch.options) {
        if (option.known || option.ambiguous) continue;
        if (!option.sure) {
            report.silent(option.at, "a word before it is not known: it may be the script's");
            continue;
        }
        const auto meant = nearest(launch, option.spelled);
        auto& finding = report.at(option.at, {{"launcher", std::string(launch.launcher)},
                                              {"option", option.spelled},
                                              {"nearest", std::string(meant)}});
        if (meant.empty() || option.spelled.find('=') != std::string::npos) continue;
        const auto& word = launch.command->words[option.word].text;
        const std::vector<std::string> mended{std::string(meant) +
                                              word.substr(option.spelled.size())};
        auto edits = replace_words(*launch.command, option.word, option.word + 1, mended);
        if (auto* made = std::get_if<std::vector<text::Edit>>(&edits))
            finding.fix = Fix{.applicability = Applicability::unsafe,
                              .description = "write " + std::string(meant),
                              .edits = std::move(*made)};
    }
}

}  // namespace trainlint::rules::launch
