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

EditorPosition position_at(std::string_view text, std::uint32_t offset, Encoding encoding) {
    const std::size_t stop = std::min<std::size_t>(offset, text.size());
    EditorPosition position;
    for (std::size_t at = 0; at < stop;) {
        if (ends_line(text, at)) {
            const auto next = behind_line_end(text, at);
            if (next > stop) break;
            at = next;
            ++position.line;
            position.character = 0;
            continue;
        }
        const auto size = size_at(text, at);
        position.character += units(size, encoding);
        at += size;
    }
    return position;
}

std::uint32_t offset_at(std::string_view text, EditorPosition position, Encoding encoding) {
    std::size_t at = 0;
    for (std::uint32_t line = 0; line < position.line; ++line) {
        while (!ends_line(text, at)) ++at;
        if (at >= text.size()) return static_cast<std::uint32_t>(at);
        at = behind_line_end(text, at);
    }
    for (std::uint32_t column = 0; column < position.character && !ends_line(text, at);) {
        const auto size = size_at(text, at);
        column += units(size, encoding);
        if (column > position.character) break;  // inside a character: its beginning
        at += size;
    }
    return static_cast<std::uint32_t>(at);
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
