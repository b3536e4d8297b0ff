/// Characters and words of the shell's language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trainlint::shell {

inline bool is_name_start(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_name_character(char c) { return is_name_start(c) || is_digit(c); }
/// Where IFS, as it is from the start, splits.
inline bool is_separator(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/// A word of up to eight characters as a number, to compare it with many at once; 0: it is longer.
constexpr std::uint64_t packed(std::string_view word) {
    if (word.size() > 8) return 0;
    std::uint64_t number = 0;
    for (const char c : word) number = number << 8 | static_cast<unsigned char>(c);
    return number;
}

/// Is it one of those words? All of them have at most eight characters.
template <std::size_t size>
constexpr bool is_one_of(std::string_view word, const std::string_view (&words)[size]) {
    const std::uint64_t number = packed(word);
    bool found = false;
    for (const auto one : words) found |= packed(one) == number;
    return found && number != 0;
}

}  // namespace trainlint::shell
