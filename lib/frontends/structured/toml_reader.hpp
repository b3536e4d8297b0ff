/// TOML with places, for files that may be broken.
#pragma once

#include <string_view>

#include "frontends/structured/tree.hpp"

namespace trainlint::structured {

/// Reads a TOML 1.0 text as one mapping. A line that is not TOML costs its entry. A table's span
/// goes from its header, or its first entry, to its last entry. Dates and times are strings.
[[nodiscard]] Tree read_toml(std::string_view text);

}  // namespace trainlint::structured
