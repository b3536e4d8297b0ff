/// Edits of documents: order, conflicts, application.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::text {

/// By document, then by place; what begins at one place keeps its order, insertions first.
void sort_edits(std::vector<Edit>&);

/// Can the two not both be made? They share a byte, or one inserts inside the other. Insertions at
/// one place do not conflict, nor does an insertion beside a replacement.
[[nodiscard]] bool conflict(const Edit&, const Edit&);

/// Edits that can all be made. A fix is taken as a whole or not at all.
class EditSet {
public:
    /// False: an edit conflicts with one that was taken before, or two of the fix with each other.
    /// Edits that were taken already are taken once.
    bool take(std::span<const Edit> fix);
    /// Sorted as by sort_edits; those at one place in the order in which they were taken.
    [[nodiscard]] std::vector<Edit> edits() const;
    [[nodiscard]] bool empty() const { return stretches_.empty() && insertions_.empty(); }

private:
    using Point = std::pair<DocumentId, std::uint32_t>;
    struct Stretch {
        std::uint32_t end;
        std::string text;
    };
    enum class Fit { free, taken, conflict };
    [[nodiscard]] Fit fit(const Edit&) const;
    [[nodiscard]] Fit fit_insertion(const Edit&) const;
    [[nodiscard]] Fit fit_stretch(const Edit&) const;

    std::map<Point, Stretch> stretches_;  // by their beginning; they share no bytes
    std::map<Point, std::vector<std::string>> insertions_;
};

/// The text after the edits of one document, or nothing if two conflict or one lies outside of it.
/// Line feeds of an edit's text become the line end in use where it stands.
[[nodiscard]] std::optional<std::string> apply_edits(std::string_view text,
                                                     std::span<const Edit> edits);

}  // namespace trainlint::text
