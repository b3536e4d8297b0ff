/// Rows by name in constant time, without any work at start: the index is a constant.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trainlint::knowledge {

constexpr std::uint32_t hash_name(std::string_view name) {
    std::uint32_t hash = 2166136261u;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ^ (hash >> 15);
}

/// Slots at most half full, filled by linear probing: number of the row and 1, or 0.
template <class Row, std::size_t Count>
consteval auto index_rows(const std::array<Row, Count>& rows) {
    std::array<std::uint16_t, std::bit_ceil(std::max<std::size_t>(Count, 1) * 2)> slots{};
    for (std::size_t i = 0; i < Count; ++i) {
        auto slot = hash_name(rows[i].name) % slots.size();
        while (slots[slot] != 0) slot = (slot + 1) % slots.size();
        slots[slot] = static_cast<std::uint16_t>(i + 1);
    }
    return slots;
}

/// The first row of that name, or null.
template <class Row, std::size_t Count, std::size_t Slots>
constexpr const Row* find_row(const std::array<Row, Count>& rows,
                              const std::array<std::uint16_t, Slots>& slots,
                              std::string_view name) {
    for (auto slot = hash_name(name) % Slots; slots[slot] != 0; slot = (slot + 1) % Slots) {
        const auto& row = rows[slots[slot] - 1u];
        if (row.name == name) return &row;
    }
    return nullptr;
}

}  // namespace trainlint::knowledge
