#include "frontends/python/demand_words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace trainlint::python {

namespace {

constexpr std::array<bool, 256> word_bytes = [] {
    std::array<bool, 256> table{};
    for (std::size_t c = 0; c < 256; ++c)
        table[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '_' || c >= 0x80;
    return table;
}();

std::uint64_t load(const char* at, std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, size);
    return value;
}

std::uint64_t load_8(const char* at) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

WordHash mix(std::uint64_t first, std::uint64_t last, std::size_t size) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
    std::uint64_t hash = (first ^ std::rotl(last, 23) ^ size) * factor;
    hash ^= hash >> 32;
    return static_cast<WordHash>((hash * factor) >> 32);
}

/// The same, where eight bytes may be read from the word's beginning.
WordHash fast_hash(const char* at, std::size_t size) {
    if (size >= 8) return mix(load_8(at), load_8(at + size - 8), size);
    const auto first = load_8(at) & ((std::uint64_t{1} << (size * 8)) - 1);
    return mix(first, 0, size);
}

/// Bit i: byte i belongs to a word.
std::uint64_t word_mask(const char* at) {
#if defined(__SSE2__)
    std::uint64_t mask = 0;
    for (int part = 0; part < 4; ++part) {
        const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + part * 16));
        const auto folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        // Signed comparisons: bytes from 0x80 are negative, and are words anyway.
        const auto letter = _mm_and_si128(_mm_cmpgt_epi8(folded, _mm_set1_epi8('a' - 1)),
                                          _mm_cmplt_epi8(folded, _mm_set1_epi8('z' + 1)));
        const auto digit = _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('0' - 1)),
                                         _mm_cmplt_epi8(bytes, _mm_set1_epi8('9' + 1)));
        const auto line = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_'));
        const auto high = _mm_cmplt_epi8(bytes, _mm_setzero_si128());
        const auto any = _mm_or_si128(_mm_or_si128(letter, digit), _mm_or_si128(line, high));
        const auto bits = static_cast<unsigned>(_mm_movemask_epi8(any));
        mask |= static_cast<std::uint64_t>(bits) << (part * 16);
    }
    return mask;
#else
    std::uint64_t mask = 0;
    for (int i = 0; i < 64; ++i)
        mask |= static_cast<std::uint64_t>(word_bytes[static_cast<unsigned char>(at[i])]) << i;
    return mask;
#endif
}

}  // namespace

WordHash hash_of(std::string_view word) {
    if (word.size() >= 8)
        return mix(load_8(word.data()), load_8(word.data() + word.size() - 8), word.size());
    return mix(load(word.data(), word.size()), 0, word.size());
}

void WordIndex::read(std::string_view text) {
    words_.clear();
    collect(text);
    sort();
}

/// 64 bytes at a time; a word that reaches into the next block is finished there.
void WordIndex::collect(std::string_view text) {
    constexpr std::uint32_t none = 0xFFFFFFFFu;
    const auto size = static_cast<std::uint32_t>(text.size());
    const char* data = text.data();
    std::uint32_t open = none;
    std::uint32_t base = 0;
    for (; base + 72 <= size; base += 64) {
        auto mask = word_mask(data + base);
        auto edges = mask ^ (mask << 1 | (open != none ? 1u : 0u));  // beginnings and ends in turn
        while (edges != 0) {
            const auto at = base + static_cast<std::uint32_t>(std::countr_zero(edges));
            edges &= edges - 1;
            if (open == none) {
                open = at;
            } else {
                words_.push_back({fast_hash(data + open, at - open), open});
                open = none;
            }
        }
    }
    for (auto at = base; at <= size; ++at) {
        const bool inside = at < size && word_bytes[static_cast<unsigned char>(data[at])];
        if (inside == (open != none)) continue;
        if (inside) {
            open = at;
        } else {
            words_.push_back({hash_of(text.substr(open, at - open)), open});
            open = none;
        }
    }
}

/// Counts the words of each bucket, then fills the buckets in order of place.
void WordIndex::sort() {
    bits_ = std::clamp(static_cast<unsigned>(std::bit_width(words_.size())) - 1, 4u, 14u);
    const auto bucket = [this](WordHash hash) { return hash >> (32 - bits_); };
    first_.assign((std::size_t{1} << bits_) + 1, 0);
    for (const auto& word : words_) ++first_[bucket(word.hash) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    sorted_.resize(words_.size());
    auto next = first_;
    for (const auto& word : words_) sorted_[next[bucket(word.hash)]++] = word;
}

std::span<const std::uint32_t> WordIndex::places(WordHash hash, text::Span within) {
    found_.clear();
    const auto bucket = hash >> (32 - bits_);
    const auto begin = sorted_.begin() + first_[bucket], end = sorted_.begin() + first_[bucket + 1];
    auto at = std::lower_bound(begin, end, within.begin, [](const Word& word, std::uint32_t place) {
        return word.begin < place;
    });
    for (; at != end && at->begin < within.end; ++at)
        if (at->hash == hash) found_.push_back(at->begin);
    return found_;
}

}  // namespace trainlint::python
