/// Options that a scheduler reads in the comments at the top of a script.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/text.hpp"

namespace trainlint::shell {

/// Does a scheduler read the comment, if it stands above the first command?
[[nodiscard]] bool is_directive(std::string_view comment);

/// `#SBATCH`, `#PBS`, `#BSUB`, `#PJM` and `#$` lines before the first command; those below it the
/// scheduler does not read. The first word is the mark, the others are split as sbatch does:
/// quotes and backslashes protect blanks, a `#` begins a comment, nothing is expanded.
[[nodiscard]] std::vector<facts::Command> directives(
    const std::shared_ptr<const text::Fragment>& script);

/// The same of the comments that stand further below.
[[nodiscard]] std::vector<facts::Command> late_directives(
    const std::shared_ptr<const text::Fragment>& script, std::span<const text::Span> comments);

}  // namespace trainlint::shell
