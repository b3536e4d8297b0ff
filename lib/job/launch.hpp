/// One launch out of one command.
#pragma once

#include <optional>
#include <vector>

#include "job/launcher.hpp"
#include "link/world.hpp"
#include "trainlint/job.hpp"

namespace trainlint::job {

/// A launch and the rows met on the way to it.
struct Read {
    Launch launch;
    std::vector<Met> wrappers;
};

/// Nothing: the command starts no launcher.
[[nodiscard]] std::optional<Read> read_launch(const facts::Command&, const Names&);

/// The row as the launch keeps it.
[[nodiscard]] Wrapper wrapper_of(const facts::Command&, const Met&);
/// Adds what the command of a wrapper expands before the wrapper starts its tasks.
void find_early_expansions(Launch&, const facts::Command&, const Met& wrapper, const Names&);

/// The script or module that the launch starts, as the command names it; empty: not known.
[[nodiscard]] std::string_view script_of(const Launch&);

}  // namespace trainlint::job
