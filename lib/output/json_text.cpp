#include "output/json_text.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace trainlint::output {

namespace {

/// Columns count code points.
Position position(std::string_view text, std::size_t offset) {
    const auto before = text.substr(0, std::min(offset, text.size()));
    const auto line_end = before.rfind('\n');
    const auto line = line_end == std::string_view::npos ? before : before.substr(line_end + 1);
    const auto is_lead = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    return {1 + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')),
            1 + static_cast<std::uint32_t>(std::count_if(line.begin(), line.end(), is_lead))};
}

}  // namespace

std::string valid(std::string_view text) {
    if (text::is_valid_utf8(text)) return std::string(text);
    std::string mended;
    for (std::size_t i = 0; i < text.size();) {
        const auto character = text::decode(text, i);
        text::append_utf8(mended, character.valid ? character.code : 0xFFFD);
        i += character.size;
    }
    return mended;
}

Region region(const Snapshot& snapshot, text::Place place) {
    const auto text = snapshot.text(place.document);
    return {position(text, place.span.begin), position(text, place.span.end)};
}

}  // namespace trainlint::output
