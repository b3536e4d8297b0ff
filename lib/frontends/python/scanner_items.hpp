/// From logical lines to statements. Private to this folder.
#pragma once

#include "frontends/python/scanner.hpp"
#include "frontends/python/scanner_text.hpp"

namespace trainlint::python {

[[nodiscard]] LineStart start_of_line(const ScannedText& text, std::uint32_t at);

/// Fills `items` and the docstrings from `lines`.
void group_lines(const ScannedText& text, Outline& out);

}  // namespace trainlint::python
