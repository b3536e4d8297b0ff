/// The outline of Python text without parsing bodies: logical lines, comments, long strings,
/// top-level statements and the members of classes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::python {

/// How a logical line begins: enough to group lines into statements.
enum class LineStart : std::uint8_t {
    other,
    decorator,
    function,
    class_,
    import,
    continuation  ///< else, elif, except, finally
};

/// A statement line with its brackets, strings and backslash continuations.
struct LogicalLine {
    std::uint32_t begin = 0;   ///< its first byte that is not blank
    std::uint32_t end = 0;     ///< after its newline
    std::uint32_t indent = 0;  ///< in columns, as CPython counts them (tabs to the next 8)
    LineStart start = LineStart::other;
};

/// A top-level statement, or a member of a class, with all lines that belong to it.
struct OutlineItem {
    enum class Kind : std::uint8_t {
        statement,  ///< anything else: simple, or compound such as `if` and `try`
        import,     ///< import, from ... import
        function,
        class_
    } kind = Kind::statement;
    bool asynchronous = false;
    std::uint32_t parent = 0xFFFFFFFFu;  ///< the class, into Outline::items; or none
    text::Span at;          ///< from the first decorator's first byte to the end of the last line
    text::Span decorators;  ///< the decorators' lines; empty if there is none
    text::Span head;        ///< the line with `def` or `class`, as LogicalLine; a statement: its
                            ///< first line
    text::Span name;        ///< function, class_: the name; else empty
    /// function, class_: the logical lines of the body, from the start of its first line (with its
    /// indentation); empty if the body stands on the head's line. Comments around may be left out.
    text::Span body;
    text::Span docstring;  ///< function, class_: a string literal that begins the body, or empty
};

/// Filled by scan(); meant to be used again, so that its vectors are allocated once.
struct Outline {
    std::vector<LogicalLine> lines;
    std::vector<text::Span> comments;      ///< from `#` to the end of the line, without newline
    std::vector<text::Span> long_strings;  ///< triple-quoted literals, without their prefix
    std::vector<OutlineItem> items;        ///< in order of their places, parents before members
    text::Span docstring;                  ///< of the module, or empty

    void clear();
};

/// What `out` held is forgotten. Any bytes are allowed, nothing is read outside the view.
void scan(std::string_view text, Outline& out);

}  // namespace trainlint::python
