/// Small words about text that several files of this folder need.
#pragma once

#include <string_view>

namespace trainlint::engine {

/// No place in a text.
inline constexpr auto nowhere = std::string_view::npos;

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Without the blanks around it.
constexpr std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == nowhere) return {};
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace trainlint::engine
