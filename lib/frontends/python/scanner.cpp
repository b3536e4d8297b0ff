#include "frontends/python/scanner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "frontends/python/lexer_text.hpp"
#include "frontends/python/scanner_bytes.hpp"
#include "frontends/python/scanner_items.hpp"
#include "frontends/python/scanner_text.hpp"

namespace trainlint::python {

namespace {

/// Cuts a text into logical lines. Only quotes, comments, line ends and backslashes are looked at
/// one by one; brackets between them are counted.
class LineScanner {
public:
    LineScanner(ScannedText text, Outline& out) : text_(text), out_(out) {}

    void scan() {
        const bool mark = text_[0] == '\xEF' && text_[1] == '\xBB' && text_[2] == '\xBF';
        skip_ = mark ? 3 : 0;
        begin_line(skip_);
        for (std::uint32_t base = 0; base < text_.size() || reopen(base); base += 64) {
            block(base);
            if (again_) base = pass_quotes() - 64;
        }
        if (state_ == State::comment) out_.comments.push_back({literal_, text_.size()});
        if (open_) out_.lines.back().end = text_.size();
    }

private:
    enum class State : std::uint8_t { code, comment, string, long_string };

    /// Bytes not to be looked at again.
    void resume(std::uint32_t at) {
        skip_ = at;
        left_ = at >= base_ + 64 ? 0 : left_ & (~std::uint64_t{0} << (at - base_));
    }
    [[nodiscard]] std::uint64_t quotes() const {
        return quote_ == '"' ? masks_.double_quote : masks_.single_quote;
    }
    /// The offset of the first of these events; it is not looked at again.
    std::uint32_t take(std::uint64_t events) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(events));
        left_ &= bit == 63 ? 0 : ~std::uint64_t{0} << (bit + 1);
        return base_ + bit;
    }

    void block(std::uint32_t base) {
        if (skip_ >= base + 64) return;
        base_ = base;
        const std::uint32_t rest = text_.size() - base;
        if (rest >= 64) {
            masks_ = byte_masks(text_.data() + base);
            left_ = ~std::uint64_t{0};
        } else {
            std::array<char, 64> tail{};
            std::memcpy(tail.data(), text_.data() + base, rest);
            masks_ = byte_masks(tail.data());
            left_ = (std::uint64_t{1} << rest) - 1;
        }
        if (masks_.carriage != 0) old_line_ends();
        if (skip_ > base) left_ &= ~std::uint64_t{0} << (skip_ - base);
        while (left_ != 0) step();
    }

    /// A carriage return that no line feed follows ends a line as well.
    void old_line_ends() {
        std::uint64_t alone = masks_.carriage & ~(masks_.line_feed >> 1);
        if (text_[base_ + 64] == '\n') alone &= ~(std::uint64_t{1} << 63);
        masks_.line_feed |= alone;
    }

    void step() {
        switch (state_) {
            case State::code:
                return code();
            case State::comment:
                return comment();
            case State::string:
                return string();
            case State::long_string:
                return long_string();
        }
    }

    void count_brackets(std::uint64_t where) {
        std::uint64_t open = masks_.open & where, close = masks_.close & where;
        for (; open != 0; open &= open - 1) ++depth_;
        for (; close != 0; close &= close - 1) depth_ -= depth_ != 0 ? 1 : 0;
    }

    void code() {
        const std::uint64_t events =
            (masks_.single_quote | masks_.double_quote | masks_.hash | masks_.line_feed) & left_;
        if (events == 0) {
            count_brackets(left_);
            left_ = 0;
            return;
        }
        count_brackets(left_ & (events - 1) & ~events);
        const std::uint32_t at = take(events);
        switch (text_.data()[at]) {
            case '#':
                state_ = State::comment;
                literal_ = at;
                return;
            case '"':
            case '\'':
                return literal(at);
            default:
                return line_end(at, is_continued(at));
        }
    }

    void comment() {
        const std::uint64_t events = masks_.line_feed & left_;
        if (events == 0) {
            left_ = 0;
            return;
        }
        const std::uint32_t at = take(events);
        state_ = State::code;
        const bool both = text_.data()[at] == '\n' && text_.data()[at - 1] == '\r';
        out_.comments.push_back({literal_, both ? at - 1 : at});
        line_end(at, false);
    }

    void string() {
        const std::uint64_t events = (quotes() | masks_.backslash | masks_.line_feed) & left_;
        if (events == 0) {
            left_ = 0;
            return;
        }
        const std::uint32_t at = take(events);
        const char c = text_.data()[at];
        if (c == '\\') {
            resume(at + (text_[at + 1] == '\r' && text_[at + 2] == '\n' ? 3 : 2));
        } else {
            state_ = State::code;
            if (c != quote_) line_end(at, false);  // it was not closed
        }
    }

