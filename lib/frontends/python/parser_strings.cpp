// String literals, f-strings and t-strings with their fields.
#include "frontends/python/lexer_text.hpp"
#include "frontends/python/parser_builder.hpp"

namespace trainlint::python {

namespace {
constexpr std::uint16_t sort_of = flag::bytes | flag::template_;
}  // namespace

/// One literal, or several that stand side by side.
Index Builder::strings() {
    const std::uint32_t begin = token().begin;
    const std::uint16_t sort = token().flags & sort_of;
    const Index first = string();
    if (!at_literal()) return first;
    Children parts;
    add(parts, first);
    while (at_literal()) {
        if ((token().flags & sort_of) != sort) {
            fail("bytes, text and templates cannot be joined");
        } else {
            add(parts, string());
        }
    }
    return finish(Kind::string_join, begin, parts);
}

Index Builder::string() {
    if (at(TokenKind::text_start)) return text_with_fields();
    const Token token = lexer_.token();
    check_escapes(token);
    if (failed_) return no_node;
    return leaf(Kind::string, token.op, token.flags & ~has_backslash);
}

// --- fields ----------------------------------------------------------------------------------

Index Builder::text_with_fields() {
    const Nesting nesting(*this);
    const Token start = lexer_.token();
    const Lexer::TextRules rules{static_cast<char>(start.op), (start.flags & flag::triple) != 0,
                                 (start.flags & flag::raw) != 0, false};
    Children parts;
    while (!failed_) {
        const std::uint32_t begin = lexer_.position();
        const Lexer::TextEnd end = lexer_.read_text(rules);
        const std::uint32_t quotes = end == Lexer::TextEnd::closed ? (rules.triple ? 3 : 1) : 0;
        last_end_ = lexer_.position() - quotes;
        add(parts, text_part(begin, start));
        if (failed_) break;
        if (end == Lexer::TextEnd::closed) {
            last_end_ = lexer_.position();
            lexer_.next();
            break;
        }
        if (end == Lexer::TextEnd::field) {
            add(parts, field(rules, start));
        } else {
            fail_at(start.begin, last_end_,
                    end == Lexer::TextEnd::brace ? "a single '}' in an f-string"
                                                 : "an f-string was not closed");
        }
    }
    const Kind kind =
        (start.flags & flag::template_) != 0 ? Kind::template_string : Kind::formatted_string;
    return finish(kind, start.begin, parts, start.op, start.flags);
}

/// The text from `begin` to the last token's end; no node if there is none.
Index Builder::text_part(std::uint32_t begin, const Token& start) {
    if (begin == last_end_) return no_node;
    const std::string_view written(lexer_.text() + begin, last_end_ - begin);
    if (written.find('\\') != std::string_view::npos) {
        check_escapes({TokenKind::string, start.op,
                       static_cast<std::uint16_t>(start.flags | has_backslash), begin, last_end_});
    }
    depth_ = 1;
    return make(Kind::string_text, begin, last_end_, start.op, start.flags);
}

/// At the opening brace, with the lexer in the text; likewise behind the closing one.
Index Builder::field(const Lexer::TextRules& rules, const Token& start) {
    const Nesting nesting(*this);
    const std::uint32_t begin = lexer_.position();
    const std::uint32_t outer = lexer_.enter_field();
    Children parts;
    std::uint16_t flags = 0;
    std::uint8_t op = 0;
    add(parts, value());
    if (eat(TokenKind::assign)) flags |= flag::debug;
    if (at(TokenKind::exclamation)) op = conversion();
    if (at(TokenKind::colon)) {
        add(parts, format_spec(rules, start));
    } else if (at(TokenKind::right_brace)) {
        last_end_ = token().end;
    } else {
        fail("expected '}' in an f-string");
    }
    lexer_.leave_field(outer);
    return finish(Kind::field, begin, parts, op, flags);
}

std::uint8_t Builder::conversion() {
    advance();
    const Token word = lexer_.token();
    const char letter = lexer_.text()[word.begin];
    const bool known = letter == 's' || letter == 'r' || letter == 'a';
    const bool adjacent = word.begin == last_end_ && word.end == word.begin + 1;
    if (!known || !adjacent || !eat(TokenKind::name)) {
        fail("expected 's', 'r' or 'a' after '!' in an f-string");
        return 0;
    }
    return static_cast<std::uint8_t>(letter);
}

/// At the colon; passes the brace that closes the field.
Index Builder::format_spec(Lexer::TextRules rules, const Token& start) {
    const std::uint32_t spec = token().end;
    rules.in_spec = true;
    Children parts;
    for (;;) {
        const std::uint32_t begin = lexer_.position();
        const Lexer::TextEnd end = lexer_.read_text(rules);
        last_end_ = lexer_.position();
        if (end != Lexer::TextEnd::field && end != Lexer::TextEnd::brace) {
            fail_at(spec - 1, spec, "a field of an f-string was not closed");
            return no_node;
        }
        add(parts, text_part(begin, start));
        if (end == Lexer::TextEnd::brace) break;
        add(parts, field(rules, start));
        if (failed_) return no_node;
    }
    const Index made = finish(Kind::format_spec, spec, parts);
    lexer_.close_spec();
    last_end_ = lexer_.position();
    return made;
}

// --- escapes ---------------------------------------------------------------------------------

namespace {

/// Whether the escape at the backslash is whole: \x, \u, \U and \N have a form.
bool is_whole_escape(const char* text, std::uint32_t at, std::uint32_t end, bool bytes) {
    const char kind = text[at + 1];
    if (bytes && kind != 'x') return true;
    if (kind == 'N') {
        const std::uint32_t close = find_any(text, at, end, '}');
        return text[at + 2] == '{' && close < end && close > at + 3;
    }
    const unsigned digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    std::uint64_t code = 0;
    for (unsigned i = 0; i < digits; ++i) {
        const char c = text[at + 2 + i];
        if (at + 2 + i >= end || !byte::is(c, byte::hex)) return false;
        const unsigned digit = byte::is(c, byte::digit)
                                   ? static_cast<unsigned>(c - '0')
                                   : static_cast<unsigned>((c | 32) - 'a') + 10;
        code = code << 4 | digit;
    }
    return code <= 0x10FFFF;
}

}  // namespace

void Builder::check_escapes(const Token& token) {
    const char* text = lexer_.text();
    const bool bytes = (token.flags & flag::bytes) != 0;
    if (bytes) {
        const std::string_view literal(text + token.begin, token.end - token.begin);
        const bool ascii = std::ranges::all_of(literal, [](char c) { return (c & 0x80) == 0; });
        if (!ascii) fail_at(token.begin, token.end, "bytes may hold only ASCII characters");
    }
    if ((token.flags & has_backslash) == 0 || (token.flags & flag::raw) != 0) return;
    for (std::uint32_t at = token.begin;;) {
        at = find_any(text, at, token.end, '\\');
        if (at >= token.end) return;
        if (!is_whole_escape(text, at, token.end, bytes)) {
            return fail_at(at, at + 2, "an escape in a string is cut short");
        }
        at += 2;
    }
}

}  // namespace trainlint::python
