/// What the scheduler gives a launch: nodes, tasks and devices a node.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frontends/stated.hpp"
#include "job/launcher.hpp"
#include "trainlint/job.hpp"

namespace trainlint::job {

/// From the script's #SBATCH lines, or else the options of the srun around the launch. Nothing: no
/// Slurm.
[[nodiscard]] std::optional<Allocation> slurm_allocation(const frontends::Stated& script,
                                                         const facts::Command&,
                                                         std::span<const Met> wrappers);

/// From the resources of the container that states the command. Nothing: no container around it.
[[nodiscard]] std::optional<Allocation> container_allocation(const frontends::Stated& manifest,
                                                             const facts::Command&);

}  // namespace trainlint::job
