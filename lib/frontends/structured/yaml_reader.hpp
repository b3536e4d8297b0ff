/// YAML as it is found: templates, broken lines, truncated files.
#pragma once

#include <string_view>

#include "frontends/structured/tree.hpp"

namespace trainlint::structured {

/// Reads every document of a text. A line that is not YAML costs the entry it stands in. Aliases
/// and merge keys are followed up to expansion_limit. Of a CustomResourceDefinition only the
/// entries up to its kind are kept: the schemas inside are full of the names that we look for.
[[nodiscard]] Tree read_yaml(std::string_view text);

}  // namespace trainlint::structured
