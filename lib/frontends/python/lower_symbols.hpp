/// A small table before the workspace's names: most names of a file are those seen a moment ago.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "trainlint/names.hpp"

namespace trainlint::python {

class SymbolCache {
public:
    explicit SymbolCache(Names& names) : names_(names) {}

    Symbol intern(std::string_view text) {
        if (text.size() > longest) return names_.intern(text);
        const Key key = key_of(text);
        Entry& entry = entries_[slot_of(key)];
        if (entry.key != key) entry = {key, names_.intern(text)};
        return entry.symbol;
    }

    [[nodiscard]] std::string_view text(Symbol symbol) const { return names_.text(symbol); }
    [[nodiscard]] Names& names() { return names_; }

private:
    static constexpr std::size_t longest = 24;
    /// The table fits the second level cache of a core.
    static constexpr std::size_t slot_bits = 13;

    /// All bytes of a name and its size: names are equal if their keys are. No call, no loop.
    struct Key {
        std::uint64_t first = 0, middle = 0, last = 0;
        std::uint32_t size = 0;
        bool operator==(const Key&) const = default;
    };
    struct Entry {
        Key key;
        Symbol symbol{};  // the empty name is that of an entry that was never filled
    };

    template <typename Number>
    static std::uint64_t load(const char* at) {
        Number value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }

    /// Loads that overlap cover a name of any size.
    static Key key_of(std::string_view text) {
        const char* begin = text.data();
        const char* end = begin + text.size();
        Key key{.size = static_cast<std::uint32_t>(text.size())};
        if (text.size() >= 8) {
            key.first = load<std::uint64_t>(begin);
            key.last = load<std::uint64_t>(end - 8);
            if (text.size() > 16) key.middle = load<std::uint64_t>(begin + 8);
        } else if (text.size() >= 4) {
            key.first = load<std::uint32_t>(begin);
            key.last = load<std::uint32_t>(end - 4);
        } else if (!text.empty()) {
            key.first = load<std::uint8_t>(begin);
            key.middle = load<std::uint8_t>(begin + text.size() / 2);
            key.last = load<std::uint8_t>(end - 1);
        }
        return key;
    }

    static std::size_t slot_of(const Key& key) {
        constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
        const std::uint64_t outer = (key.first ^ key.size) * factor ^ key.last;
        return static_cast<std::size_t>((outer ^ key.middle << 1) * factor >> (64 - slot_bits));
    }

    Names& names_;
    std::array<Entry, std::size_t{1} << slot_bits> entries_{};
};

}  // namespace trainlint::python
