#include "output/excerpt.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace trainlint::output {

namespace {

constexpr std::size_t most_bytes = 160;   // a longer line is shown around the span only
constexpr std::size_t tab_width = 4;

/// Columns that a character takes: none for combining marks, two for most of East Asia's.
std::size_t columns(char32_t code) {
    if ((code >= 0x300 && code <= 0x36F) || code == 0x200D || (code >= 0xFE00 && code <= 0xFE0F))
        return 0;
    const bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                      (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                      (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
                      (code >= 0x1F300 && code <= 0x1FAFF);
    return wide ? 2 : 1;
}

struct Line {
    std::string shown;
    std::size_t columns = 0;

    void add(std::string_view text, std::size_t offset, const text::Character& character) {
        if (character.valid && character.code == '\t') {
            shown.append(tab_width, ' ');
            columns += tab_width;
            return;
        }
        const auto bytes = text.substr(offset, character.size);
        const auto safe = text::printable(bytes);
        shown += safe;
        columns += safe == bytes ? trainlint::output::columns(character.code) : safe.size();
    }
};

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

Excerpt excerpt(std::string_view text, text::Span span) {
    const std::size_t at = std::min<std::size_t>(span.begin, text.size());
    // No further than what is shown: a line may be long, and hold many spans.
    auto begin = at;
    while (begin > 0 && at - begin <= most_bytes / 2 && text[begin - 1] != '\n') --begin;
    auto end = at;
    while (end < text.size() && end - at <= most_bytes && text[end] != '\n') ++end;
    if (end > begin && text[end - 1] == '\r') --end;
    const std::size_t stop = std::clamp<std::size_t>(span.end, at, std::max(at, end));
    if (at - begin > most_bytes / 2) begin = at - most_bytes / 2;
    while (begin < at && continues(text[begin])) ++begin;
    end = std::min(end, begin + most_bytes);

    Excerpt result;
    Line line;
    std::size_t last = 0;
    for (std::size_t i = begin; i < end;) {
        if (i <= at) result.begin = line.columns;
        const auto character = text::decode(text.substr(0, end), i);
        line.add(text, i, character);
        i += character.size;
        if (i <= stop) last = line.columns;
    }
    if (at >= end) result.begin = line.columns;
    result.line = std::move(line.shown);
    result.width = last > result.begin ? last - result.begin : 1;
    return result;
}

}  // namespace trainlint::output
