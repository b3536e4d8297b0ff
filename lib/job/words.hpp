/// Stretches of a command's words: their places and the numbers they spell.
#pragma once

#include <cstddef>
#include <string_view>

#include "trainlint/facts.hpp"

namespace trainlint::job {

/// A stretch of a word's text, in bytes: the value of `--nnodes=4` begins at 9.
struct Slice {
    const facts::Word* word = nullptr;
    std::size_t begin = 0, end = 0;

    [[nodiscard]] std::string_view text() const {
        return std::string_view(word->text).substr(begin, end - begin);
    }
    [[nodiscard]] bool known() const {
        return text().find(text::hole_text) == std::string_view::npos &&
               word->alternatives.empty();
    }
};

[[nodiscard]] Slice whole(const facts::Word&);
[[nodiscard]] Slice from(const facts::Word&, std::size_t begin);

/// Where these characters stand in the file; the whole word if they stand in several places.
[[nodiscard]] text::Place place_of(const Slice&);

/// Where the value comes from; the least sure of its parts.
[[nodiscard]] facts::Origin origin_of(const Slice&);

/// The number that the slice spells: digits, or one unknown variable as a factor.
[[nodiscard]] facts::Number number_of(const Slice&);

/// Digits only, up to nine of them.
[[nodiscard]] std::optional<std::int64_t> integer(std::string_view);

}  // namespace trainlint::job
