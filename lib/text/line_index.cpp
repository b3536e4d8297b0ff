#include "text/line_index.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace trainlint::text {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::uint32_t units_of(Character character, ColumnUnit unit) {
    if (!character.valid || unit == ColumnUnit::code_points) return 1;
    if (unit == ColumnUnit::bytes) return character.size;
    return character.code >= 0x10000 ? 2 : 1;
}

constexpr std::uint32_t long_line = 4'096;
constexpr std::uint32_t between_milestones = 1'024;

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0} {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
        if (text[at] != '\n' && (text[at] != '\r' || pair)) continue;
        starts_.push_back(static_cast<std::uint32_t>(at + 1));
    }
    for (std::uint32_t i = 0; i < starts_.size(); ++i) {
        const std::size_t next = i + 1 < starts_.size() ? starts_[i + 1] : text.size();
        if (next - starts_[i] > long_line) add_milestones(i);
    }
}

void LineIndex::add_milestones(std::uint32_t number) {
    const Span span = line(number);
    Milestone here{.offset = span.begin};
    std::uint32_t next = span.begin + between_milestones;
    while (here.offset < span.end) {
        const Character character = decode(text_, here.offset);
        here.offset += character.size;
        here.utf16 += units_of(character, ColumnUnit::utf16);
        here.code_points += 1;
        if (here.offset < next || here.offset >= span.end) continue;
        milestones_.push_back(here);
        next = here.offset + between_milestones;
    }
}

LineIndex::Milestone LineIndex::before(std::uint32_t offset, Span line) const {
    const auto found = std::upper_bound(
        milestones_.begin(), milestones_.end(), offset,
        [](std::uint32_t at, const Milestone& milestone) { return at < milestone.offset; });
    const bool inside = found != milestones_.begin() && std::prev(found)->offset > line.begin;
    return inside ? *std::prev(found) : Milestone{.offset = line.begin};
}

LineIndex::Milestone LineIndex::before_column(std::uint32_t column, ColumnUnit unit,
                                              Span line) const {
    const auto first = std::partition_point(
        milestones_.begin(), milestones_.end(),
        [&](const Milestone& milestone) { return milestone.offset <= line.begin; });
    const auto last =
        std::partition_point(first, milestones_.end(), [&](const Milestone& milestone) {
            return milestone.offset <= line.end && units(milestone, unit, line) <= column;
        });
    return last == first ? Milestone{.offset = line.begin} : *std::prev(last);
}

std::uint32_t LineIndex::units(const Milestone& milestone, ColumnUnit unit, Span line) {
    if (unit == ColumnUnit::code_points) return milestone.code_points;
    return unit == ColumnUnit::utf16 ? milestone.utf16 : milestone.offset - line.begin;
}

std::uint32_t LineIndex::line_of(std::uint32_t offset) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
    return static_cast<std::uint32_t>(after - starts_.begin() - 1);
}

Span LineIndex::line(std::uint32_t line) const {
    const auto size = static_cast<std::uint32_t>(text_.size());
    if (line >= starts_.size()) return {size, size};
    std::uint32_t begin = starts_[line];
    std::uint32_t end = line + 1 < starts_.size() ? starts_[line + 1] : size;
    if (end > begin && text_[end - 1] == '\n') --end;
    if (end > begin && text_[end - 1] == '\r') --end;
    if (line == 0 && text_.starts_with(byte_order_mark)) begin += 3;
    return {begin, end};
}

LineColumn LineIndex::position(std::uint32_t offset, ColumnUnit unit) const {
    const std::uint32_t number =
        line_of(std::min(offset, static_cast<std::uint32_t>(text_.size())));
    const Span span = line(number);
    offset = std::min(offset, span.end);
    const Milestone known = before(offset, span);
    std::uint32_t column = units(known, unit, span);
    for (std::uint32_t at = known.offset; at < offset;) {
        const Character character = decode(text_, at);
        at += character.size;
        if (at > offset) break;
        column += units_of(character, unit);
    }
    return {number, column};
}

std::uint32_t LineIndex::offset(LineColumn position, ColumnUnit unit) const {
    const Span span = line(position.line);
    const Milestone known = before_column(position.column, unit, span);
    std::uint32_t at = known.offset;
    std::uint32_t column = units(known, unit, span);
    while (at < span.end && column < position.column) {
        const Character character = decode(text_, at);
        column += units_of(character, unit);
        if (column > position.column) break;
        at += character.size;
    }
    return at;
}

}  // namespace trainlint::text
