/// Reads a shell script into a tree.
#pragma once

#include <string_view>

#include "frontends/shell/tree.hpp"

namespace trainlint::shell {

/// Linear in the text, whatever it holds. A fault costs the rest of its line; nesting beyond a
/// hundred levels and scripts of more than a few million stretches are cut, with a fault. Texts of
/// 4 GiB and more are not read.
[[nodiscard]] Tree read(std::string_view text);

}  // namespace trainlint::shell
