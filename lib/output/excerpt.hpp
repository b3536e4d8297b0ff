/// The line of a file that a finding stands on, with carets below it.
#pragma once

#include <string>
#include <string_view>

#include "trainlint/text.hpp"

namespace trainlint::output {

struct Excerpt {
    std::string line;       ///< printable; cut where it is long
    std::size_t begin = 0;  ///< columns of a terminal, from 0
    std::size_t width = 1;  ///< at least one
};

/// The line on which the span begins; the carets end with the line.
[[nodiscard]] Excerpt excerpt(std::string_view text, text::Span);

}  // namespace trainlint::output
