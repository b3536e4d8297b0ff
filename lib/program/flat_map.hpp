/// A hash table of numbers: one allocation, no erasing.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace trainlint::program {

class FlatMap {
public:
    static constexpr std::uint32_t missing = 0xFFFFFFFFu;

    void reserve(std::size_t count) {
        if (count * 2 > slots_.size()) rehash(std::bit_ceil(count * 2 + 16));
    }

    [[nodiscard]] std::uint32_t find(std::uint64_t key) const {
        if (slots_.empty()) return missing;
        for (auto at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
            const auto& slot = slots_[at];
            if (slot.value == missing) return missing;
            if (slot.key == key) return slot.value;
        }
    }

    /// The value that stands at the key afterwards: `value` if there was none.
    std::uint32_t insert(std::uint64_t key, std::uint32_t value) {
        reserve(count_ + 1);
        for (auto at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
            auto& slot = slots_[at];
            if (slot.value != missing && slot.key != key) continue;
            if (slot.value == missing) {
                slot = {key, value};
                ++count_;
            }
            return slot.value;
        }
    }

    void set(std::uint64_t key, std::uint32_t value) {
        insert(key, value);
        for (auto at = place(key);; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].key == key) {
                slots_[at].value = value;
                return;
            }
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t value = missing;
    };

    [[nodiscard]] std::size_t place(std::uint64_t key) const {
        key *= 0x9E3779B97F4A7C15ull;
        return static_cast<std::size_t>(key ^ (key >> 32)) & (slots_.size() - 1);
    }

    void rehash(std::size_t size) {
        auto old = std::move(slots_);
        slots_.assign(size, {});
        for (const auto& slot : old) {
            if (slot.value == missing) continue;
            auto at = place(slot.key);
            while (slots_[at].value != missing) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

}  // namespace trainlint::program