    void long_string() {
        const std::uint64_t events = (quotes() | masks_.backslash) & left_;
        if (events == 0) {
            left_ = 0;
            return;
        }
        const std::uint32_t at = take(events);
        if (text_.data()[at] == '\\') {
            resume(at + 2);
        } else if (text_.is_triple(at)) {
            if (looks_inverted({text_.data(), text_.size()}, literal_, at + 3)) {
                left_ = 0;
                again_ = true;
                return;
            }
            state_ = State::code;
            out_.long_strings.push_back({literal_, at + 3});
            resume(at + 3);
        }
    }

    void literal(std::uint32_t at) {
        quote_ = text_.data()[at];
        const bool triple = text_.is_triple(at) && !(is_unclosed_[quote_ == '"']);
        if (text_.has_fields(at) && failures_ < most_failures) {
            if (const auto end = text_.formatted_end(at)) {
                if (triple) out_.long_strings.push_back({at, *end});
                return resume(*end);
            }
            ++failures_;
        }
        state_ = triple ? State::long_string : State::string;
        literal_ = at;
        depth_before_ = depth_;
        if (triple) resume(at + 3);
    }

    /// At the end of the text in a long string: it was never closed.
    bool reopen(std::uint32_t& base) {
        if (state_ != State::long_string || is_unclosed_[quote_ == '"']) return false;
        is_unclosed_[quote_ == '"'] = true;
        base = pass_quotes();
        return true;
    }

    /// The quotes of the literal being read open none. They are passed over, as the parser does, so
    /// that what follows is not lost. Returns the block to go on with.
    std::uint32_t pass_quotes() {
        again_ = false;
        state_ = State::code;
        depth_ = depth_before_;
        skip_ = literal_ + 3;
        return skip_ / 64 * 64;
    }

    // --- lines -------------------------------------------------------------------------------

    [[nodiscard]] bool is_continued(std::uint32_t at) const {
        if (at == 0) return false;
        const char before = text_.data()[at - 1];
        return before == '\\' || (before == '\r' && at > 1 && text_.data()[at] == '\n' &&
                                  text_.data()[at - 2] == '\\');
    }

    void line_end(std::uint32_t at, bool continued) {
        if (depth_ != 0) {
            if (!text_.begins_statement(at + 1)) return;
            depth_ = 0;
        } else if (continued) {
            return;
        }
        if (open_) out_.lines.back().end = at + 1;
        open_ = false;
        begin_line(at + 1);
    }

    void begin_line(std::uint32_t at) {
        std::uint32_t indent = 0;
        for (;; ++at) {
            const char c = text_[at];
            if (c == ' ') {
                ++indent;
            } else if (c == '\t') {
                indent = (indent / 8 + 1) * 8;
            } else if (c == '\f') {
                indent = 0;
            } else if (c == '\\' && text_.is_line_end(at + 1) && indent == 0) {
                at += text_[at + 1] == '\r' && text_[at + 2] == '\n' ? 2 : 1;
            } else {
                break;
            }
        }
        if (at >= text_.size() || text_.is_line_end(at) || text_[at] == '#') return;
        out_.lines.push_back({at, text_.size(), indent, start_of_line(text_, at)});
        open_ = true;
    }

    static constexpr unsigned most_failures = 64;

    ScannedText text_;
    Outline& out_;
    ByteMasks masks_;
    std::uint32_t base_ = 0;
    std::uint64_t left_ = 0;          // bytes of the block still to look at
    std::uint32_t skip_ = 0;          // bytes before it are done
    std::uint32_t depth_ = 0;         // open brackets
    std::uint32_t depth_before_ = 0;  // where the literal began
    std::uint32_t literal_ = 0;       // where the literal or comment began
    unsigned failures_ = 0;           // literals with fields that did not end
    char quote_ = 0;
    std::array<bool, 2> is_unclosed_{};  // no more long strings of ' or "
    State state_ = State::code;
    bool open_ = false;   // a logical line was begun
    bool again_ = false;  // go back to the literal's quotes
};

}  // namespace

void Outline::clear() {
    lines.clear();
    comments.clear();
    long_strings.clear();
    items.clear();
    docstring = {};
}

void scan(std::string_view text, Outline& out) {
    out.clear();
    const ScannedText scanned(text.substr(0, 0xFFFFFF00u));
    LineScanner(scanned, out).scan();
    group_lines(scanned, out);
}

}  // namespace trainlint::python
