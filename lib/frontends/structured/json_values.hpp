/// JSON as value trees.
#pragma once

#include <string_view>

#include "frontends/structured/tree.hpp"

namespace trainlint::structured {

/// Reads a text as JSON: comments, trailing commas and bare words are borne with. A text of several
/// values has one document: the first.
[[nodiscard]] Tree read_json(std::string_view text);

}  // namespace trainlint::structured
