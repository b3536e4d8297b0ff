#include "trainlint/names.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

namespace trainlint {
namespace {

struct Entry {
    const char* data = nullptr;
    std::size_t size = 0;
};

constexpr std::uint64_t multiplier_a = 0x9E3779B97F4A7C15ULL;
constexpr std::uint64_t multiplier_b = 0xD6E8FEB86659FD93ULL;

std::uint64_t load_8(const char* at) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

std::uint64_t load_4(const char* at) {
    std::uint32_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

/// Both halves of the product: every input bit reaches every output bit.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a ^ multiplier_a) * (b ^ multiplier_b);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Names are short: two overlapping loads cover up to 16 bytes without a loop.
std::uint64_t hash_of(std::string_view text) {
    const char* at = text.data();
    std::size_t size = text.size();
    std::uint64_t hash = size * multiplier_b;
    while (size > 16) {
        hash = mix(load_8(at) ^ hash, load_8(at + 8));
        at += 16;
        size -= 16;
    }
    if (size >= 8) return mix(load_8(at) ^ hash, load_8(at + size - 8));
    if (size >= 4) return mix(load_4(at) ^ hash, load_4(at + size - 4));
    if (size == 0) return mix(hash, 0);
    const auto byte = [at](std::size_t i) { return static_cast<unsigned char>(at[i]); };
    const std::uint64_t few = byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16;
    return mix(few ^ hash, size);
}

/// Symbol to text. Chunk k holds 2^(first_bits + k) entries and never moves, so that readers need
/// no lock.
class Entries {
public:
    Entries() { add({"", 0}); }
    ~Entries() {
        for (auto& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
    }
    Entries(const Entries&) = delete;
    Entries& operator=(const Entries&) = delete;

    /// The caller publishes the number only after this returns.
    std::uint32_t add(Entry entry) {
        const std::uint32_t number = next_.fetch_add(1, std::memory_order_relaxed);
        const Slot slot = slot_of(number);
        Entry* chunk = chunks_[slot.chunk].load(std::memory_order_acquire);
        if (!chunk) chunk = make_chunk(slot.chunk);
        chunk[slot.index] = entry;
        return number;
    }

    std::string_view text(std::uint32_t number) const {
        const Slot slot = slot_of(number);
        const Entry* chunk = chunks_[slot.chunk].load(std::memory_order_acquire);
        if (!chunk) return {};
        return {chunk[slot.index].data, chunk[slot.index].size};
    }

private:
    static constexpr unsigned first_bits = 10;
    struct Slot {
        unsigned chunk;
        std::size_t index;
    };
    static Slot slot_of(std::uint32_t number) {
        const std::uint64_t shifted = std::uint64_t{number} + (1U << first_bits);
        const auto top = static_cast<unsigned>(std::bit_width(shifted) - 1);
        return {top - first_bits, static_cast<std::size_t>(shifted - (std::uint64_t{1} << top))};
    }
    Entry* make_chunk(unsigned index) {
        auto fresh = std::make_unique<Entry[]>(std::size_t{1} << (first_bits + index));
        Entry* expected = nullptr;
        if (chunks_[index].compare_exchange_strong(expected, fresh.get())) return fresh.release();
        return expected;
    }

    std::array<std::atomic<Entry*>, 33 - first_bits> chunks_{};
    std::atomic<std::uint32_t> next_{0};
};

/// Open addressing; a slot holds the upper half of the hash and the symbol, 0 is free. Slots are
/// only ever filled, so that readers need no lock.
struct Table {
    explicit Table(std::size_t capacity)
        : mask(capacity - 1), slots(std::make_unique<std::atomic<std::uint64_t>[]>(capacity)) {}
    std::size_t mask;
    std::unique_ptr<std::atomic<std::uint64_t>[]> slots;
};

std::uint64_t slot_value(std::uint64_t hash, std::uint32_t number) {
    return (hash & 0xFFFFFFFF00000000ULL) | number;
}

void fill_slot(Table& table, std::uint64_t value) {
    std::size_t at = value >> 32;
    while (table.slots[at & table.mask].load(std::memory_order_relaxed) != 0) ++at;
    table.slots[at & table.mask].store(value, std::memory_order_release);
}

/// Copies of the texts, in blocks that never move.
class TextBlocks {
public:
    Entry keep(std::string_view text) {
        if (text.size() > left_) grow(text.size());
        char* at = next_;
        std::memcpy(at, text.data(), text.size());
        next_ += text.size();
        left_ -= text.size();
        return {at, text.size()};
    }

private:
    void grow(std::size_t need) {
        const std::size_t size = std::max(need, block_size_);
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
        next_ = blocks_.back().get();
        left_ = size;
        block_size_ = std::min<std::size_t>(block_size_ * 2, 1U << 16);
    }

    std::vector<std::unique_ptr<char[]>> blocks_;
    char* next_ = nullptr;
    std::size_t left_ = 0;
    std::size_t block_size_ = 1024;
};

class alignas(64) Shard {
public:
    Shard() {
        tables_.push_back(std::make_unique<Table>(128));
        current_.store(tables_.back().get(), std::memory_order_release);
    }

    /// 0: not there.
    std::uint32_t find(std::uint64_t hash, std::string_view text, const Entries& entries) const {
        const Table& table = *current_.load(std::memory_order_acquire);
        for (std::size_t at = hash >> 32;; ++at) {
            const std::uint64_t slot = table.slots[at & table.mask].load(std::memory_order_acquire);
            if (slot == 0) return 0;
            if ((slot ^ hash) >> 32 != 0) continue;
            const auto number = static_cast<std::uint32_t>(slot);
            if (entries.text(number) == text) return number;
        }
    }

    std::uint32_t add(std::uint64_t hash, std::string_view text, Entries& entries) {
        const std::lock_guard lock(mutex_);
        if (const auto number = find(hash, text, entries)) return number;
        if ((count_ + 1) * 2 > tables_.back()->mask) grow();
        const std::uint32_t number = entries.add(texts_.keep(text));
        fill_slot(*tables_.back(), slot_value(hash, number));
        ++count_;
        return number;
    }

private:
    /// The old table stays for those who read it now; all old ones together are no larger than it.
    void grow() {
        const Table& old = *tables_.back();
        auto larger = std::make_unique<Table>((old.mask + 1) * 2);
        for (std::size_t i = 0; i <= old.mask; ++i) {
            const std::uint64_t slot = old.slots[i].load(std::memory_order_relaxed);
            if (slot != 0) fill_slot(*larger, slot);
        }
        tables_.push_back(std::move(larger));
        current_.store(tables_.back().get(), std::memory_order_release);
    }

    std::atomic<const Table*> current_{nullptr};
    std::mutex mutex_;
    std::vector<std::unique_ptr<Table>> tables_;
    TextBlocks texts_;
    std::size_t count_ = 0;
};

}  // namespace

struct Names::Store {
    static constexpr std::size_t shard_count = 16;
    Entries entries;
    std::array<Shard, shard_count> shards;

    Shard& shard(std::uint64_t hash) { return shards[hash % shard_count]; }
};

Names::Names() : store_(std::make_unique<Store>()) {}
Names::~Names() = default;

Symbol Names::intern(std::string_view text) {
    if (text.empty()) return no_symbol;
    const std::uint64_t hash = hash_of(text);
    Shard& shard = store_->shard(hash);
    if (const auto number = shard.find(hash, text, store_->entries)) return Symbol{number};
    return Symbol{shard.add(hash, text, store_->entries)};
}

Symbol Names::find(std::string_view text) const {
    if (text.empty()) return no_symbol;
    const std::uint64_t hash = hash_of(text);
    return Symbol{store_->shard(hash).find(hash, text, store_->entries)};
}

std::string_view Names::text(Symbol symbol) const {
    return store_->entries.text(static_cast<std::uint32_t>(symbol));
}

}  // namespace trainlint
