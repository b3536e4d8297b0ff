/// The lines of a text, looked up many times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::text {

/// Lines that end with LF. A long line with many places in it is not searched for each of them.
class Newlines {
public:
    explicit Newlines(std::string_view text) : size_(static_cast<std::uint32_t>(text.size())) {
        for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
            all_.push_back(static_cast<std::uint32_t>(at));
    }

    /// The line on which `offset` stands, without its newline; a newline ends its own line.
    [[nodiscard]] Span line_at(std::uint32_t offset) const {
        const auto next = std::lower_bound(all_.begin(), all_.end(), offset);
        const std::uint32_t begin = next == all_.begin() ? 0 : *std::prev(next) + 1;
        return {begin, next == all_.end() ? size_ : *next};
    }

private:
    std::vector<std::uint32_t> all_;
    std::uint32_t size_;
};

}  // namespace trainlint::text
