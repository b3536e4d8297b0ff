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

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0} {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
        if (text[at] != '\n' && (text[at] != '\r' || pair)) continue;
        starts_.push_back(static_cast<std::uint32_t>(at + 1));
    }
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
    std::uint32_t column = 0;
    for (std::uint32_t at = span.begin; at < offset;) {
        const Character character = decode(text_, at);
        at += character.size;
        if (at > offset) break;
        column += units_of(character, unit);
    }
    return {number, column};
}

std::uint32_t LineIndex::offset(LineColumn position, ColumnUnit unit) const {
    const Span span = line(position.line);
    std::uint32_t at = span.begin;
    std::uint32_t column = 0;
    while (at < span.end && column < position.column) {
        const Character character = decode(text_, at);
        column += units_of(character, unit);
        if (column > position.column) break;
        at += character.size;
    }
    return at;
}

}  // namespace trainlint::text
