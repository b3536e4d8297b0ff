/// Near misses: how far two names are apart, and which known name was probably meant.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace trainlint::engine {

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other;
/// `limit` + 1 if it is more than `limit`, or if a name is longer than 200 bytes.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// How many slips of the pen a name of this length may have: 1 in short ones, 2 or 3 in long ones.
[[nodiscard]] std::size_t allowed_slips(std::string_view name);

/// The known name that was probably meant: the nearest within allowed_slips, if it is the only one
/// so near. Empty: none.
[[nodiscard]] std::string_view nearest(std::string_view name,
                                       std::span<const std::string_view> known);

/// ` (did you mean "NAME"?)`, or nothing.
[[nodiscard]] std::string suggestion(std::string_view name,
                                     std::span<const std::string_view> known);

}  // namespace trainlint::engine
