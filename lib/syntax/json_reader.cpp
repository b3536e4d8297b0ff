#include "syntax/json_reader.hpp"

#include <algorithm>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace trainlint::syntax::json {

namespace {

constexpr std::size_t fault_limit = 100;

bool is_closing(char c) {
    return c == ']' || c == '}';
}

bool is_bracket_event(char c) {
    return c == '[' || c == '{' || is_closing(c) || c == '"' || c == '/';
}

#if defined(__SSE2__)
struct Bytes16 {
    __m128i bytes;
    [[nodiscard]] __m128i equal(char c) const { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); }
    // '[' and '{', ']' and '}' differ in one bit.
    [[nodiscard]] __m128i equal_folded(char c) const {
        return _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8(c));
    }
};
#endif

/// The first of `"`, `\` and the line end from `at` on. Pictures in notebooks are strings of
/// megabytes, so this is the loop that decides their speed.
std::uint32_t find_string_event(std::string_view text, std::uint32_t at, char quote) {
    const auto size = static_cast<std::uint32_t>(text.size());
#if defined(__SSE2__)
    for (; at + 16 <= size; at += 16) {
        const Bytes16 b{_mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at))};
        const auto any = _mm_or_si128(_mm_or_si128(b.equal(quote), b.equal('\\')), b.equal('\n'));
        if (const int mask = _mm_movemask_epi8(any))
            return at + static_cast<std::uint32_t>(__builtin_ctz(static_cast<unsigned>(mask)));
    }
#endif
    while (at < size && text[at] != quote && text[at] != '\\' && text[at] != '\n') ++at;
    return at;
}

/// The first bracket, quote or slash from `at` on.
std::uint32_t find_bracket_event(std::string_view text, std::uint32_t at) {
    const auto size = static_cast<std::uint32_t>(text.size());
#if defined(__SSE2__)
    for (; at + 16 <= size; at += 16) {
        const Bytes16 b{_mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at))};
        const auto brackets = _mm_or_si128(b.equal_folded('{'), b.equal_folded('}'));
        const auto any = _mm_or_si128(brackets, _mm_or_si128(b.equal('"'), b.equal('/')));
        if (const int mask = _mm_movemask_epi8(any))
            return at + static_cast<std::uint32_t>(__builtin_ctz(static_cast<unsigned>(mask)));
    }
#endif
    while (at < size && !is_bracket_event(text[at])) ++at;
    return at;
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t digits(std::string_view word, std::size_t at) {
    while (at < word.size() && is_digit(word[at])) ++at;
    return at;
}

bool is_number(std::string_view word) {
    std::size_t at = word.starts_with('-') ? 1 : 0;
    if (word == "NaN" || word.substr(at) == "Infinity") return true;  // as Python's json has it
    if (at == word.size() || !is_digit(word[at])) return false;
    at = digits(word, at);
    if (at < word.size() && word[at] == '.') at = digits(word, at + 1);
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        ++at;
        if (at < word.size() && (word[at] == '+' || word[at] == '-')) ++at;
        if (at == word.size()) return false;
        at = digits(word, at);
    }
    return at == word.size();
}

}  // namespace

Reader::Reader(std::string_view text, std::uint32_t depth_limit)
    : text_(text), depth_limit_(depth_limit) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

void Reader::fault(std::string_view what, text::Span at) {
    if (faults_.size() < fault_limit) faults_.push_back({what, at});
}

Reader::Token Reader::give(Token token, std::uint32_t begin, std::uint32_t end) {
    token_ = token;
    span_ = {begin, end};
    return token;
}

bool Reader::expects_key() const {
    return !open_.empty() && open_.back() == '}' && !value_of_key_;
}

/// At a slash: goes behind the comment.
bool Reader::pass_comment() {
    const char second = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (second != '/' && second != '*') return false;
    const auto none = std::string_view::npos;
    const auto end = second == '/'     ? text_.find('\n', at_ + 2)
                     : comments_close_ ? text_.find("*/", at_ + 2)
                                       : none;
    if (end == none && second == '*') {
        comments_close_ = false;
        fault("a comment is not closed", {at_, at_ + 2});
        at_ += 2;  // read on inside it, so that an odd `/*` costs little
        return true;
    }
    at_ = static_cast<std::uint32_t>(end == none ? text_.size() : end + (second == '*' ? 2 : 0));
    return true;
}

