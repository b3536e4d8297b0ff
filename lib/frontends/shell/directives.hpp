/// Options that a scheduler reads in the comments at the top of a script.
#pragma once

#include <memory>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/text.hpp"

namespace trainlint::shell {

/// `#SBATCH`, `#PBS`, `#BSUB`, `#PJM` and `#$` lines before the first command; those below it the
/// scheduler does not read. The first word is the mark, the others are split as sbatch does:
/// quotes and backslashes protect blanks, a `#` begins a comment, nothing is expanded.
[[nodiscard]] std::vector<facts::Command> directives(
    const std::shared_ptr<const text::Fragment>& script);

}  // namespace trainlint::shell
