/// Literals that decide which files are read further. Data of rules and tables, compiled by the
/// build into constants.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "trainlint/text.hpp"

namespace trainlint::knowledge {

struct Trigger {
    std::string_view literal;     ///< at least 5 bytes
    bool left_boundary = false;   ///< no identifier character may stand before it
    bool right_boundary = false;
    std::uint16_t languages = 0xFFFF;  ///< bit (1 << Language)
};

[[nodiscard]] std::span<const Trigger> triggers();

/// Does a trigger of that language stand in the text? One pass over constant tables, up to the first
/// one. The text must be readable for 16 bytes beyond its end (the engine's buffer is).
[[nodiscard]] bool has_trigger(std::string_view text, text::Language);

}  // namespace trainlint::knowledge
