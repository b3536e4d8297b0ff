#include "frontends/python/lexer_text.hpp"

#include <algorithm>
#include <array>

#include "frontends/python/lexer.hpp"

namespace trainlint::python {

// --- names beyond ASCII ----------------------------------------------------------------------

namespace {

struct Range {
    std::uint32_t first, last;
};

/// Blocks and single characters of Unicode in which no identifier may have a part, as far as people
/// type or paste them: Latin-1 signs, general punctuation, arrows, mathematics, boxes, CJK and
/// full-width punctuation, private use, emoji.
constexpr std::array<Range, 25> no_names{{
    {0x80, 0xA9},     {0xAB, 0xB4},     {0xB8, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
    {0xF7, 0xF7},     {0x2C2, 0x2C5},   {0x37E, 0x37E},   {0x2000, 0x200B}, {0x200E, 0x203E},
    {0x2041, 0x2053}, {0x2055, 0x2070}, {0x20A0, 0x20CF}, {0x2190, 0x2BFF}, {0x2E00, 0x2E7F},
    {0x3000, 0x3004}, {0x3008, 0x3020}, {0xE001, 0xF8FF}, {0xFE30, 0xFE32}, {0xFE50, 0xFE6B},
    {0xFEFF, 0xFEFF}, {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF5B, 0xFF64}, {0x1F000, 0x1FAFF},
}};

/// Decodes leniently: bytes that are no UTF-8 come out as some number.
std::uint32_t decode(const char* text, std::uint32_t& at, std::uint32_t end) {
    const auto lead = static_cast<unsigned char>(text[at++]);
    if (lead < 0xC0) return lead;
    const unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    std::uint32_t code = lead & (0x3Fu >> more);
    for (unsigned i = 0; i < more && at < end; ++i) {
        const auto next = static_cast<unsigned char>(text[at]);
        if ((next & 0xC0) != 0x80) break;
        code = code << 6 | (next & 0x3Fu);
        ++at;
    }
    return code;
}

}  // namespace

bool may_be_name(const char* text, std::uint32_t begin, std::uint32_t end) {
    while (begin < end) {
        const std::uint32_t code = decode(text, begin, end);
        if (code < 128) continue;
        const auto range = std::ranges::lower_bound(no_names, code, {}, &Range::last);
        if (range != no_names.end() && range->first <= code) return false;
    }
    return true;
}

// --- literals with a missing quote -----------------------------------------------------------

namespace {

/// The word at `at`, as a keyword.
TokenKind keyword_at(std::string_view text, std::size_t at) {
    std::array<char, 16> word{};
    std::size_t length = 0;
    while (length < 9 && at + length < text.size() &&
           byte::is(text[at + length], byte::name_part)) {
        word[length] = text[at + length];
        ++length;
    }
    return keyword_of(word.data(), length);
}

/// Words that may stand behind a literal without a blank between.
bool may_follow_literal(TokenKind kind) {
    using enum TokenKind;
    switch (kind) {
        case kw_and:
        case kw_as:
        case kw_else:
        case kw_for:
        case kw_from:
        case kw_if:
        case kw_in:
        case kw_is:
        case kw_not:
        case kw_or:
            return true;
        default:
            return false;
    }
}

std::size_t before_blanks(std::string_view text, std::size_t at, std::uint8_t what) {
    while (at != 0 && byte::is(text[at - 1], what)) --at;
    return at;
}

std::size_t line_of(std::string_view text, std::size_t at) {
    while (at != 0 && !byte::is(text[at - 1], byte::line_end)) --at;
    return at;
}

std::size_t first_of_line(std::string_view text, std::size_t line) {
    while (line < text.size() && byte::is(text[line], byte::blank)) ++line;
    return line;
}

/// Whether the last line before `at` that is no comment ends the head of a function or class, and
/// is less indented than `column`. `open` is where the literal begins.
bool is_below_head(std::string_view text, std::size_t open, std::size_t at, std::size_t column) {
    for (;;) {
        const std::size_t end = before_blanks(text, at, byte::blank | byte::line_end);
        if (end <= open + 3) return false;
        const std::size_t line = line_of(text, end);
        const std::size_t first = first_of_line(text, line);
        if (text[first] == '#') {
            at = line;
            continue;
        }
        const TokenKind kind = keyword_at(text, first);
        const bool head = text[first] == ')' || kind == TokenKind::kw_def ||
                          kind == TokenKind::kw_class || kind == TokenKind::kw_async;
        return head && text[end - 1] == ':' && line > open && first - line < column;
    }
}

}  // namespace

bool looks_inverted(std::string_view text, std::uint32_t open, std::uint32_t end) {
    const std::string_view inside = text.substr(open, end - open);
    if (inside.find('\n') == std::string_view::npos) return false;
    if (end < text.size() && byte::is(text[end], byte::name_part)) {
        return !may_follow_literal(keyword_at(text, end));
    }
    std::size_t close = end - 3;
    if (byte::is(text[close - 1], byte::name_start)) --close;  // the prefix of the next literal
    const std::size_t line = before_blanks(text, close, byte::blank);
    if (line <= open || !byte::is(text[line - 1], byte::line_end)) return false;
    return is_below_head(text, open, line, close - line);
}

}  // namespace trainlint::python
