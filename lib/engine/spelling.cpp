#include "engine/spelling.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace trainlint::engine {

namespace {

constexpr std::size_t longest = 200;
using Row = std::array<std::uint8_t, longest + 1>;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
    const auto gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (gap > limit || a.size() > longest || b.size() > longest) return limit + 1;
    Row before_last{}, last{}, row{};
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<std::uint8_t>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<std::uint8_t>(i);
        auto least = row[0];
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            int best = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = std::min(best, before_last[j - 2] + 1);
            row[j] = static_cast<std::uint8_t>(best);
            least = std::min(least, row[j]);
        }
        if (least > limit) return limit + 1;
        before_last = last;
        last = row;
    }
    return std::min<std::size_t>(last[b.size()], limit + 1);
}

std::size_t allowed_slips(std::string_view name) {
    if (name.size() < 4) return 0;
    if (name.size() < 9) return 1;
    return name.size() < 20 ? 2 : 3;
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> known) {
    std::string_view best;
    auto least = allowed_slips(name) + 1;
    bool alone = false;
    for (const auto candidate : known) {
        const auto distance = edit_distance(name, candidate, least);
        if (distance > least || distance > allowed_slips(name) || candidate == best) continue;
        alone = distance < least || best.empty();
        best = candidate;
        least = distance;
    }
    return alone ? best : std::string_view{};
}

std::string suggestion(std::string_view name, std::span<const std::string_view> known) {
    const auto meant = nearest(name, known);
    if (meant.empty()) return {};
    return " (did you mean \"" + std::string(meant) + "\"?)";
}

}  // namespace trainlint::engine
