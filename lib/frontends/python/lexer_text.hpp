/// Bytes of Python text: their classes, and fast searches. Private to this folder.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace trainlint::python {

namespace byte {
inline constexpr std::uint8_t name_start = 1;
inline constexpr std::uint8_t name_part = 2;
inline constexpr std::uint8_t digit = 4;
inline constexpr std::uint8_t blank = 8;
inline constexpr std::uint8_t hex = 16;
inline constexpr std::uint8_t line_end = 32;

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> of{};
    for (unsigned c = 0; c < 256; ++c) {
        const unsigned lower = c | 32u;
        const bool letter = lower >= 'a' && lower <= 'z' && c < 128;
        if (letter || c == '_' || c >= 128) of[c] |= name_start | name_part;
        if (c >= '0' && c <= '9') of[c] |= digit | hex | name_part;
        if (letter && lower <= 'f') of[c] |= hex;
        if (c == ' ' || c == '\t' || c == '\f') of[c] |= blank;
        if (c == '\n' || c == '\r') of[c] |= line_end;
    }
    return of;
}
inline constexpr std::array<std::uint8_t, 256> classes = make_classes();

[[nodiscard]] inline bool is(char c, std::uint8_t what) {
    return (classes[static_cast<unsigned char>(c)] & what) != 0;
}
}  // namespace byte

/// The first offset from `at` that holds one of the bytes, or `size`. 16 bytes behind `size` must
/// be readable and must not hold them.
template <typename... Bytes>
[[nodiscard]] std::uint32_t find_any(const char* text, std::uint32_t at, std::uint32_t size,
                                     Bytes... bytes) {
#if defined(__SSE2__)
    for (; at < size; at += 16) {
        const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at));
        __m128i hits = _mm_setzero_si128();
        ((hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, _mm_set1_epi8(bytes)))), ...);
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(hits));
        if (mask != 0) return at + static_cast<std::uint32_t>(std::countr_zero(mask));
    }
    return size;
#else
    while (at < size && !((text[at] == bytes) || ...)) ++at;
    return at;
#endif
}

/// The length of the run of spaces at `text`, at most 16 of them. 16 bytes must be readable.
[[nodiscard]] inline std::uint32_t count_spaces(const char* text) {
#if defined(__SSE2__)
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
    const auto spaces =
        static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(' '))));
    return static_cast<std::uint32_t>(std::countr_one(spaces));
#else
    std::uint32_t count = 0;
    while (count < 16 && text[count] == ' ') ++count;
    return count;
#endif
}

/// The end of a name that begins at `at`, and whether bytes beyond ASCII are in it. 16 bytes behind
/// the text must be readable.
struct NameEnd {
    std::uint32_t end;
    bool ascii;
};
[[nodiscard]] inline NameEnd end_of_name(const char* text, std::uint32_t at) {
#if defined(__SSE2__)
    unsigned beyond = 0;
    for (;; at += 16) {
        const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at));
        const auto below = [](__m128i bytes, int first, int count) {  // first <= byte < first+count
            const __m128i moved =
                _mm_add_epi8(bytes, _mm_set1_epi8(static_cast<char>(0x80 - first)));
            return _mm_cmplt_epi8(moved, _mm_set1_epi8(static_cast<char>(0x80 + count)));
        };
        const __m128i letters = below(_mm_or_si128(block, _mm_set1_epi8(32)), 'a', 26);
        const __m128i parts = _mm_or_si128(_mm_or_si128(letters, below(block, '0', 10)),
                                           _mm_cmpeq_epi8(block, _mm_set1_epi8('_')));
        const auto high = static_cast<unsigned>(_mm_movemask_epi8(block));
        const unsigned name = static_cast<unsigned>(_mm_movemask_epi8(parts)) | high;
        const int length = std::countr_one(name);
        beyond |= high & ((1u << length) - 1);
        if (length < 16) return {at + static_cast<std::uint32_t>(length), beyond == 0};
    }
#else
    unsigned seen = 0;
    while (byte::is(text[at], byte::name_part)) seen |= static_cast<unsigned char>(text[at++]);
    return {at, seen < 128};
#endif
}

/// Passes one line end at `at`: "\n", "\r\n" or "\r".
[[nodiscard]] inline std::uint32_t after_line_end(const char* text, std::uint32_t at) {
    return at + (text[at] == '\r' && text[at + 1] == '\n' ? 2u : 1u);
}

/// Whether the triple-quoted literal whose quotes begin at `open` and that ends at `end` seems to
/// run from the end of one literal to the beginning of the next, because a quote is missing before
/// it: a word follows it directly, or it ends right below the head of a function or class.
[[nodiscard]] bool looks_inverted(std::string_view text, std::uint32_t open, std::uint32_t end);

/// Whether a name of bytes beyond ASCII may be one: false for what is surely punctuation, a symbol
/// or a blank ("“", "，", no-break space).
[[nodiscard]] bool may_be_name(const char* text, std::uint32_t begin, std::uint32_t end);

}  // namespace trainlint::python
