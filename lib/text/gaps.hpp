/// What stands between two pieces in the parent: may one edit span both?
#pragma once

#include <cstdint>
#include <string_view>

#include "trainlint/text.hpp"

namespace trainlint::text {

enum class Gap : std::uint8_t {
    none,      ///< the same string goes on; what was dropped (indentation, a continuation) may go
    elements,  ///< the next string of a JSON list: the source lines of a notebook
    literals,  ///< the next of several Python literals that stand side by side
    quotes,    ///< the same word of a shell goes on in other quotes
    foreign    ///< something else
};

[[nodiscard]] Gap gap_between(const Piece& before, const Piece& after, std::string_view parent);

/// The characters between the two; empty if they overlap.
[[nodiscard]] std::string_view text_between(const Piece& before, const Piece& after,
                                            std::string_view parent);

}  // namespace trainlint::text
