#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "frontends/structured/scalar_sinks.hpp"
#include "frontends/structured/scalars.hpp"
#include "text/utf8.hpp"

namespace trainlint::structured {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/// A character, decoded from an escape; its end in the text.
struct Escape {
    std::string meaning;
    std::uint32_t end;
};

std::string utf8(std::uint32_t code) {
    std::string out;
    text::append_utf8(out, code);
    return out;
}

std::optional<std::uint32_t> hex_value(std::string_view digits) {
    std::uint32_t value = 0;
    for (const char c : digits) {
        const bool digit = c >= '0' && c <= '9';
        const char lower = static_cast<char>(c | 0x20);
        if (!digit && (lower < 'a' || lower > 'f')) return std::nullopt;
        value = value * 16 + static_cast<std::uint32_t>(digit ? c - '0' : lower - 'a' + 10);
    }
    return value;
}

/// The digits of `\x`, `\u`, `\U`; two surrogates are one character.
Escape numeric_escape(std::string_view text, std::uint32_t at, std::uint32_t digits) {
    const std::uint32_t end = at + 2 + digits;
    const auto code = end <= text.size() ? hex_value(text.substr(at + 2, digits)) : std::nullopt;
    if (!code) return {std::string(text.substr(at, 2)), at + 2};
    if (*code < 0xD800 || *code > 0xDBFF || text.substr(end, 2) != "\\u") {
        return {utf8(*code), end};
    }
    const auto low = hex_value(text.substr(end + 2, 4));
    if (!low || *low < 0xDC00 || *low > 0xDFFF) return {utf8(*code), end};
    return {utf8(0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00)), end + 6};
}

/// Unknown escapes mean themselves.
Escape escape_at(std::string_view text, std::uint32_t at) {
    constexpr std::string_view letters = "0abt\tnvfre \"/\\";
    constexpr std::string_view meanings{"\0\a\b\t\t\n\v\f\r\x1b \"/\\", 14};
    const char c = at + 1 < text.size() ? text[at + 1] : '\0';
    const auto found = at + 1 < text.size() ? letters.find(c) : std::string_view::npos;
    if (found != std::string_view::npos) return {std::string(1, meanings[found]), at + 2};
    switch (c) {
        case 'N':
            return {utf8(0x85), at + 2};
        case '_':
            return {utf8(0xA0), at + 2};
        case 'L':
            return {utf8(0x2028), at + 2};
        case 'P':
            return {utf8(0x2029), at + 2};
        case 'x':
            return numeric_escape(text, at, 2);
        case 'u':
            return numeric_escape(text, at, 4);
        case 'U':
            return numeric_escape(text, at, 8);
        default:
            break;
    }
    const auto end = std::min<std::size_t>(at + 2, text.size());
    return {std::string(text.substr(at, end - at)), static_cast<std::uint32_t>(end)};
}

/// Plain and quoted scalars: their lines are folded.
template <class Sink>
class FlowDecoder {
public:
    FlowDecoder(std::string_view text, text::Span inside, Sink& sink)
        : text_(text.substr(0, inside.end)), at_(inside.begin), run_(inside.begin), sink_(sink) {}

    void plain() {
        while (at_ < text_.size()) {
            at_ = find("\n");
            if (at_ < text_.size()) fold();
        }
        flush(at_);
    }

    void single_quoted() {
        while (at_ < text_.size()) {
            at_ = find("\n'");
            if (at_ >= text_.size()) break;
            if (text_[at_] == '\n') {
                fold();
            } else {
                const auto end = static_cast<std::uint32_t>(std::min(at_ + 2, text_.size()));
                atom({static_cast<std::uint32_t>(at_), end}, "'");
            }
        }
        flush(at_);
    }

