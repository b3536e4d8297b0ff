/// Parts of replace_words: where words stand, and the edits for lines and for lists.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "trainlint/facts.hpp"

namespace trainlint::facts {

using Edits = std::variant<std::vector<text::Edit>, text::Refusal>;

/// The words [first, last) of a command that are to be replaced.
struct Replacement {
    const Command& command;
    std::size_t first = 0;
    std::size_t last = 0;
    std::span<const std::string> words;
};

/// Where the characters of a word stand.
struct Site {
    const text::Fragment* fragment = nullptr;
    text::Span span;
    const Expansion* expansion = nullptr;  ///< the use that brought the word in; null: written here
};

/// Nothing: the word is put together from several places, or stands nowhere.
[[nodiscard]] std::optional<Site> site_of(const Command&, const Word&);

[[nodiscard]] Edits replace_in_line(const Replacement&);
[[nodiscard]] Edits replace_in_list(const Replacement&);

/// Only the characters that differ are edited, where they stand: what a variable brings in besides
/// stays.
[[nodiscard]] Edits replace_inside_words(const Replacement&);

/// Blanks and continued lines.
[[nodiscard]] bool is_between_words(std::string_view gap);

}  // namespace trainlint::facts
