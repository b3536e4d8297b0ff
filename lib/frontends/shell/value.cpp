#include "frontends/shell/value.hpp"

#include <algorithm>

namespace trainlint::shell {

bool Stretch::same_kind(const Stretch& other) const {
    return foreign == other.foreign && use == other.use && variable == other.variable &&
           origin == other.origin && spelling == other.spelling && quote == other.quote &&
           brought == other.brought && stands && other.stands && !hole && !other.hole &&
           raw == other.raw && indent == other.indent;
}

void Text::append(std::string_view characters, Stretch stretch) {
    if (characters.empty()) return;
    const bool bytewise = stretch.source.size() == characters.size();
    if (bytewise && !stretches.empty()) {
        const Stretch& last = stretches.back();
        const bool last_bytewise = last.source.size() == text.size() - last.begin;
        if (last_bytewise && last.source.end == stretch.source.begin && last.same_kind(stretch)) {
            stretches.back().source.end = stretch.source.end;
            text += characters;
            return;
        }
    }
    stretch.begin = static_cast<std::uint32_t>(text.size());
    stretches.push_back(stretch);
    text += characters;
}

void Text::append(const Text& other, std::size_t begin, std::size_t end,
                  const Bringing* bringing) {
    if (begin >= end) return;
    const auto shift = static_cast<std::uint32_t>(text.size()) - static_cast<std::uint32_t>(begin);
    text.append(other.text, begin, end - begin);
    std::size_t i = 0;
    if (begin > 0) {
        const auto behind = [](std::size_t at, const Stretch& s) { return at < s.begin; };
        const auto* it = std::upper_bound(other.stretches.begin(), other.stretches.end(), begin, behind);
        i = static_cast<std::size_t>(it - other.stretches.begin()) - 1;
    }
    for (; i < other.stretches.size() && other.stretches[i].begin < end; ++i) {
        Stretch stretch = other.stretches[i];
        const std::size_t stretch_end = other.end_of(i);
        const std::size_t from = std::max<std::size_t>(begin, stretch.begin);
        const std::size_t to = std::min(end, stretch_end);
        if (stretch.source.size() == stretch_end - stretch.begin) {
            stretch.source.begin += static_cast<std::uint32_t>(from - stretch.begin);
            stretch.source.end = stretch.source.begin + static_cast<std::uint32_t>(to - from);
        }
        stretch.begin = static_cast<std::uint32_t>(from) + shift;
        stretches.push_back(bringing ? (*bringing)(stretch) : stretch);
    }
}

Text Text::slice(std::size_t begin, std::size_t end) const {
    Text result;
    result.append(*this, begin, end);
    return result;
}

bool Text::known() const {
    return std::none_of(stretches.begin(), stretches.end(),
                        [](const Stretch& s) { return s.hole; });
}

bool Text::only_holes() const {
    return !stretches.empty() && std::all_of(stretches.begin(), stretches.end(),
                                             [](const Stretch& s) { return s.hole; });
}

const Stretch* Text::stretch_at(std::size_t offset) const {
    const auto behind = [](std::size_t at, const Stretch& s) { return at < s.begin; };
    const auto* it = std::upper_bound(stretches.begin(), stretches.end(), offset, behind);
    return it == stretches.begin() ? nullptr : std::prev(it);
}

void Text::mark(facts::Origin at_least) {
    for (auto& stretch : stretches) stretch.origin = std::max(stretch.origin, at_least);
}

const Text& Content::scalar() const {
    return array && !elements.empty() ? elements.front() : value;
}

const Content::Holes& Content::holes() const {
    if (holes_) return *holes_;
    Holes found{elements.size(), 0};
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!elements[i].only_holes()) continue;
        found.first = std::min(found.first, i);
        found.behind_last = i + 1;
    }
    return holes_.emplace(found);
}

bool Content::counted_before(std::size_t index) const {
    return std::min(index, elements.size()) <= holes().first;
}

bool Content::counted_from(std::size_t index) const { return index >= holes().behind_last; }

Contents scalar_of(Text value, std::vector<Text> alternatives) {
    auto content = std::make_shared<Content>();
    content->value = std::move(value);
    content->alternatives = std::move(alternatives);
    return content;
}

}  // namespace trainlint::shell
