/// What data says will be executed: containers, jobs of CI systems, services.
#pragma once

#include "frontends/stated.hpp"
#include "frontends/structured/tree.hpp"
#include "trainlint/names.hpp"

namespace trainlint::structured {

/// States the commands, variables and scripts of a tree that was read from `stated.fragment`.
void state_commands(const Tree&, const frontends::Demand&, Names&, frontends::Stated& stated);

}  // namespace trainlint::structured
