#include "text/utf8.hpp"

#include <array>
#include <cstring>

namespace trainlint::text {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t offset) {
    return static_cast<std::uint8_t>(text[offset]);
}

/// Bytes of the sequence that this byte begins; 0: it begins none.
unsigned sequence_size(std::uint8_t first) {
    if (first < 0x80) return 1;
    if (first < 0xC2) return 0;
    if (first < 0xE0) return 2;
    if (first < 0xF0) return 3;
    return first < 0xF5 ? 4 : 0;
}

bool is_scalar(char32_t code, unsigned size) {
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    if (code < least[size] || code > 0x10FFFF) return false;
    return code < 0xD800 || code > 0xDFFF;
}

void append_escape(std::string& out, Character character) {
    switch (character.valid ? character.code : 0) {
        case U'\n':
            out += "\\n";
            return;
        case U'\r':
            out += "\\r";
            return;
        case U'\t':
            out += "\\t";
            return;
        default:
            break;
    }
    if (character.code < 0x80 || !character.valid) {
        out += "\\x";
        out += hex_digits[character.code >> 4 & 15];
        out += hex_digits[character.code & 15];
        return;
    }
    out += "\\u{";
    int shift = 20;
    while (shift > 12 && character.code >> shift == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) out += hex_digits[character.code >> shift & 15];
    out += '}';
}

/// Length of the leading ASCII bytes, eight at a time.
std::size_t ascii_prefix(std::string_view text, std::size_t from) {
    std::size_t at = from;
    for (; at + 8 <= text.size(); at += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, text.data() + at, sizeof eight);
        if (eight & 0x8080808080808080ULL) break;
    }
    while (at < text.size() && byte_at(text, at) < 0x80) ++at;
    return at;
}

}  // namespace

Character decode(std::string_view text, std::size_t offset) {
    const std::uint8_t first = byte_at(text, offset);
    if (first < 0x80) return {first, 1, true};
    const Character invalid{first, 1, false};
    const unsigned size = sequence_size(first);
    if (size == 0 || text.size() - offset < size) return invalid;
    char32_t code = first & (0x7FU >> size);
    for (unsigned i = 1; i < size; ++i) {
        const std::uint8_t next = byte_at(text, offset + i);
        if ((next & 0xC0) != 0x80) return invalid;
        code = code << 6 | (next & 0x3FU);
    }
    if (!is_scalar(code, size)) return invalid;
    return {code, static_cast<std::uint8_t>(size), true};
}

void append_utf8(std::string& out, char32_t code) {
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

bool is_valid_utf8(std::string_view text) {
    for (std::size_t at = ascii_prefix(text, 0); at < text.size();) {
        const Character character = decode(text, at);
        if (!character.valid) return false;
        at = ascii_prefix(text, at + character.size);
    }
    return true;
}

bool is_hazardous(char32_t code) {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return true;
    if (code < 0x61C) return code == 0xAD;
    const auto within = [code](char32_t low, char32_t high) { return low <= code && code <= high; };
    return code == 0x61C || code == 0xFEFF || within(0x180B, 0x180E) || within(0x200B, 0x200F) ||
           within(0x2028, 0x202E) || within(0x2060, 0x206F) || within(0xFFF9, 0xFFFB) ||
           within(0xE0000, 0xE0FFF);
}

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Character character = decode(text, at);
        if (character.valid && !is_hazardous(character.code)) {
            out.append(text, at, character.size);
        } else {
            append_escape(out, character);
        }
        at += character.size;
    }
    return out;
}

}  // namespace trainlint::text
