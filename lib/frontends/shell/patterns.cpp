#include "frontends/shell/patterns.hpp"

#include <algorithm>

namespace trainlint::shell {
namespace {

constexpr std::size_t longest_text = 512;
constexpr std::size_t longest_pattern = 128;
constexpr std::ptrdiff_t most_stars = 3;

bool is_readable(std::string_view pattern, std::string_view text) {
    return text.size() <= longest_text && pattern.size() <= longest_pattern &&
           pattern.find_first_of("[\\(") == std::string_view::npos &&
           std::count(pattern.begin(), pattern.end(), '*') <= most_stars;
}

bool is_match(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) &&
            pattern[p] != '*') {
            ++p;
            ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace

std::optional<bool> matches(std::string_view pattern, std::string_view text) {
    if (!is_readable(pattern, text)) return std::nullopt;
    return is_match(pattern, text);
}

std::optional<std::size_t> matched_prefix(std::string_view pattern, std::string_view text,
                                          bool longest) {
    if (!is_readable(pattern, text)) return std::nullopt;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const std::size_t size = longest ? text.size() - i : i;
        if (is_match(pattern, text.substr(0, size))) return size;
    }
    return 0;
}

std::optional<std::size_t> matched_suffix(std::string_view pattern, std::string_view text,
                                          bool longest) {
    if (!is_readable(pattern, text)) return std::nullopt;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const std::size_t size = longest ? text.size() - i : i;
        if (is_match(pattern, text.substr(text.size() - size))) return size;
    }
    return 0;
}

}  // namespace trainlint::shell
