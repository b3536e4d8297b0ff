/// The arithmetic of the shell, as far as it can be done without running anything.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "frontends/shell/value.hpp"

namespace trainlint::shell {

/// coefficient * factors. Without a coefficient nothing is known.
struct Quantity {
    std::optional<std::int64_t> coefficient;
    std::vector<Stretch> factors;  ///< holes that name a variable
    facts::Origin origin = facts::Origin::literal;  ///< default_value if one of them was
};

/// The value of a name that stands in an expression without a dollar; none: nobody knows.
using NameValue = std::function<std::optional<Text>(std::string_view name, std::size_t offset)>;

/// Computes an expression in which `$X` is already expanded: + - * / % and parentheses over 64 bits.
/// What overflows, divides by zero or uses other operators is unknown.
[[nodiscard]] Quantity compute(const Text& expression, const NameValue&);

}  // namespace trainlint::shell
