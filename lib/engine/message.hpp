/// The words of a finding, from its page's template and its arguments.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "trainlint/rule.hpp"

namespace trainlint::engine {

/// `{name}` is an argument; a stretch in `[[` and `]]` is left out unless all its arguments are
/// given.
[[nodiscard]] std::string fill(std::string_view pattern, std::span<const Argument>);

}  // namespace trainlint::engine