void Reader::pass_blanks() {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == ',') {
            if (value_of_key_) return;
            separated_ = true;
            ++at_;
        } else if (is_blank(c)) {
            ++at_;
        } else if (c != '/' || !pass_comment()) {
            return;
        }
    }
}

Reader::Token Reader::next() {
    for (;;)
        if (const auto token = step()) return *token;
}

/// Nothing: something was passed over that gives no token.
std::optional<Reader::Token> Reader::step() {
    if (to_close_ > 0) {
        --to_close_;
        const bool object = open_.back() == '}';
        open_.pop_back();
        separated_ = value_of_key_ = false;
        return give(object ? Token::end_object : Token::end_array, at_, at_);
    }
    pass_blanks();
    const auto size = static_cast<std::uint32_t>(text_.size());
    if (at_ < size) return expects_key() ? key_or_end() : element();
    if (value_of_key_) return missing_value();
    if (open_.empty()) return give(Token::end, size, size);
    fault(open_.back() == '}' ? "an object is not closed" : "an array is not closed", {size, size});
    to_close_ = open_.size();
    return std::nullopt;
}

Reader::Token Reader::missing_value() {
    fault("a value is missing", {at_, at_});
    value_of_key_ = separated_ = false;
    return give(Token::unknown, at_, at_);
}

std::optional<Reader::Token> Reader::close(char bracket) {
    const auto match = std::find(open_.rbegin(), open_.rend(), bracket);
    const auto inner = static_cast<std::size_t>(match - open_.rbegin());
    if (match == open_.rend()) {
        fault("a bracket closes nothing", {at_, at_ + 1});
        ++at_;
        separated_ = true;
        return std::nullopt;
    }
    if (inner > 0) {
        fault("a bracket is missing before this one", {at_, at_ + 1});
        to_close_ = inner;
        return std::nullopt;
    }
    open_.pop_back();
    separated_ = value_of_key_ = false;
    ++at_;
    return give(bracket == '}' ? Token::end_object : Token::end_array, at_ - 1, at_);
}

/// At the quote: behind the closing one, or at the end of its line.
std::uint32_t Reader::string_end(std::uint32_t quote) {
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::uint32_t at = quote + 1;
    for (;;) {
        at = find_string_event(text_, at, text_[quote]);
        if (at < size && text_[at] == '\\' && at + 1 < size && text_[at + 1] != '\n') {
            at += 2;
            continue;
        }
        if (at < size && text_[at] == '\\') ++at;
        break;
    }
    if (at < size && text_[at] == text_[quote]) return at + 1;
    fault("a string is not closed", {quote, quote + 1});
    if (at > quote + 1 && at <= size && text_[at - 1] == '\r') --at;
    return std::min(at, size);
}

/// `{{` and `{%` never begin an object: a key would have to follow.
bool Reader::is_template() {
    if (at_ + 1 >= text_.size() || text_[at_] != '{') return false;
    return (text_[at_ + 1] == '{' || text_[at_ + 1] == '%') && template_end() != 0;
}

std::uint32_t Reader::template_end() {
    if (!templates_close_) return 0;
    const auto end = text_.find(text_[at_ + 1] == '{' ? "}}" : "%}", at_ + 2);
    templates_close_ = end != std::string_view::npos;
    return templates_close_ ? static_cast<std::uint32_t>(end + 2) : 0;
}

/// The end of a bare word: `auto`, `<path>`, `${NAME}`, `8 * 2`.
std::uint32_t Reader::word_end(bool is_key) const {
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::uint32_t braces = 0;
    std::uint32_t at = at_;
    for (; at < size && text_[at] != '\n'; ++at) {
        const char c = text_[at];
        const char before = at > at_ ? text_[at - 1] : '\0';
        if (c == '{' && (braces > 0 || before == '$'))
            ++braces;
        else if (c == '}' && braces > 0)
            --braces;
        else if (braces == 0 && ends_word(at, before, is_key))
            break;
    }
    while (at > at_ && is_blank(text_[at - 1])) --at;
    return std::max(at, at_ + 1);
}

bool Reader::ends_word(std::uint32_t at, char before, bool is_key) const {
    const char c = text_[at];
    const char after = at + 1 < text_.size() ? text_[at + 1] : '\0';
    if (c == ',' || c == ']' || c == '}') return true;
    if (is_key && (c == ':' || c == '"')) return true;
    if (c == '"') return is_blank(before);  // a comma is missing
    if (c == '{') return after == '%';
    return c == '/' && (after == '/' || after == '*');
}