    void double_quoted() {
        while (at_ < text_.size()) {
            at_ = find("\n\\");
            if (at_ >= text_.size()) break;
            if (text_[at_] == '\n') {
                fold();
            } else if (!joined_line()) {
                const auto begin = static_cast<std::uint32_t>(at_);
                const Escape escape = escape_at(text_, begin);
                atom({begin, escape.end}, escape.meaning);
            }
        }
        flush(at_);
    }

private:
    std::size_t find(const char* characters) const {
        return std::min(text_.find_first_of(characters, at_), text_.size());
    }

    void flush(std::size_t end) {
        sink_.same({static_cast<std::uint32_t>(run_), static_cast<std::uint32_t>(end)});
    }

    void atom(text::Span origin, std::string_view meaning) {
        flush(origin.begin);
        sink_.atom(origin, meaning);
        at_ = run_ = origin.end;
    }

    /// Behind blanks and line breaks; counts these.
    std::size_t pass_breaks(std::size_t at, std::size_t& breaks) const {
        for (; at < text_.size() && (is_blank(text_[at]) || text_[at] == '\r' || text_[at] == '\n');
             ++at) {
            if (text_[at] == '\n') ++breaks;
        }
        return at;
    }

    /// At a line break: one means a blank, several mean one less.
    void fold() {
        std::size_t begin = at_;
        while (begin > run_ && (is_blank(text_[begin - 1]) || text_[begin - 1] == '\r')) --begin;
        std::size_t breaks = 0;
        const std::size_t end = pass_breaks(at_, breaks);
        const text::Span origin{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
        atom(origin, breaks == 1 ? std::string(" ") : std::string(breaks - 1, '\n'));
    }

    /// A backslash at the end of a line joins it with the next.
    bool joined_line() {
        std::size_t end = at_ + 1;
        if (end < text_.size() && text_[end] == '\r') ++end;
        if (end >= text_.size() || text_[end] != '\n') return false;
        std::size_t breaks = 0;
        end = pass_breaks(end, breaks);
        atom({static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)},
             std::string(breaks - 1, '\n'));
        return true;
    }

    std::string_view text_;
    std::size_t at_;
    std::size_t run_;  // begin of what means itself and is not yet in the sink
    Sink& sink_;
};

/// Literal and folded block scalars.
template <class Sink>
class BlockDecoder {
public:
    BlockDecoder(std::string_view text, text::Span scalar, std::uint16_t indent, Sink& sink)
        : text_(text), at_(scalar.begin), end_(scalar.end), indent_(indent), sink_(sink) {
        read_header();
    }

    void decode() {
        const bool empty = at_ >= end_;
        skip_blank_lines();
        if (!empty || chomping_ == '+') give_breaks();
        while (at_ < end_) {
            line();
            if (at_ < end_) separate();
        }
        if (!empty) chomp();
    }

private:
    void read_header() {
        folded_ = text_[at_] == '>';
        const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view header = text_.substr(at_, line_end - at_);
        const auto chomping = header.find_first_of("+-#");
        if (chomping != std::string_view::npos && header[chomping] != '#') {
            chomping_ = header[chomping];
        }
        at_ = static_cast<std::uint32_t>(std::min(line_end + 1, text_.size()));
    }

    /// Behind the lines that are empty but for blanks, and the indentation of the next: notes
    /// where each of them ends.
    void skip_blank_lines() {
        breaks_.clear();
        for (;;) {
            std::uint32_t at = at_;
            while (at < text_.size() && at < at_ + indent_ && text_[at] == ' ') ++at;
            if (at < text_.size() && text_[at] == '\r') ++at;
            if (at >= text_.size() || text_[at] != '\n') {
                if (at > at_ && text_[at - 1] == '\r') --at;
                first_column_ = at;
                return;
            }
            breaks_.push_back({at_, at + 1});
            at_ = at + 1;
        }
    }

