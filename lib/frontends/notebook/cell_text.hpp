/// What a cell's source means, and where each of its characters stands in the document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/notebook/cells.hpp"
#include "trainlint/text.hpp"

namespace trainlint::notebook {

/// The decoded source of one cell.
class CellText {
public:
    /// `document` is the notebook's text.
    CellText(std::string_view document, const Cell&);

    [[nodiscard]] std::string_view text() const { return text_; }
    /// Appends a stretch of the text to a fragment whose parent is the document.
    void copy(text::Span, text::Derivation&) const;
    /// Where a stretch stands in the document.
    [[nodiscard]] text::Span origin(text::Span) const;

private:
    struct Run {
        std::uint32_t begin;  // in text_; it ends where the next one begins
        text::Span origin;
        bool escape;
    };
    [[nodiscard]] std::size_t run_at(std::uint32_t offset) const;
    [[nodiscard]] std::uint32_t end_of(std::size_t run) const;

    std::string text_;
    std::vector<Run> runs_;
};

}  // namespace trainlint::notebook
