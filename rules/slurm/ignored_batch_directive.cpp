#include "trainlint/job.hpp"

namespace trainlint::rules::slurm {

void ignored_batch_directive(const job::Job& job, Report& report) {
    for (const auto* directive : job.late_directives) {
        const auto& words = directive->words;
        if (words.size() < 2 || words[0].text != "#SBATCH") continue;
        if (words[1].text == "hetjob") continue;
        if (!words[1].text.starts_with('-')) {
            report.silent(words[0].at, "no option stands behind it");
            continue;
        }
        report.at(words[1].at, {{"option", words[1].text}});
    }
}

}  // namespace trainlint::rules::slurm
