#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "frontends/structured/scalar_sinks.hpp"
#include "frontends/structured/scalars.hpp"
#include "text/utf8.hpp"

namespace trainlint::structured {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::optional<char32_t> hex_value(std::string_view digits) {
    char32_t value = 0;
    for (const char c : digits) {
        const bool digit = c >= '0' && c <= '9';
        const char lower = static_cast<char>(c | 0x20);
        if (!digit && (lower < 'a' || lower > 'f')) return std::nullopt;
        value = value * 16 + static_cast<char32_t>(digit ? c - '0' : lower - 'a' + 10);
    }
    return value;
}

/// The inside of a string and how it is written.
struct Quotes {
    text::Span inside;
    char quote = '\0';
    bool triple = false;
};

Quotes quotes_of(std::string_view text, text::Span scalar) {
    const std::string_view raw = text.substr(scalar.begin, scalar.size());
    Quotes found{scalar};
    if (raw.empty() || (raw[0] != '"' && raw[0] != '\'')) return found;
    found.quote = raw[0];
    const std::string marks(3, raw[0]);
    found.triple = raw.size() >= 6 && raw.starts_with(marks) && raw.ends_with(marks);
    const std::uint32_t width = found.triple ? 3 : 1;
    found.inside = {scalar.begin + width, std::max(scalar.begin + width, scalar.end - width)};
    if (!found.triple) return found;
    std::string_view inside = text.substr(found.inside.begin, found.inside.size());
    if (inside.starts_with("\r\n")) ++found.inside.begin;
    if (inside.starts_with("\r\n") || inside.starts_with('\n')) ++found.inside.begin;
    return found;
}

/// A basic string's inside.
template <class Sink>
class Decoder {
public:
    Decoder(std::string_view text, text::Span inside, Sink& sink)
        : text_(text.substr(0, inside.end)), at_(inside.begin), sink_(sink) {}

    void decode() {
        while (at_ < text_.size()) {
            const auto found = std::min(text_.find('\\', at_), text_.size());
            sink_.same({at_, static_cast<std::uint32_t>(found)});
            at_ = static_cast<std::uint32_t>(found);
            if (at_ < text_.size()) escape();
        }
    }

private:
    void atom(std::uint32_t size, std::string_view meaning) {
        const auto end =
            static_cast<std::uint32_t>(std::min<std::size_t>(at_ + size, text_.size()));
        sink_.atom({at_, end}, meaning);
        at_ = end;
    }

    void escape() {
        constexpr std::string_view letters = "btnfre\"\\";
        constexpr std::string_view meanings = "\b\t\n\f\r\x1b\"\\";
        const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        const auto simple = letters.find(c);
        if (simple != std::string_view::npos) return atom(2, meanings.substr(simple, 1));
        if (c == 'u') return code_point(4);
        if (c == 'U') return code_point(8);
        if (c == 'x') return code_point(2);
        const auto next = std::min(text_.find_first_not_of(blanks, at_ + 1), text_.size());
        const std::string_view gap = text_.substr(at_ + 1, next - at_ - 1);
        if (gap.find('\n') == std::string_view::npos) return atom(2, text_.substr(at_, 2));
        atom(static_cast<std::uint32_t>(next) - at_, {});
    }

    void code_point(std::uint32_t digits) {
        const bool whole = at_ + 2 + digits <= text_.size();
        const auto code = whole ? hex_value(text_.substr(at_ + 2, digits)) : std::nullopt;
        if (!code) return atom(2, text_.substr(at_, 2));
        std::string meaning;
        text::append_utf8(meaning, *code);
        atom(2 + digits, meaning);
    }

    std::string_view text_;
    std::uint32_t at_;
    Sink& sink_;
};

template <class Sink>
void decode(std::string_view text, const Quotes& quotes, Sink& sink) {
    if (quotes.quote == '"') {
        Decoder<Sink>(text, quotes.inside, sink).decode();
    } else {
        sink.same(quotes.inside);
    }
}

}  // namespace

std::string toml_meaning(std::string_view text, text::Span scalar) {
    MeaningSink sink{text, {}};
    decode(text, quotes_of(text, scalar), sink);
    return std::move(sink.meaning);
}

Scalar toml_scalar(std::string_view text, text::Span scalar) {
    StretchSink sink{text, {}};
    const Quotes quotes = quotes_of(text, scalar);
    decode(text, quotes, sink);
    text::Piece& like = sink.scalar.like;
    if (quotes.quote != '\0') {
        const bool basic = quotes.quote == '"';
        like.spelling = basic ? text::Spelling::toml_string : text::Spelling::toml_literal;
    }
    like.quote = quotes.quote;
    like.triple = quotes.triple;
    return std::move(sink.scalar);
}

}  // namespace trainlint::structured
