#include "knowledge/triggers.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "knowledge/sieve.hpp"

namespace trainlint::knowledge {

namespace {

constexpr std::array<bool, 256> identifier_bytes = [] {
    std::array<bool, 256> table{};
    for (unsigned c = 0; c < 256; ++c)
        table[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                   c == '_' || c >= 0x80;
    return table;
}();

bool identifier(char c) {
    return identifier_bytes[static_cast<unsigned char>(c)];
}

std::uint32_t load(const char* at) {
    std::uint32_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap32(bytes);
    return bytes;
}

class Scan {
public:
    Scan(std::string_view text, const SieveView& sieve)
        : text_(text), sieve_(sieve), triggers_(triggers()) {}

    // Calls found(Hit) for each trigger; it returns false to stop.
    template <class Found>
    void run(Found&& found) const {
        const char* text = text_.data();
        const std::size_t size = text_.size();
        std::size_t at = 0;
        for (; at + 10 <= size; at += 8) {
            unsigned set = bit(text + at) | bit(text + at + 2) << 1 | bit(text + at + 4) << 2 |
                           bit(text + at + 6) << 3;
            for (; set != 0; set &= set - 1)
                if (!verify(at + 2 * std::size_t(std::countr_zero(set)), found)) return;
        }
        for (; at + 4 <= size; at += 2)
            if (bit(text + at) != 0 && !verify(at, found)) return;
    }

private:
    [[nodiscard]] unsigned bit(const char* at) const {
        const auto hash = window_hash(load(at));
        return static_cast<unsigned>(sieve_.bits[hash / 64] >> (hash % 64)) & 1u;
    }

    template <class Found>
    bool verify(std::size_t at, Found& found) const {
        const auto bytes = load(text_.data() + at);
        const auto bucket = window_hash(bytes) >> (sieve_bits - bucket_bits);
        for (auto i = sieve_.starts[bucket]; i < sieve_.starts[bucket + 1]; ++i) {
            const auto& window = sieve_.windows[i];
            if (window.bytes != bytes || at < window.offset) continue;
            const auto begin = at - window.offset;
            if (!stands(triggers_[window.trigger], begin)) continue;
            const auto end = begin + triggers_[window.trigger].literal.size();
            const Hit hit{{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                          window.trigger};
            if (!found(hit)) return false;
        }
        return true;
    }

    [[nodiscard]] bool stands(const Trigger& trigger, std::size_t begin) const {
        const auto size = trigger.literal.size();
        if (text_.size() - begin < size) return false;
        if (std::memcmp(text_.data() + begin, trigger.literal.data(), size) != 0) return false;
        if (trigger.left_boundary && begin > 0 && identifier(text_[begin - 1])) return false;
        const auto end = begin + size;
        return !trigger.right_boundary || end == text_.size() || !identifier(text_[end]);
    }

    std::string_view text_;
    const SieveView& sieve_;
    std::span<const Trigger> triggers_;
};

}  // namespace

bool find_triggers(std::string_view text, text::Language language, std::vector<Hit>& hits) {
    hits.clear();
    const auto& sieves = sieves_of(language);
    bool strong = false;
    Scan(text, sieves.strong).run([&](const Hit&) {
        strong = true;
        return false;
    });
    if (!strong) return false;
    Scan(text, sieves.all).run([&](const Hit& hit) {
        hits.push_back(hit);
        return true;
    });
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
        if (a.at.begin != b.at.begin) return a.at.begin < b.at.begin;
        return a.at.end != b.at.end ? a.at.end < b.at.end : a.trigger < b.trigger;
    });
    return true;
}

}  // namespace trainlint::knowledge
