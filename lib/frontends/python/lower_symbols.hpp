/// A small table before the workspace's names: most names of a file are those seen a moment ago.
#pragma once

#include <array>
#include <cstring>
#include <string_view>

#include "trainlint/names.hpp"

namespace trainlint::python {

class SymbolCache {
public:
    explicit SymbolCache(Names& names) : names_(names) {}

    Symbol intern(std::string_view text) {
        if (text.empty() || text.size() > longest) return names_.intern(text);
        Entry& entry = entries_[slot_of(text)];
        if (entry.size == text.size() && std::memcmp(entry.data, text.data(), text.size()) == 0)
            return entry.symbol;
        const Symbol symbol = names_.intern(text);
        entry.size = static_cast<std::uint8_t>(text.size());
        std::memcpy(entry.data, text.data(), text.size());
        entry.symbol = symbol;
        return symbol;
    }

    [[nodiscard]] std::string_view text(Symbol symbol) const { return names_.text(symbol); }
    [[nodiscard]] Names& names() { return names_; }

private:
    static constexpr std::size_t longest = 27;
    static constexpr std::size_t slots = 1024;
    struct Entry {
        Symbol symbol{};
        std::uint8_t size = 0;
        char data[longest] = {};
    };

    static std::size_t slot_of(std::string_view text) {
        const auto byte = [&](std::size_t i) {
            return static_cast<std::size_t>(static_cast<unsigned char>(text[i]));
        };
        const std::size_t size = text.size();
        const std::size_t mixed = byte(0) * 31 + byte(size / 2) * 1021 + byte(size - 1) * 7 +
                                  byte(size / 4) * 131 + byte(size - 1 - size / 4) * 523 +
                                  size * 61;
        return mixed % slots;
    }

    Names& names_;
    std::array<Entry, slots> entries_{};
};

}  // namespace trainlint::python
