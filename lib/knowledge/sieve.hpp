/// Finds many literals in one pass. Of each literal five bytes are its anchor; the two windows of
/// four bytes in it begin one at an even and one at an odd place of the text, wherever the literal
/// stands. So the scan looks at every second byte, at one bit of a table that fits the first-level
/// cache; where it is set, at a bit for the five bytes; where that is set too, at the anchors.
/// All tables are constants.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "knowledge/triggers.hpp"

namespace trainlint::knowledge {

struct Anchor {
    std::uint64_t bytes = 0;    ///< five of a literal, the first in the lowest byte
    std::uint16_t trigger = 0;  ///< index into triggers()
    std::uint8_t offset = 0;    ///< of the anchor in the literal
};

constexpr unsigned sieve_bits = 16;   // 64 Kbit: 8 KiB
constexpr unsigned five_bits = 14;    // 16 Kbit: 2 KiB
constexpr unsigned bucket_bits = 10;  // anchors are grouped by the upper bits of their hash

constexpr std::uint32_t window_hash(std::uint32_t bytes) {
    return (bytes * 0x9E3779B1u) >> (32 - sieve_bits);
}

constexpr std::uint32_t anchor_hash(std::uint64_t bytes) {
    return static_cast<std::uint32_t>((bytes * 0x9E3779B97F4A7C15u) >> (64 - five_bits));
}

/// View of one language's tables.
struct SieveView {
    const std::uint64_t* windows = nullptr;  ///< bits
    const std::uint64_t* fives = nullptr;    ///< bits
    const std::uint16_t* starts = nullptr;   ///< of each bucket in `anchors`, and the end
    const Anchor* anchors = nullptr;
};

template <std::size_t Count>
struct Sieve {
    std::array<std::uint64_t, (1u << sieve_bits) / 64> windows{};
    std::array<std::uint64_t, (1u << five_bits) / 64> fives{};
    std::array<std::uint16_t, (1u << bucket_bits) + 1> starts{};
    std::array<Anchor, Count> anchors{};

    [[nodiscard]] constexpr SieveView view() const {
        return {windows.data(), fives.data(), starts.data(), anchors.data()};
    }
};

template <std::size_t Count>
consteval Sieve<Count> make_sieve(std::array<Anchor, Count> anchors) {
    Sieve<Count> sieve;
    std::sort(anchors.begin(), anchors.end(), [](const Anchor& a, const Anchor& b) {
        const auto left = anchor_hash(a.bytes), right = anchor_hash(b.bytes);
        return left != right ? left < right : a.trigger < b.trigger;
    });
    const auto set = [](auto& bits, std::uint32_t hash) {
        bits[hash / 64] |= std::uint64_t{1} << (hash % 64);
    };
    for (const auto& anchor : anchors) {
        set(sieve.windows, window_hash(static_cast<std::uint32_t>(anchor.bytes)));
        set(sieve.windows, window_hash(static_cast<std::uint32_t>(anchor.bytes >> 8)));
        const auto hash = anchor_hash(anchor.bytes);
        set(sieve.fives, hash);
        ++sieve.starts[(hash >> (five_bits - bucket_bits)) + 1];
    }
    for (std::size_t i = 1; i < sieve.starts.size(); ++i)
        sieve.starts[i] = static_cast<std::uint16_t>(sieve.starts[i] + sieve.starts[i - 1]);
    sieve.anchors = anchors;
    return sieve;
}

[[nodiscard]] SieveView sieve_of(text::Language);

}  // namespace trainlint::knowledge
