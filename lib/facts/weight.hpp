/// How much memory facts take: what bounds the copies that a front end states.
#pragma once

#include <cstddef>
#include <span>

#include "trainlint/facts.hpp"

namespace trainlint::facts {

/// In bytes, with what they own; about, allocators and sharing left out.
[[nodiscard]] std::size_t weight(const Word&);
[[nodiscard]] std::size_t weight(std::span<const Word>);
[[nodiscard]] std::size_t weight(std::span<const Assignment>);

/// What the copies of one document may take together. When it is used up, what would be copied is
/// left out: values count as unknown, environments as empty.
class Allowance {
public:
    explicit Allowance(std::size_t bytes) : left_(bytes) {}

    /// False: no longer that much is left.
    [[nodiscard]] bool spend(std::size_t bytes) {
        if (bytes > left_) return false;
        left_ -= bytes;
        return true;
    }

private:
    std::size_t left_;
};

}  // namespace trainlint::facts
