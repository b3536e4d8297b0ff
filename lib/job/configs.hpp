/// Which files are configs of which system.
#pragma once

#include "link/world.hpp"
#include "trainlint/job.hpp"

namespace trainlint::job {

/// The config that a document surely is, told by its own keys; nothing if it may be another's.
[[nodiscard]] std::optional<Config> config_of(const link::Document&);

}  // namespace trainlint::job
