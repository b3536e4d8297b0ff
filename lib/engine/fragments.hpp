/// From places in a file back to the fragments that stand there.
#pragma once

#include <optional>
#include <string>

#include "link/world.hpp"
#include "trainlint/text.hpp"

namespace trainlint::engine {

/// The stretch of the fragment that a place of its file became; nothing: it is no part of it.
[[nodiscard]] std::optional<text::Span> stretch_in(const text::Fragment&, text::Span place);

/// The text of the logical line on which a place begins, in the innermost language there.
[[nodiscard]] std::string logical_line_text(const link::Document&, text::Place);

}  // namespace trainlint::engine