    void line() {
        at_ = first_column_;
        const std::size_t found = text_.find('\n', at_);
        auto stop = static_cast<std::uint32_t>(std::min<std::size_t>(found, text_.size()));
        ended_ = found != std::string_view::npos;
        const std::uint32_t next = ended_ ? stop + 1 : stop;
        if (ended_ && stop > at_ && text_[stop - 1] == '\r') --stop;
        more_indented_ = at_ < text_.size() && is_blank(text_[at_]);
        sink_.same({at_, stop});
        ending_ = {stop, next};
        at_ = next;
        skip_blank_lines();
    }

    void give(text::Span origin) {
        if (origin.size() == 1) {
            sink_.same(origin);
        } else {
            sink_.atom(origin, "\n");
        }
    }

    void give_breaks() {
        for (const text::Span& line : breaks_) {
            const std::uint32_t end = line.end;
            const bool carriage = line.size() > 1 && text_[end - 2] == '\r';
            give({end - (carriage ? 2 : 1), end});
        }
    }

    /// Between two lines with text.
    void separate() {
        const bool joins = folded_ && !more_indented_ && first_column_ < text_.size() &&
                           !is_blank(text_[first_column_]);
        if (!joins) {
            give(ending_);
            give_breaks();
        } else if (breaks_.empty()) {
            sink_.atom({ending_.begin, first_column_}, " ");
        } else {
            sink_.atom({ending_.begin, breaks_[0].end}, "\n");
            breaks_.erase(breaks_.begin());
            give_breaks();
        }
    }

    void chomp() {
        if (chomping_ == '-' || !ended_) return;
        give(ending_);
        if (chomping_ == '+') give_breaks();
    }

    std::string_view text_;
    std::uint32_t at_;
    std::uint32_t end_;
    std::uint32_t indent_;
    Sink& sink_;
    bool folded_ = false;
    char chomping_ = '\0';
    std::vector<text::Span> breaks_;  // empty lines before the next line with text
    std::uint32_t first_column_ = 0;  // of that line
    text::Span ending_;               // the line break of the last line with text
    bool ended_ = false;              // there is one
    bool more_indented_ = false;
};

template <class Sink>
void decode(std::string_view text, text::Span scalar, std::uint16_t indent, Sink& sink) {
    const char first = scalar.size() > 0 ? text[scalar.begin] : '\0';
    if (first == '|' || first == '>') {
        BlockDecoder<Sink>(text, scalar, indent, sink).decode();
        return;
    }
    const bool quoted = first == '"' || first == '\'';
    text::Span inside = scalar;
    if (quoted) ++inside.begin;
    if (quoted && scalar.size() > 1 && text[scalar.end - 1] == first) --inside.end;
    FlowDecoder<Sink> decoder(text, inside, sink);
    if (!quoted) {
        decoder.plain();
    } else if (first == '"') {
        decoder.double_quoted();
    } else {
        decoder.single_quoted();
    }
}

text::Piece yaml_spelling(char first, std::uint16_t indent) {
    text::Piece like;
    like.spelling = text::Spelling::yaml_plain;
    if (first == '|' || first == '>') {
        like.spelling = text::Spelling::yaml_block;
        like.indent = indent;
    } else if (first == '"' || first == '\'') {
        like.quote = first;
        like.spelling =
            first == '"' ? text::Spelling::yaml_double_quoted : text::Spelling::yaml_single_quoted;
    }
    return like;
}

}  // namespace

std::string yaml_meaning(std::string_view text, text::Span scalar, std::uint16_t indent) {
    MeaningSink sink{text, {}};
    decode(text, scalar, indent, sink);
    return std::move(sink.meaning);
}

Scalar yaml_scalar(std::string_view text, text::Span scalar, std::uint16_t indent) {
    StretchSink sink{text, {}};
    decode(text, scalar, indent, sink);
    sink.scalar.like = yaml_spelling(scalar.size() > 0 ? text[scalar.begin] : '\0', indent);
    return std::move(sink.scalar);
}

}  // namespace trainlint::structured
