#include "frontends/python/scanner_text.hpp"

#include <algorithm>
#include <array>

#include "frontends/python/lexer_text.hpp"

namespace trainlint::python {

namespace {
/// Literals in fields of literals, and so on; deeper ones are taken for plain ones.
constexpr unsigned most_depth = 16;
/// Lines over which a field is followed, in a literal that a line end should close.
constexpr unsigned most_field_lines = 50;
}  // namespace

std::uint32_t ScannedText::skip_blanks(std::uint32_t at) const {
    while (at < size_ && byte::is(data_[at], byte::blank)) ++at;
    return at;
}

std::uint32_t ScannedText::name_end(std::uint32_t at) const {
    while (at < size_ && byte::is(data_[at], byte::name_part)) ++at;
    return at;
}

TokenKind ScannedText::keyword(std::uint32_t at) const {
    std::array<char, 16> word{};
    std::uint32_t length = 0;
    for (; length < 9 && byte::is((*this)[at + length], byte::name_part); ++length) {
        word[length] = data_[at + length];
    }
    return keyword_of(word.data(), length);
}

bool ScannedText::begins_statement(std::uint32_t at) const {
    at = skip_blanks(at);
    const char c = (*this)[at];
    return c >= 'a' && c <= 'w' && is_statement_keyword(keyword(at));
}

std::optional<std::uint32_t> ScannedText::literal_end(std::uint32_t at) const {
    const char quote = (*this)[at];
    const bool triple = is_triple(at);
    for (at += triple ? 3 : 1; at < size_;) {
        const char c = data_[at];
        if (c == '\\') {
            at += !triple && (*this)[at + 1] == '\r' && (*this)[at + 2] == '\n' ? 3 : 2;
        } else if (c == quote && (!triple || is_triple(at))) {
            return at + (triple ? 3 : 1);
        } else if (!triple && is_line_end(at)) {
            return {};
        } else {
            ++at;
        }
    }
    return {};
}

// --- literals with fields --------------------------------------------------------------------

bool ScannedText::has_fields(std::uint32_t quote) const {
    const auto letter = [&](std::uint32_t before) {
        return before <= quote ? static_cast<char>(data_[quote - before] | 32) : ' ';
    };
    const auto marks = [](char c) { return c == 'f' || c == 't'; };
    const bool two =
        (marks(letter(1)) && letter(2) == 'r') || (letter(1) == 'r' && marks(letter(2)));
    if (!two && !marks(letter(1))) return false;
    const std::uint32_t prefix = two ? 2 : 1;
    return quote == prefix || !byte::is(data_[quote - prefix - 1], byte::name_part);
}

std::uint32_t ScannedText::after_escape(std::uint32_t backslash) const {
    const char escaped = (*this)[backslash + 1];
    if (escaped == '{' || escaped == '}') return backslash + 1;
    if (escaped == '\r' && (*this)[backslash + 2] == '\n') return backslash + 3;
    if (escaped != 'N' || (*this)[backslash + 2] != '{') return backslash + 2;
    std::uint32_t close = backslash + 3;
    while (byte::is((*this)[close], byte::name_part) || (*this)[close] == ' ' ||
           (*this)[close] == '-') {
        ++close;
    }
    return (*this)[close] == '}' ? close + 1 : backslash + 2;
}

std::optional<std::uint32_t> ScannedText::formatted_end(std::uint32_t quote, unsigned depth) const {
    if (depth == most_depth) return {};
    const char mark = data_[quote];
    const bool triple = is_triple(quote);
    for (std::uint32_t at = quote + (triple ? 3 : 1); at < size_;) {
        const char c = data_[at];
        if (c == '\\') {
            at = after_escape(at);
        } else if (c == '{') {
            if ((*this)[at + 1] == '{') {
                at += 2;
                continue;
            }
            const auto end = field_end(at, depth);
            if (!end) return {};
            at = *end;
        } else if (c == mark && (!triple || is_triple(at))) {
            return at + (triple ? 3 : 1);
        } else if (!triple && is_line_end(at)) {
            return {};
        } else {
            ++at;
        }
    }
    return {};
}

/// Behind the brace that closes the field opened at `brace`.
std::optional<std::uint32_t> ScannedText::field_end(std::uint32_t brace, unsigned depth) const {
    unsigned brackets = 0, lines = 0;
    for (std::uint32_t at = brace + 1; at < size_;) {
        const char c = data_[at];
        if (c == '"' || c == '\'') {
            const auto end = has_fields(at) ? formatted_end(at, depth + 1) : literal_end(at);
            if (!end) return {};
            at = *end;
            continue;
        }
        if (c == '(' || c == '[' || c == '{') ++brackets;
        if (c == ')' || c == ']' || c == '}') {
            if (brackets == 0) return c == '}' ? std::optional(at + 1) : std::nullopt;
            --brackets;
        }
        if (c == ':' && brackets == 0) return spec_end(at + 1, depth);
        if (c == '#') {
            while (at < size_ && !is_line_end(at)) ++at;
            continue;
        }
        if (c == '\n' && (++lines == most_field_lines || begins_statement(at + 1))) return {};
        ++at;
    }
    return {};
}

std::optional<std::uint32_t> ScannedText::spec_end(std::uint32_t at, unsigned depth) const {
    if (depth == most_depth) return {};
    while (at < size_) {
        const char c = data_[at];
        if (c == '}') return at + 1;
        if (c == '{') {
            const auto end = field_end(at, depth + 1);
            if (!end) return {};
            at = *end;
        } else {
            at = c == '\\' ? after_escape(at) : at + 1;
        }
    }
    return {};
}

}  // namespace trainlint::python
