#include "frontends/python/text_literal.hpp"

#include <algorithm>

namespace trainlint::python {

text::Piece LiteralPiece::spelling() const {
    text::Piece piece;
    piece.spelling = text::Spelling::python_string;
    piece.quote = quote;
    piece.raw = raw;
    piece.triple = triple;
    piece.formatted = formatted;
    return piece;
}

namespace {

/// What one token of the literal says about itself.
struct Rules {
    char quote = 0;
    bool raw = false, triple = false, bytes = false;
    bool braces = false;  // doubled ones stand for one

    explicit Rules(const Node& node)
        : quote(static_cast<char>(node.op)),
          raw(node.has(flag::raw)),
          triple(node.has(flag::triple)),
          bytes(node.has(flag::bytes)),
          braces(node.has(flag::formatted) || node.has(flag::template_)) {}
};

void append_code(std::string& to, std::uint32_t code) {
    const auto byte = [&](std::uint32_t value) { to.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | code >> 6);
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | code >> 12);
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | code >> 18);
        byte(0x80 | (code >> 12 & 0x3F));
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const int letter = (c | 32) - 'a';
    return letter >= 0 && letter < 6 ? letter + 10 : 99;
}

/// Reads the contents of one token, from its first byte behind the quotes.
class Decoder {
public:
    Decoder(std::string_view text, text::Span contents, Rules rules, Literal& out)
        : text_(text.substr(0, contents.end)), at_(contents.begin), rules_(rules), out_(out) {}

    void decode() {
        const std::string_view stops = rules_.braces ? "\\\r{}" : "\\\r";
        while (at_ < text_.size()) {
            const std::size_t stop = std::min(text_.find_first_of(stops, at_), text_.size());
            plain(static_cast<std::uint32_t>(stop));
            if (at_ < text_.size()) special();
        }
    }

private:
    void special() {
        const char c = text_[at_];
        if (c == '\r') return line_end();
        if (c == '\\') return rules_.raw ? plain(at_ + 1) : escape();
        const bool doubled = at_ + 1 < text_.size() && text_[at_ + 1] == c;
        if (doubled) return atom(2, static_cast<std::uint32_t>(c));
        plain(at_ + 1);
    }

    /// Text up to `end` that means itself.
    void plain(std::uint32_t end) {
        if (end == at_) return;
        const auto begin = static_cast<std::uint32_t>(out_.text.size());
        out_.text.append(text_, at_, end - at_);
        const bool goes_on = !out_.pieces.empty() &&
                             out_.pieces.back().kind == LiteralPiece::Kind::text &&
                             out_.pieces.back().origin.end == at_;
        if (goes_on) {
            out_.pieces.back().value.end += end - at_;
            out_.pieces.back().origin.end = end;
        } else {
            piece(LiteralPiece::Kind::text, begin, end);
        }
        at_ = end;
    }

    void piece(LiteralPiece::Kind kind, std::uint32_t begin, std::uint32_t end) {
        const auto value_end = static_cast<std::uint32_t>(out_.text.size());
        out_.pieces.push_back({kind,
                               {begin, value_end},
                               {at_, end},
                               rules_.quote,
                               rules_.raw,
                               rules_.triple,
                               rules_.braces,
                               no_node});
    }

    void atom(std::uint32_t length, std::uint32_t code, bool byte = false) {
        const auto begin = static_cast<std::uint32_t>(out_.text.size());
        if (byte) {
            out_.text.push_back(static_cast<char>(code));
        } else {
            append_code(out_.text, code);
        }
        piece(LiteralPiece::Kind::escape, begin, at_ + length);
        at_ += length;
    }

    void line_end() {
        const bool both = at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
        atom(both ? 2 : 1, '\n');
    }

