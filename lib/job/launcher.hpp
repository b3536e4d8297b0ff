/// Reads a command by the rows of launchers.toml: wrappers, the launcher, its options, the script.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "job/words.hpp"
#include "knowledge/tables.hpp"
#include "trainlint/facts.hpp"
#include "trainlint/job.hpp"

namespace trainlint::job {

/// One row met on a command: a wrapper, or the launcher at its end.
struct Met {
    const knowledge::Launcher* row = nullptr;
    std::size_t first = 0, last = 0;         ///< the row's own words: [first, last)
    std::size_t rest = 0;                    ///< the first word behind its options
    std::vector<LaunchOption> options;
    bool understood = true;                  ///< false: an unknown word may hide options
};

/// The rows that a command goes through, outermost first; empty: no row begins it.
[[nodiscard]] std::vector<Met> read_rows(const facts::Command&);

/// The row whose words stand at `at`; `last` becomes the word behind them.
[[nodiscard]] const knowledge::Launcher* row_at(const facts::Command&, std::size_t at,
                                                std::size_t& last);

/// Reads options from word `at` on, as far as they go.
void read_options(const facts::Command&, std::size_t at, Met&);

/// The words from `at` on that are spelled, in full, as options of the row; none behind `--`.
[[nodiscard]] std::vector<LaunchOption> options_behind_script(const facts::Command&,
                                                              std::size_t at,
                                                              const knowledge::Launcher&);

/// The row that begins at word `at`, "python" for an interpreter with a script behind it; empty:
/// something else stands there.
[[nodiscard]] std::string_view launcher_at(const facts::Command&, std::size_t at);

/// The last one with that role; null: not given.
[[nodiscard]] const LaunchOption* find_role(const std::vector<LaunchOption>&, std::string_view);

}  // namespace trainlint::job
