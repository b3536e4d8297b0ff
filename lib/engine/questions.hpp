/// Does a recorded question still get the same answer?
#pragma once

#include "link/world.hpp"

namespace trainlint::engine {

[[nodiscard]] bool still(const link::Question&, const link::World&);

}  // namespace trainlint::engine
