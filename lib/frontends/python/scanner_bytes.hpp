/// Bit masks of the bytes that matter to the scanner, 64 bytes at a time. Private to this folder.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace trainlint::python {

/// Bit i stands for byte i.
struct ByteMasks {
    std::uint64_t single_quote = 0, double_quote = 0, hash = 0, line_feed = 0, carriage = 0,
                  backslash = 0, open = 0, close = 0;
};

#if defined(__SSE2__)

namespace detail {
struct Block {
    __m128i part[4];
};

/// Bytes that are `c` once `fold` is set in them.
[[nodiscard]] inline std::uint64_t equal(const Block& block, char c, char fold = 0) {
    std::uint64_t mask = 0;
    for (int i = 0; i < 4; ++i) {
        const __m128i bytes = _mm_or_si128(block.part[i], _mm_set1_epi8(fold));
        const auto hits =
            static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
        mask |= std::uint64_t{hits} << (16 * i);
    }
    return mask;
}
}  // namespace detail

/// Of the 64 bytes at `text`.
[[nodiscard]] inline ByteMasks byte_masks(const char* text) {
    detail::Block block;
    for (int i = 0; i < 4; ++i) {
        block.part[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + 16 * i));
    }
    using detail::equal;
    return {equal(block, '\''),
            equal(block, '"'),
            equal(block, '#'),
            equal(block, '\n'),
            equal(block, '\r'),
            equal(block, '\\'),
            equal(block, '(') | equal(block, '{', 0x20),   // [ and { differ in that bit
            equal(block, ')') | equal(block, '}', 0x20)};  // ] and } likewise
}

#else

[[nodiscard]] inline ByteMasks byte_masks(const char* text) {
    ByteMasks masks;
    for (unsigned i = 0; i < 64; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        switch (text[i]) {
            case '\'':
                masks.single_quote |= bit;
                break;
            case '"':
                masks.double_quote |= bit;
                break;
            case '#':
                masks.hash |= bit;
                break;
            case '\n':
                masks.line_feed |= bit;
                break;
            case '\r':
                masks.carriage |= bit;
                break;
            case '\\':
                masks.backslash |= bit;
                break;
            case '(':
            case '[':
            case '{':
                masks.open |= bit;
                break;
            case ')':
            case ']':
            case '}':
                masks.close |= bit;
                break;
            default:
                break;
        }
    }
    return masks;
}

#endif

}  // namespace trainlint::python
