#include "knowledge/triggers.hpp"

#include <algorithm>
#include <array>
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

std::uint64_t load_five(const char* at) {
    return load(at) | std::uint64_t{static_cast<unsigned char>(at[4])} << 32;
}

bool is_set(const std::uint64_t* bits, std::uint32_t hash) {
    return (bits[hash / 64] >> (hash % 64) & 1u) != 0;
}

class Scan {
public:
    Scan(std::string_view text, const SieveView& sieve)
        : text_(text), sieve_(sieve), triggers_(triggers()) {}

    // A block's places are gathered first, without a branch that could be mispredicted, then
    // looked at.
    [[nodiscard]] bool finds_any() const {
        const char* const text = text_.data();
        const std::uint64_t* const bits = sieve_.windows;
        const std::size_t size = text_.size();
        std::array<std::uint16_t, block_groups + 1> groups;
        std::size_t at = 0;
        while (at + 10 <= size) {
            const auto begin = at;
            const auto end = std::min(size - 9, at + block_groups * 8);
            std::size_t count = 0;
            for (unsigned group = 0; at < end; at += 8, group += 16) {
                const auto set = window(bits, text + at) | window(bits, text + at + 2) << 1 |
                                 window(bits, text + at + 4) << 2 |
                                 window(bits, text + at + 6) << 3;
                groups[count] = static_cast<std::uint16_t>(group | set);
                count += set != 0 ? 1 : 0;
            }
            for (std::size_t i = 0; i < count; ++i)
                if (group_has(begin + (groups[i] >> 4) * std::size_t{8}, groups[i] & 15u))
                    return true;
        }
        for (; at + 4 <= size; at += 2)
            if (window(bits, text + at) != 0 && window_has(at)) return true;
        return false;
    }

private:
    static constexpr std::size_t block_groups = 512;  // 4 KiB

    static unsigned window(const std::uint64_t* bits, const char* at) {
        const auto hash = window_hash(load(at));
        return static_cast<unsigned>(bits[hash / 64] >> (hash % 64)) & 1u;
    }

    [[nodiscard]] bool group_has(std::size_t at, unsigned set) const {
        for (; set != 0; set &= set - 1)
            if (window_has(at + 2 * std::size_t(std::countr_zero(set)))) return true;
        return false;
    }

    // The window is the first or the second of an anchor.
    [[nodiscard]] bool window_has(std::size_t at) const {
        return (at + 5 <= text_.size() && anchor_has(at)) || (at > 0 && anchor_has(at - 1));
    }

    [[nodiscard]] bool anchor_has(std::size_t at) const {
        const auto bytes = load_five(text_.data() + at);
        const auto hash = anchor_hash(bytes);
        if (!is_set(sieve_.fives, hash)) return false;
        const auto bucket = hash >> (five_bits - bucket_bits);
        for (auto i = sieve_.starts[bucket]; i < sieve_.starts[bucket + 1]; ++i) {
            const auto& anchor = sieve_.anchors[i];
            if (anchor.bytes == bytes && at >= anchor.offset &&
                stands(triggers_[anchor.trigger], at - anchor.offset))
                return true;
        }
        return false;
    }

    // The boundaries first: they are cheaper to look at than the literal.
    [[nodiscard]] bool stands(const Trigger& trigger, std::size_t begin) const {
        const auto size = trigger.literal.size(), end = begin + size;
        if (end > text_.size()) return false;
        if (trigger.left_boundary && begin > 0 && identifier(text_[begin - 1])) return false;
        if (trigger.right_boundary && end < text_.size() && identifier(text_[end])) return false;
        return std::memcmp(text_.data() + begin, trigger.literal.data(), size) == 0;
    }

    std::string_view text_;
    SieveView sieve_;
    std::span<const Trigger> triggers_;
};

}  // namespace

bool has_trigger(std::string_view text, text::Language language) {
    return Scan(text, sieve_of(language)).finds_any();
}

}  // namespace trainlint::knowledge
