#include "frontends/python/logical_line.hpp"

#include <algorithm>

#include "frontends/python/scanner.hpp"

namespace trainlint::python {

namespace {

text::Span without_line_end(std::string_view text, text::Span span) {
    while (span.end > span.begin && (text[span.end - 1] == '\n' || text[span.end - 1] == '\r'))
        --span.end;
    return span;
}

}  // namespace

LogicalLines::LogicalLines(std::string_view text) : text_(text), newlines_(text) {
    Outline outline;
    scan(text, outline);
    lines_.reserve(outline.lines.size());
    for (const LogicalLine& line : outline.lines) lines_.push_back({line.begin, line.end});
}

text::Span LogicalLines::at(std::uint32_t offset) const {
    offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const auto physical = without_line_end(text_, newlines_.line_at(offset));
    // The line may begin behind the offset: its indentation belongs to it.
    auto found =
        std::upper_bound(lines_.begin(), lines_.end(), physical.end,
                         [](std::uint32_t at, const text::Span& line) { return at < line.begin; });
    if (found == lines_.begin()) return physical;
    --found;
    while (found->begin > offset && found->begin > physical.begin &&
           found != lines_.begin() && (found - 1)->end > physical.begin)
        --found;
    const auto line = without_line_end(text_, {found->begin, found->end});
    return line.end >= physical.begin && found->end > physical.begin ? line : physical;
}

text::Span logical_line(std::string_view text, std::uint32_t offset) {
    return LogicalLines(text).at(offset);
}

}  // namespace trainlint::python
