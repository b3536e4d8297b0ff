#include "job/words.hpp"

#include <algorithm>
#include <charconv>

namespace trainlint::job {

namespace {

const facts::Part* part_at(const facts::Word& word, std::size_t offset) {
    for (const auto& part : word.parts)
        if (part.span.begin <= offset && offset < part.span.end) return &part;
    return nullptr;
}

}  // namespace

Slice whole(const facts::Word& word) { return {&word, 0, word.text.size()}; }

Slice from(const facts::Word& word, std::size_t begin) {
    return {&word, std::min(begin, word.text.size()), word.text.size()};
}

text::Place place_of(const Slice& slice) {
    if (slice.begin == slice.end) return slice.word->at;
    if (slice.begin == 0 && slice.end == slice.word->text.size()) return slice.word->at;
    const auto* part = part_at(*slice.word, slice.begin);
    if (!part || slice.end > part->span.end) return slice.word->at;
    if (part->expansion) return part->expansion->at;
    if (!part->fragment || part->source.size() != part->span.size()) return part->at;
    const auto begin = part->source.begin + static_cast<std::uint32_t>(slice.begin) -
                       part->span.begin;
    return part->fragment->place({begin, begin + static_cast<std::uint32_t>(slice.text().size())});
}

facts::Origin origin_of(const Slice& slice) {
    auto origin = facts::Origin::literal;
    for (const auto& part : slice.word->parts) {
        if (part.span.end <= slice.begin || part.span.begin >= slice.end) continue;
        origin = std::max(origin, part.origin);
    }
    return origin;
}

std::optional<std::int64_t> integer(std::string_view text) {
    if (text.empty() || text.size() > 9) return std::nullopt;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

facts::Number number_of(const Slice& slice) {
    facts::Number number{.coefficient = {}, .factors = {}, .at = place_of(slice)};
    if (!slice.word->alternatives.empty()) return number;
    if (const auto value = integer(slice.text())) {
        number.coefficient = value;
        number.origin = origin_of(slice);
        // A value that a variable brought in is best shown where it was assigned.
        const auto* part = part_at(*slice.word, slice.begin);
        if (part && part->expansion && slice.end <= part->span.end) number.at = part->at;
        return number;
    }
    if (slice.text() != text::hole_text) return number;
    const auto* part = part_at(*slice.word, slice.begin);
    if (!part || !part->expansion || part->expansion->variable == no_symbol) return number;
    number.coefficient = 1;
    number.factors = {part->expansion->variable};
    number.origin = facts::Origin::environment;
    return number;
}

}  // namespace trainlint::job
