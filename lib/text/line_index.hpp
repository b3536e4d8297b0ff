/// Lines and columns of a text, in the units that people and editors count.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::text {

enum class ColumnUnit : std::uint8_t { bytes, utf16, code_points };

/// Both from 0.
struct LineColumn {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend bool operator==(LineColumn, LineColumn) = default;
};

/// A line ends with LF, CR LF or CR. A byte order mark at the beginning takes no column; a byte
/// that is not valid UTF-8 counts as one, in every unit. The text must live as long as the index.
class LineIndex {
public:
    explicit LineIndex(std::string_view text);

    /// At least 1.
    [[nodiscard]] std::uint32_t line_count() const {
        return static_cast<std::uint32_t>(starts_.size());
    }
    /// An offset beyond the text is its end; one inside a character is that character's column, one
    /// inside a line's end is the end of the line.
    [[nodiscard]] LineColumn position(std::uint32_t offset, ColumnUnit) const;
    /// The way back. A line beyond the last is the end of the text; a column beyond the line is the
    /// end of the line; one inside a character is that character's beginning.
    [[nodiscard]] std::uint32_t offset(LineColumn, ColumnUnit) const;
    /// The line without its end and without a byte order mark; lines beyond the last are empty.
    [[nodiscard]] Span line(std::uint32_t line) const;
    /// The line on which an offset stands, from 0.
    [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;

private:
    /// Where in a long line so many units have been counted, so that nobody counts them again.
    struct Milestone {
        std::uint32_t offset = 0;  ///< begins a character
        std::uint32_t utf16 = 0;   ///< from the beginning of its line, as the next
        std::uint32_t code_points = 0;
    };

    void add_milestones(std::uint32_t line);
    /// The last one of the line at or before `offset`; else the line's beginning.
    [[nodiscard]] Milestone before(std::uint32_t offset, Span line) const;
    /// The same before a column.
    [[nodiscard]] Milestone before_column(std::uint32_t column, ColumnUnit, Span line) const;

    [[nodiscard]] static std::uint32_t units(const Milestone&, ColumnUnit, Span line);

    std::string_view text_;
    std::vector<std::uint32_t> starts_;
    std::vector<Milestone> milestones_;  ///< of all long lines, by offset
};

}  // namespace trainlint::text
