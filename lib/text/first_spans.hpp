/// Which of many spans holds a place: looked up many times, built once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::text {

/// For every place of a text the first of a list of spans that holds it; a span holds its end too.
class FirstSpans {
public:
    /// `size`: of the text, in bytes; what lies beyond is left out. Takes time and memory in
    /// proportion to `size` and the number of spans, however they lie in each other.
    FirstSpans(std::size_t size, std::span<const Span>);

    /// Nothing: none of them holds the place.
    [[nodiscard]] std::optional<Span> at(std::uint32_t offset) const;

private:
    struct Run {
        std::uint32_t begin;  ///< it ends where the next begins
        bool covered;
        Span span;
    };
    std::vector<Run> runs_;
};

}  // namespace trainlint::text
