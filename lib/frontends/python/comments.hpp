/// Comments that speak to trainlint.
#pragma once

#include <string_view>
#include <vector>

#include "trainlint/facts.hpp"

namespace trainlint::python {

/// Those that contain "trainlint:", without their marks.
[[nodiscard]] std::vector<facts::Comment> directives(std::string_view text);

}  // namespace trainlint::python