    void escape() {
        if (at_ + 1 == text_.size()) return plain(at_ + 1);
        switch (const char c = text_[at_ + 1]) {
            case '\n':
                at_ += 2;
                return;
            case '\r':
                at_ += at_ + 2 < text_.size() && text_[at_ + 2] == '\n' ? 3 : 2;
                return;
            case '\\':
            case '\'':
            case '"':
                return atom(2, static_cast<std::uint32_t>(c));
            case 'a':
                return atom(2, 7);
            case 'b':
                return atom(2, 8);
            case 't':
                return atom(2, 9);
            case 'n':
                return atom(2, 10);
            case 'v':
                return atom(2, 11);
            case 'f':
                return atom(2, 12);
            case 'r':
                return atom(2, 13);
            case 'x':
                return number(2, 2, 16);
            case 'u':
                return rules_.bytes ? plain(at_ + 2) : number(2, 4, 16);
            case 'U':
                return rules_.bytes ? plain(at_ + 2) : number(2, 8, 16);
            case 'N':
                return rules_.bytes ? plain(at_ + 2) : named();
            default:
                return c >= '0' && c <= '7' ? octal() : plain(at_ + 1);
        }
    }

    /// Exactly `digits` of them behind the first `skip` bytes; fewer are text.
    void number(std::uint32_t skip, std::uint32_t digits, int base) {
        std::uint64_t code = 0;
        for (std::uint32_t i = 0; i < digits; ++i) {
            const std::size_t place = at_ + skip + i;
            const int digit = place < text_.size() ? digit_of(text_[place]) : 99;
            if (digit >= base) return plain(at_ + 1);
            code = code * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
        }
        if (code > 0x10FFFF) return plain(at_ + 1);
        atom(skip + digits, static_cast<std::uint32_t>(code), rules_.bytes);
    }

    void octal() {
        std::uint32_t digits = 1;
        while (digits < 3 && at_ + 1 + digits < text_.size() && text_[at_ + 1 + digits] >= '0' &&
               text_[at_ + 1 + digits] <= '7') {
            ++digits;
        }
        number(1, digits, 8);
    }

    void named() {
        const std::size_t close = text_.find('}', at_);
        if (text_.substr(at_ + 2, 1) != "{" || close == std::string_view::npos) {
            return plain(at_ + 1);
        }
        const auto begin = static_cast<std::uint32_t>(out_.text.size());
        piece(LiteralPiece::Kind::named, begin, static_cast<std::uint32_t>(close + 1));
        out_.whole = false;
        at_ = static_cast<std::uint32_t>(close + 1);
    }

    std::string_view text_;
    std::uint32_t at_;
    Rules rules_;
    Literal& out_;
};

/// Without prefix and quotes.
text::Span contents_of(std::string_view text, const Node& literal) {
    const std::uint32_t quotes = literal.has(flag::triple) ? 3 : 1;
    std::uint32_t begin = literal.begin;
    while (begin < literal.end && text[begin] != static_cast<char>(literal.op)) ++begin;
    begin = std::min(begin + quotes, literal.end);
    return {begin, std::max(begin, literal.end - std::min(quotes, literal.end - literal.begin))};
}

void append_field(const Tree& tree, Index field, const Node& literal, Literal& out) {
    const auto at = static_cast<std::uint32_t>(out.text.size());
    const Rules rules(literal);
    out.pieces.push_back({LiteralPiece::Kind::field,
                          {at, at},
                          tree[field].span(),
                          rules.quote,
                          rules.raw,
                          rules.triple,
                          rules.braces,
                          field});
    out.whole = false;
}

void append(std::string_view text, const Tree& tree, Index at, Literal& out) {
    const Node& node = tree[at];
    switch (node.kind) {
        case Kind::string:
            out.bytes |= node.has(flag::bytes);
            Decoder(text, contents_of(text, node), Rules(node), out).decode();
            return;
        case Kind::string_text:
            Decoder(text, node.span(), Rules(node), out).decode();
            return;
        case Kind::string_join:
            for (const Index part : tree.children(at)) append(text, tree, part, out);
            return;
        case Kind::formatted_string:
        case Kind::template_string:
        case Kind::format_spec:
            for (const Index part : tree.children(at)) {
                if (tree[part].kind == Kind::field) {
                    append_field(tree, part, node, out);
                } else {
                    append(text, tree, part, out);
                }
            }
            return;
        default:
            out.whole = false;
    }
}

}  // namespace

Literal decode_literal(std::string_view text, const Tree& tree, Index node) {
    Literal out;
    append(text, tree, node, out);
    return out;
}

bool literal_value(std::string_view text, const Tree& tree, Index node, std::string& value) {
    Literal literal = decode_literal(text, tree, node);
    value = std::move(literal.text);
    return literal.whole;
}

}  // namespace trainlint::python
