/// What IPython reads in a cell before Python does: shell lines, magics, questions for help.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::notebook {

/// A stretch of a cell that Python never sees.
struct Foreign {
    enum class Kind : std::uint8_t {
        shell,      ///< `!cmd`, `%sx cmd`: body is the command
        magic,      ///< `%name rest`: body is the rest
        statement,  ///< `%time stmt`: body is Python and stays
        help        ///< `name?`
    } kind{};
    text::Span span;  ///< all of it, in the cell's text, without indentation and newline
    text::Span body;
    std::string_view name;  ///< magic: its name
    bool is_value = false;  ///< it stands where an expression does: `x = !cmd`
};

struct CellReading {
    enum class Kind : std::uint8_t {
        python,
        program,  ///< `%%python`: Python of its own, in another process
        shell,    ///< `%%bash`
        file,     ///< `%%writefile NAME`: body is the text of a file
        skipped   ///< `%%html`, `%%script false`, a cell in another language
    } kind = Kind::python;
    text::Span body;               ///< what is left when the line of the magic is taken off
    std::string_view name;         ///< file: as written
    std::vector<Foreign> foreign;  ///< python: sorted
    bool complete = true;          ///< python: false: a bracket or a string is not closed
};

/// Reads one cell; the views point into `text`. Linear, whatever the text.
[[nodiscard]] CellReading read_cell(std::string_view text);

}  // namespace trainlint::notebook
