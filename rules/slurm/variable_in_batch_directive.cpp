#include <algorithm>

#include "trainlint/job.hpp"

namespace trainlint::rules::slurm {

namespace {

bool starts_name(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '{' || c == '(';
}

/// What a shell would put something in the place of: `$NAME`, `$(...)`, a backquote, `~/`.
bool needs_a_shell(std::string_view word) {
    const auto dollar = word.find('$');
    if (dollar != std::string_view::npos && dollar + 1 < word.size() && starts_name(word[dollar + 1]))
        return true;
    if (word.find('`') != std::string_view::npos) return true;
    const auto equals = word.find('=');
    const auto value = equals == std::string_view::npos ? word : word.substr(equals + 1);
    return value.starts_with("~/");
}

}  // namespace

void variable_in_batch_directive(const job::Job& job, Report& report) {
    for (const auto* directive : job.directives) {
        if (directive->words.empty() || directive->words[0].text != "#SBATCH") continue;
        for (const auto& word : directive->words) {
            if (!needs_a_shell(word.text)) continue;
            // Another template engine fills the script in before it is submitted.
            if (word.text.find("{{") != std::string::npos)
                report.silent(word.at, "a template is filled in before");
            else
                report.at(word.at, {{"word", word.text}});
        }
    }
}

}  // namespace trainlint::rules::slurm
