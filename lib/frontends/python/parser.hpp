/// Reads Python 3.8 to 3.14 into a Tree. Never fails as a whole: a syntax error costs its own
/// logical line and is reported in Tree::errors.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontends/python/tree.hpp"

namespace trainlint::python {

/// One object a thread may be used for any number of texts; it keeps nothing of them but memory.
/// Any bytes are allowed, nothing is read outside the view; at most 4 GB.
class Parser {
public:
    /// The whole text as a module. What `out` held is forgotten.
    void parse(std::string_view text, Tree& out);

    /// The logical lines in [begin, end) of `text` as a module; places count from the start of
    /// `text`. `begin` is the start of a physical line or the first byte of a statement. The first
    /// line may be indented; a header without body at the end of the range is no error: its block
    /// is empty and `absent`.
    void parse_range(std::string_view text, std::uint32_t begin, std::uint32_t end, Tree& out);

private:
    void read(std::string_view text, bool range, Tree& out);

    std::vector<char> buffer_;  // the text and zeros behind it, so that reading ahead is safe
};

}  // namespace trainlint::python
