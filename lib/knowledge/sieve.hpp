/// Finds many literals in one pass. Of each literal two neighbouring windows of four bytes are
/// entered, so that one of them begins at an even place of the text wherever the literal stands:
/// the scan looks at every second byte, at one bit of a table that fits the first-level cache. Both
/// tables are constants.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "knowledge/triggers.hpp"

namespace trainlint::knowledge {

/// Four bytes of a literal, the first in the lowest byte.
struct Window {
    std::uint32_t bytes = 0;
    std::uint16_t trigger = 0;  ///< index into triggers()
    std::uint8_t offset = 0;    ///< of the window in the literal
};

constexpr unsigned sieve_bits = 16;   // 64 Kbit: 8 KiB
constexpr unsigned bucket_bits = 10;  // windows are grouped by the upper bits of their hash

constexpr std::uint32_t window_hash(std::uint32_t bytes) {
    return (bytes * 0x9E3779B1u) >> (32 - sieve_bits);
}

/// View of one language's tables.
struct SieveView {
    const std::uint64_t* bits = nullptr;
    const std::uint16_t* starts = nullptr;  ///< of each bucket in `windows`, and the end
    const Window* windows = nullptr;
};

template <std::size_t Count>
struct Sieve {
    std::array<std::uint64_t, (1u << sieve_bits) / 64> bits{};
    std::array<std::uint16_t, (1u << bucket_bits) + 1> starts{};
    std::array<Window, Count> windows{};

    [[nodiscard]] constexpr SieveView view() const {
        return {bits.data(), starts.data(), windows.data()};
    }
};

template <std::size_t Count>
consteval Sieve<Count> make_sieve(std::array<Window, Count> windows) {
    Sieve<Count> sieve;
    std::sort(windows.begin(), windows.end(), [](const Window& a, const Window& b) {
        const auto left = window_hash(a.bytes), right = window_hash(b.bytes);
        if (left != right) return left < right;
        return a.trigger != b.trigger ? a.trigger < b.trigger : a.offset < b.offset;
    });
    for (const auto& window : windows) {
        const auto hash = window_hash(window.bytes);
        sieve.bits[hash / 64] |= std::uint64_t{1} << (hash % 64);
        ++sieve.starts[(hash >> (sieve_bits - bucket_bits)) + 1];
    }
    for (std::size_t i = 1; i < sieve.starts.size(); ++i)
        sieve.starts[i] = static_cast<std::uint16_t>(sieve.starts[i] + sieve.starts[i - 1]);
    sieve.windows = windows;
    return sieve;
}

/// The tables of a language: those of the strong triggers alone, and those of all.
struct LanguageSieves {
    SieveView strong, all;
};
[[nodiscard]] const LanguageSieves& sieves_of(text::Language);

}  // namespace trainlint::knowledge
