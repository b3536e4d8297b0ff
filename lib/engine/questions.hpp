/// Does a recorded question still get the same answer?
#pragma once

#include "link/paths.hpp"

namespace trainlint::engine {

[[nodiscard]] bool still(const link::Question&, const link::Paths&);

}  // namespace trainlint::engine
