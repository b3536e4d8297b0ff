#include "text/first_spans.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace trainlint::text {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFFu;

/// The first place at or behind `at` that no span has taken.
std::uint32_t next_free(std::vector<std::uint32_t>& next, std::uint32_t at) {
    std::uint32_t free = at;
    while (next[free] != free) free = next[free];
    while (next[at] != free) at = std::exchange(next[at], free);
    return free;
}

}  // namespace

FirstSpans::FirstSpans(std::size_t size, std::span<const Span> spans) {
    if (spans.empty()) return;
    const auto last = static_cast<std::uint32_t>(size);
    std::vector<std::uint32_t> owner(size + 1, none);
    std::vector<std::uint32_t> next(size + 2);
    std::iota(next.begin(), next.end(), 0u);
    for (std::uint32_t i = 0; i < spans.size(); ++i) {
        const Span span = spans[i];
        if (span.begin > last || span.end < span.begin) continue;
        const std::uint32_t end = std::min(span.end, last);
        for (auto at = next_free(next, span.begin); at <= end; at = next_free(next, at)) {
            owner[at] = i;
            next[at] = at + 1;
        }
    }
    for (std::uint32_t at = 0; at <= last; ++at) {
        if (at > 0 && owner[at] == owner[at - 1]) continue;
        const bool covered = owner[at] != none;
        runs_.push_back({at, covered, covered ? spans[owner[at]] : Span{}});
    }
}

std::optional<Span> FirstSpans::at(std::uint32_t offset) const {
    const auto behind = std::upper_bound(
        runs_.begin(), runs_.end(), offset,
        [](std::uint32_t place, const Run& run) { return place < run.begin; });
    if (behind == runs_.begin()) return std::nullopt;
    const Run& run = *std::prev(behind);
    // The last run goes on beyond the text.
    const bool inside = run.covered && offset <= run.span.end;
    return inside ? std::optional(run.span) : std::nullopt;
}

}  // namespace trainlint::text
