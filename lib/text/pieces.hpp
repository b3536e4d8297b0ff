/// Pieces of a derived fragment: which of them a stretch touches, and where they stand.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::text {

/// Text that Derivation::insert put there: it stands nowhere.
[[nodiscard]] inline bool is_inserted(const Piece& piece) {
    return piece.origin.size() == 0 && piece.text.size() > 0 && !piece.hole;
}

/// Mapped byte by byte; else it is an atom (an escape), a hole or inserted.
[[nodiscard]] inline bool is_bytewise(const Piece& piece) {
    return !piece.hole && piece.origin.size() == piece.text.size();
}

/// Written alike, so that what is right inside one is right inside the other.
[[nodiscard]] bool same_spelling(const Piece& a, const Piece& b);

/// Pieces [first, last).
struct Touched {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// The pieces that a stretch of the text overlaps. An empty stretch touches one: that which ends
/// there, but that which begins there if the one before ends a line, or is a hole or inserted.
[[nodiscard]] Touched touched(const std::vector<Piece>&, std::string_view text, Span);

/// Where a stretch within one piece stands in the parent; atoms and holes as a whole.
[[nodiscard]] Span origin_of(const Piece&, Span stretch);

}  // namespace trainlint::text
