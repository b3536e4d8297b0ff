/// How a text is written inside the strings, scalars and lines of other languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "trainlint/text.hpp"

namespace trainlint::text {

/// What stands beside the place that a text is written into.
struct Beside {
    /// The characters before and after it in the same string, decoded. None: the string begins or
    /// ends there.
    std::optional<char> before;
    std::optional<char> after;
    /// What has to stand for a line feed, where lines are kept apart by more than that ("\n    ").
    std::string_view line_break;
};

using Spelled = std::variant<std::string, Refusal>;

/// The text as strings like `like` write it (spelling, quote, raw, triple, formatted, indent), or
/// why they cannot hold it. Reading the result gives the text again.
[[nodiscard]] Spelled spell(std::string_view text, const Piece& like, const Beside& = {});

/// Would a YAML reader take this plain scalar for null, a boolean or a number?
[[nodiscard]] bool is_yaml_special(std::string_view plain);

/// The text as a YAML scalar of its own, in double quotes, or in single ones where those do.
[[nodiscard]] std::string yaml_quoted(std::string_view text);

/// Does the word mean itself in a shell, without quotes?
[[nodiscard]] bool is_plain_shell_word(std::string_view word);
/// The word as a shell line needs it: as it is, or in single quotes.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace trainlint::text
