/// Patterns of the shell, as far as `*` and `?` go.
#pragma once

#include <optional>
#include <string_view>

namespace trainlint::shell {

/// Whether the whole text matches; none: the pattern has brackets or the like, or is too long.
[[nodiscard]] std::optional<bool> matches(std::string_view pattern, std::string_view text);

/// How much of the beginning (or end) of the text the pattern takes, the shortest or longest match;
/// 0 if it takes nothing.
[[nodiscard]] std::optional<std::size_t> matched_prefix(std::string_view pattern,
                                                        std::string_view text, bool longest);
[[nodiscard]] std::optional<std::size_t> matched_suffix(std::string_view pattern,
                                                        std::string_view text, bool longest);

}  // namespace trainlint::shell
