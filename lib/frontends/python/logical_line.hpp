/// The line of Python that a place belongs to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/newlines.hpp"
#include "trainlint/text.hpp"

namespace trainlint::python {

/// The logical lines of a text, found once for as many places as are asked. The text must outlive
/// it.
class LogicalLines {
public:
    explicit LogicalLines(std::string_view text);

    /// The logical line around an offset: a simple statement or the head of a compound one, with
    /// its brackets, strings and continuations, from its first byte that is not blank to the end of
    /// its last line (a comment there included, the line end not). A decorator is a line of its
    /// own. Where there is none (comments, empty lines): the physical line.
    [[nodiscard]] text::Span at(std::uint32_t offset) const;

private:
    std::string_view text_;
    text::Newlines newlines_;
    std::vector<text::Span> lines_;  ///< with their line ends, in order
};

/// For a single place.
[[nodiscard]] text::Span logical_line(std::string_view text, std::uint32_t offset);

}  // namespace trainlint::python
