/// UTF-8 that may be broken: every byte that belongs to no valid sequence stands for itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trainlint::text {

inline constexpr std::string_view hex_digits = "0123456789abcdef";

/// One character: a code point, or one byte that is not valid UTF-8.
struct Character {
    char32_t code = 0;      ///< invalid: the byte
    std::uint8_t size = 1;  ///< bytes
    bool valid = true;
};

/// The character at `offset`, which must be less than text.size().
[[nodiscard]] Character decode(std::string_view text, std::size_t offset);
/// Appends a code point; surrogates and values beyond U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t code);
[[nodiscard]] bool is_valid_utf8(std::string_view text);

/// May this character drive a terminal or hide what is written? Control characters (tab and line
/// feed too), marks of writing direction, line separators, the byte order mark and tag characters.
[[nodiscard]] bool is_hazardous(char32_t code);
/// The text with invalid bytes as `\xNN` and hazardous characters as `\n`, `\t`, `\xNN` or
/// `\u{NNNN}`. One line; what it prints cannot drive a terminal.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace trainlint::text
