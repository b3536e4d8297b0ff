/// The world as the library sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainlint {

/// What a host says of a path. `stamp`: equal means unchanged (a hash, an inode's times, an
/// editor's version).
struct Content {
    enum class Status : std::uint8_t { read, absent, too_large, unreadable } status{};
    std::size_t size = 0;                      ///< read: bytes put into the buffer
    std::uint64_t stamp = 0;
    std::string why;                           ///< unreadable: the reason, for a person
};

enum class EntryKind : std::uint8_t { file, folder };

/// A link is what it leads to; one that leads upward is left out.
struct Entry {
    std::string name;
    EntryKind kind{};
};

/// Called from several threads at once. Paths are UTF-8, with '/', absolute or host-relative.
class Host {
public:
    virtual ~Host() = default;
    /// Fills the buffer from its start. A file of buffer.size() bytes or more is too large. The
    /// caller owns the buffer and reuses it; the library copies the texts that it keeps.
    virtual Content read(std::string_view path, std::span<char> buffer) = 0;
    /// The entries without the ignored ones, in any order; nothing: no such folder.
    virtual std::optional<std::vector<Entry>> list(std::string_view folder) = 0;
    /// A monotonic clock in nanoseconds, for timings alone; 0: there is none.
    virtual std::uint64_t clock() { return 0; }
    /// Facts that need a C++ front end, or nothing: the library starts no process by itself.
    virtual std::optional<std::string> native_facts(std::string_view request) {
        (void)request;
        return std::nullopt;
    }
};

}  // namespace trainlint
