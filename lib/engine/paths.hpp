/// The documents of a workspace by number.
#pragma once

#include <cstdint>
#include <deque>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "trainlint/text.hpp"

namespace trainlint::engine {

/// Paths and their numbers; they are only added. Safe to use from several threads.
class Paths {
public:
    /// The number of a path, the same each time.
    text::DocumentId intern(std::string_view path);
    /// A number of its own for a text that is not the file's: standard input, a command line.
    text::DocumentId add(std::string_view path);
    /// Valid while this lives.
    [[nodiscard]] std::string_view path(text::DocumentId) const;

private:
    mutable std::shared_mutex mutex_;
    std::deque<std::string> paths_;
    std::unordered_map<std::string_view, std::uint32_t> ids_;  // views of paths_
};

}  // namespace trainlint::engine