void Reader::pass_colon() {
    value_of_key_ = true;
    pass_blanks();
    if (at_ < text_.size() && text_[at_] == ':')
        ++at_;
    else
        fault("a colon is missing", {at_, at_});
}

std::optional<Reader::Token> Reader::key_or_end() {
    const char c = text_[at_];
    if (c == '}' || c == ']') return close(c);
    const auto begin = at_;
    if (is_template()) {
        at_ = template_end();
        fault("a template stands in the place of a key", {begin, at_});
        separated_ = true;
        return give(Token::unknown, begin, at_);
    }
    if (c == '{' || c == '[') {
        fault("a key is missing", {begin, begin + 1});
        ++at_;
        pass_bracketed();
        separated_ = false;
        return give(Token::unknown, begin, at_);
    }
    if (!separated_) fault("a comma is missing", {begin, begin});
    const bool is_quoted = c == '"' || c == '\'';
    if (!is_quoted) fault("a key has no quotes", {begin, begin + 1});
    const auto end = is_quoted ? string_end(begin) : word_end(true);
    at_ = end;
    pass_colon();
    return give(Token::key, begin, end);
}

Reader::Token Reader::open(char bracket) {
    const bool object = bracket == '{';
    const auto begin = at_++;
    value_of_key_ = false;
    if (open_.size() >= depth_limit_) {
        fault("nested too deeply", {begin, begin + 1});
        pass_bracketed();
        separated_ = false;
        return give(Token::unknown, begin, at_);
    }
    open_.push_back(object ? '}' : ']');
    separated_ = true;
    return give(object ? Token::begin_object : Token::begin_array, begin, at_);
}

/// A value, or the bracket that stands in its place.
std::optional<Reader::Token> Reader::element() {
    const char c = text_[at_];
    if (value_of_key_ && (c == ',' || c == '}' || c == ']')) return missing_value();
    if (c == '}' || c == ']') return close(c);
    if (!separated_ && !open_.empty() && !value_of_key_) fault("a comma is missing", {at_, at_});
    return value();
}

Reader::Token Reader::value() {
    const char c = text_[at_];
    const auto begin = at_;
    if (is_template()) {
        at_ = template_end();
        value_of_key_ = separated_ = false;
        return give(Token::unknown, begin, at_);
    }
    if (c == '{' || c == '[') return open(c);
    value_of_key_ = separated_ = false;
    if (c != '"' && c != '\'') return word();
    if (c == '\'') fault("a string in single quotes", {begin, begin + 1});
    at_ = string_end(begin);
    return give(Token::string, begin, at_);
}

Reader::Token Reader::word() {
    const auto begin = at_;
    at_ = word_end(false);
    const auto word = text_.substr(begin, at_ - begin);
    if (word == "true" || word == "false") return give(Token::boolean, begin, at_);
    if (word == "null") return give(Token::null, begin, at_);
    if (is_number(word)) return give(Token::number, begin, at_);
    if (word.find(text::hole_text) != std::string_view::npos)
        return give(Token::unknown, begin, at_);
    fault("not a JSON value", {begin, at_});
    return give(Token::unknown, begin, at_);
}

/// Behind an opening bracket: goes behind the one that closes it.
void Reader::pass_bracketed() {
    const auto size = static_cast<std::uint32_t>(text_.size());
    for (std::size_t depth = 1; depth > 0;) {
        at_ = find_bracket_event(text_, at_);
        if (at_ >= size) return;
        const char c = text_[at_];
        if (c == '"') {
            at_ = string_end(at_);
        } else if (c != '/') {
            depth = c == '{' || c == '[' ? depth + 1 : depth - 1;
            ++at_;
        } else if (!pass_comment()) {
            ++at_;
        }
    }
}

void Reader::skip() {
    if (token_ == Token::key) next();
    if (token_ != Token::begin_object && token_ != Token::begin_array) return;
    const bool object = token_ == Token::begin_object;
    pass_bracketed();
    open_.pop_back();
    separated_ = value_of_key_ = false;
    const bool closed = at_ > span_.end && is_closing(text_[at_ - 1]);
    give(object ? Token::end_object : Token::end_array, closed ? at_ - 1 : at_, at_);
}

}  // namespace trainlint::syntax::json
