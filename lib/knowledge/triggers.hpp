/// Literals that decide which files, and which functions in them, are read further. Data of rules
/// and tables, compiled by the build into constants.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::knowledge {

struct Trigger {
    std::string_view literal;     ///< at least 5 bytes
    bool left_boundary = false;   ///< no identifier character may stand before it
    bool right_boundary = false;
    bool strong = true;           ///< false: counts only in a file that has a strong one
    std::uint16_t languages = 0xFFFF;  ///< bit (1 << Language)
};

[[nodiscard]] std::span<const Trigger> triggers();

struct Hit {
    text::Span at;
    std::uint16_t trigger = 0;    ///< index into triggers()
};

/// Finds all triggers of that language in one pass over constant tables; hits in order of place.
/// Returns true if one of them is strong; only then are hits complete. The text must be readable
/// for 16 bytes beyond its end (the engine's buffer is).
bool find_triggers(std::string_view text, text::Language, std::vector<Hit>& hits);

}  // namespace trainlint::knowledge
