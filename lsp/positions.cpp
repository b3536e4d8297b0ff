#include "positions.hpp"

#include <algorithm>
#include <charconv>

namespace trainlint::lsp {

namespace {

/// Bytes of the character at `at`; a byte that is not valid UTF-8 is one character.
std::size_t size_at(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead < 0x80             ? 1
                             : (lead & 0xE0) == 0xC0 ? 2
                             : (lead & 0xF0) == 0xE0 ? 3
                             : (lead & 0xF8) == 0xF0 ? 4
                                                     : 1;
    if (at + size > text.size()) return 1;
    for (std::size_t i = 1; i < size; ++i)
        if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 1;
    return size;
}

std::uint32_t units(std::size_t bytes, Encoding encoding) {
    switch (encoding) {
        case Encoding::utf8: return static_cast<std::uint32_t>(bytes);
        case Encoding::utf16: return bytes == 4 ? 2 : 1;
        case Encoding::utf32: return 1;
    }
    return 1;
}

bool ends_line(std::string_view text, std::size_t at) {
    return at >= text.size() || text[at] == '\n' || text[at] == '\r';
}

/// The beginning of the line behind the line end at `at`.
std::size_t behind_line_end(std::string_view text, std::size_t at) {
    const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    return at + (pair ? 2 : 1);
}

}  // namespace

void Positions::step(Milestone& place) const {
    if (ends_line(text_, place.at)) {
        place.at = behind_line_end(text_, place.at);
        ++place.position.line;
        place.position.character = 0;
        return;
    }
    const auto size = size_at(text_, place.at);
    place.at += size;
    place.position.character += units(size, encoding_);
}

bool Positions::advance() {
    constexpr std::size_t apart = 512;
    auto place = milestones_.back();
    const auto wanted = place.at + apart;
    while (place.at < wanted && place.at < text_.size()) step(place);
    if (place.at == milestones_.back().at) return false;
    milestones_.push_back(place);
    return true;
}

EditorPosition Positions::at(std::uint32_t offset) {
    const std::size_t stop = std::min<std::size_t>(offset, text_.size());
    while (milestones_.back().at < stop && advance()) {
    }
    const auto behind = std::upper_bound(
        milestones_.begin(), milestones_.end(), stop,
        [](std::size_t at, const Milestone& milestone) { return at < milestone.at; });
    auto place = *std::prev(behind);  // the first stands at 0
    while (place.at < stop) {
        auto next = place;
        step(next);
        const bool line_end = next.position.line != place.position.line;
        if (line_end && next.at > stop) break;
        place = next;
    }
    return place.position;
}

std::uint32_t Positions::offset(EditorPosition wanted) {
    while (milestones_.back().position <= wanted && advance()) {
    }
    const auto behind = std::upper_bound(
        milestones_.begin(), milestones_.end(), wanted,
        [](EditorPosition position, const Milestone& milestone) {
            return position < milestone.position;
        });
    auto place = *std::prev(behind);
    while (place.at < text_.size() && place.position < wanted) {
        auto next = place;
        step(next);
        if (next.position > wanted) break;  // its line ends before, or it is inside a character
        place = next;
    }
    return static_cast<std::uint32_t>(place.at);
}

void Positions::edited(std::string_view text, std::uint32_t from) {
    // What stands before may be joined with what comes: CR with LF, the bytes of a character.
    constexpr std::size_t longest = 4;
    text_ = text;
    while (milestones_.size() > 1 && milestones_.back().at + longest > from)
        milestones_.pop_back();
}

EditorPosition position_at(std::string_view text, std::uint32_t offset, Encoding encoding) {
    return Positions(text, encoding).at(offset);
}

std::uint32_t offset_at(std::string_view text, EditorPosition position, Encoding encoding) {
    return Positions(text, encoding).offset(position);
}

std::string path_of(std::string_view uri) {
    constexpr std::string_view scheme = "file://";
    if (!uri.starts_with(scheme)) return {};
    uri.remove_prefix(scheme.size());
    const auto slash = uri.find('/');  // behind a host name, which is this machine's
    if (slash == std::string_view::npos) return {};
    uri.remove_prefix(slash);
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        unsigned value = 0;
        const bool escape =
            uri[i] == '%' && i + 2 < uri.size() &&
            std::from_chars(uri.data() + i + 1, uri.data() + i + 3, value, 16).ptr ==
                uri.data() + i + 3;
        path += escape ? static_cast<char>(value) : uri[i];
        if (escape) i += 2;
    }
    return path;
}

std::string uri_of(std::string_view path) {
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char byte : path) {
        if (plain.find(byte) != std::string_view::npos) {
            uri += byte;
            continue;
        }
        const auto value = static_cast<unsigned char>(byte);
        uri += {'%', digits[value >> 4], digits[value & 15]};
    }
    return uri;
}

}  // namespace trainlint::lsp
