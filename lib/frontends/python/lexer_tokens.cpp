// The tokens themselves: dispatch on the first byte, keywords, numbers, operators.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "frontends/python/lexer.hpp"
#include "frontends/python/lexer_text.hpp"

namespace trainlint::python {

// --- keywords --------------------------------------------------------------------------------

namespace {

constexpr std::array<std::string_view, 35> keywords{
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

/// The bytes of a word of at most eight, the first one lowest.
constexpr std::uint64_t packed(std::string_view word) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        bytes |= std::uint64_t{static_cast<unsigned char>(word[i])} << (8 * i);
    }
    return bytes;
}

/// Perfect over the keywords; found by trying random factors.
constexpr std::size_t hash(std::uint64_t bytes) {
    return static_cast<std::size_t>((bytes * 0x4ad6c980b6ebb607u) >> 58);
}

struct KeywordSlot {
    std::uint64_t bytes = 0;
    TokenKind kind = TokenKind::name;
};

constexpr std::array<KeywordSlot, 64> make_keyword_slots() {
    std::array<KeywordSlot, 64> slots{};
    for (std::size_t i = 0; i < keywords.size(); ++i) {
        const std::uint64_t bytes = packed(keywords[i]);
        slots[hash(bytes)] = {
            bytes, static_cast<TokenKind>(static_cast<std::size_t>(TokenKind::kw_false) + i)};
    }
    return slots;
}
constexpr auto keyword_slots = make_keyword_slots();

constexpr bool is_perfect() {
    return std::ranges::all_of(keywords, [](std::string_view word) {
        return keyword_slots[hash(packed(word))].bytes == packed(word);
    });
}
static_assert(is_perfect());

std::uint64_t load(const char* word, std::size_t size) {
    if constexpr (std::endian::native == std::endian::little) {
        std::uint64_t bytes;
        std::memcpy(&bytes, word, 8);
        return size == 8 ? bytes : bytes & ((std::uint64_t{1} << (8 * size)) - 1);
    } else {
        return packed({word, size});
    }
}

constexpr bool begins_statements(TokenKind kind) {
    using enum TokenKind;
    switch (kind) {
        case kw_assert:
        case kw_break:
        case kw_class:
        case kw_continue:
        case kw_def:
        case kw_del:
        case kw_except:
        case kw_finally:
        case kw_global:
        case kw_import:
        case kw_nonlocal:
        case kw_pass:
        case kw_raise:
        case kw_return:
        case kw_try:
        case kw_while:
        case kw_with:
            return true;
        default:
            return false;
    }
}

/// First bytes of those keywords: all others are told apart at once.
constexpr std::array<bool, 256> make_first_bytes() {
    std::array<bool, 256> first{};
    for (std::size_t i = 0; i < keywords.size(); ++i) {
        const auto kind = static_cast<TokenKind>(static_cast<std::size_t>(TokenKind::kw_false) + i);
        if (begins_statements(kind)) first[static_cast<unsigned char>(keywords[i][0])] = true;
    }
    return first;
}
constexpr auto first_bytes = make_first_bytes();

}  // namespace

TokenKind keyword_of(const char* word, std::size_t size) {
    if (size < 2 || size > 8) return TokenKind::name;
    const std::uint64_t bytes = load(word, size);
    const KeywordSlot& slot = keyword_slots[hash(bytes)];
    return slot.bytes == bytes ? slot.kind : TokenKind::name;
}

bool is_statement_keyword(TokenKind kind) {
    return begins_statements(kind);
}

TokenKind statement_keyword_at(const char* text, std::uint32_t at) {
    while (byte::is(text[at], byte::blank)) ++at;
    if (!first_bytes[static_cast<unsigned char>(text[at])]) return TokenKind::name;
    const TokenKind kind = keyword_of(text + at, end_of_name(text, at).end - at);
    return begins_statements(kind) ? kind : TokenKind::name;
}

// --- ends of literals and lines --------------------------------------------------------------

namespace {
LiteralEnd end_of_triple(const char* text, std::uint32_t at, std::uint32_t size) {
    const char quote = text[at];
    bool backslash = false;
    for (at += 3;;) {
        at = find_any(text, at, size, quote, '\\');
        if (at >= size) return {size, false, backslash};
        if (text[at] == '\\') {
            backslash = true;
            at += 2;
        } else if (text[at + 1] == quote && text[at + 2] == quote) {
            return {at + 3, true, backslash};
        } else {
            ++at;
        }
    }
}
}  // namespace

LiteralEnd end_of_literal(const char* text, std::uint32_t at, std::uint32_t size) {
    const char quote = text[at];
    if (text[at + 1] == quote && text[at + 2] == quote) return end_of_triple(text, at, size);
    bool backslash = false;
    for (++at;;) {
        at = find_any(text, at, size, quote, '\\', '\n', '\r');
        if (at >= size) return {size, false, backslash};
        if (text[at] == quote) return {at + 1, true, backslash};
        if (text[at] != '\\') return {at, false, backslash};
        backslash = true;
        at += 2;
        if (at < size && text[at - 1] == '\r' && text[at] == '\n') ++at;
    }
}

std::uint32_t end_of_line(const char* text, std::uint32_t at, std::uint32_t size) {
    return find_any(text, at, size, '\n', '\r');
}

// --- dispatch --------------------------------------------------------------------------------

namespace {

/// What a token's first byte says. Marks are tokens of one byte, whatever follows.
enum class Lead : std::uint8_t {
    punctuation,
    mark,
    word,
    digit,
    quote,
    comment,
    line_end,
    backslash,
    nul
};
struct LeadEntry {
    Lead lead = Lead::punctuation;
    TokenKind mark = TokenKind::error;
};

constexpr std::array<LeadEntry, 256> make_leads() {
    using enum TokenKind;
    std::array<LeadEntry, 256> of{};
    for (std::size_t c = 0; c < 256; ++c) {
        const std::uint8_t classes = byte::classes[c];
        if ((classes & byte::name_start) != 0) of[c].lead = Lead::word;
        if ((classes & byte::digit) != 0) of[c].lead = Lead::digit;
        if ((classes & byte::line_end) != 0) of[c].lead = Lead::line_end;
    }
    of['"'].lead = of['\''].lead = Lead::quote;
    of['#'].lead = Lead::comment;
    of['\\'].lead = Lead::backslash;
    of[0].lead = Lead::nul;
    of['('] = {Lead::mark, left_paren};
    of[')'] = {Lead::mark, right_paren};
    of['['] = {Lead::mark, left_bracket};
    of[']'] = {Lead::mark, right_bracket};
    of['{'] = {Lead::mark, left_brace};
    of['}'] = {Lead::mark, right_brace};
    of[','] = {Lead::mark, comma};
    of[';'] = {Lead::mark, semicolon};
    return of;
}
constexpr auto leads = make_leads();

}  // namespace

void Lexer::lex() {
    for (;;) {
        if (text_[position_] == ' ') ++position_;
        while (byte::is(text_[position_], byte::blank)) ++position_;
        const LeadEntry entry = leads[static_cast<unsigned char>(text_[position_])];
        switch (entry.lead) {
            case Lead::word:
                return lex_word();
            case Lead::mark:
                return lex_mark(entry.mark);
            case Lead::punctuation:
                return lex_punctuation();
            case Lead::digit:
                return lex_number();
            case Lead::quote:
                return lex_literal(position_, position_, 0);
            case Lead::comment:
                position_ = end_of_line(text_, position_, size_);
                break;
            case Lead::line_end:
                if (end_physical_line()) return;
                break;
            case Lead::backslash:
                if (continue_line()) break;
                return emit_error(position_, position_ + 1,
                                  "a backslash that does not end its line");
            case Lead::nul:
                if (position_ >= size_) return finish_text();
                return emit_error(position_, position_ + 1, "a NUL byte");
        }
    }
}

void Lexer::lex_word() {
    const std::uint32_t begin = position_;
    const NameEnd name = end_of_name(text_, begin);
    const std::uint32_t length = name.end - begin;
    const char next = text_[name.end];
    if (length <= 2 && (next == '"' || next == '\'') && lex_prefixed(begin, length)) return;
    position_ = name.end;
    if (!name.ascii && !may_be_name(text_, begin, name.end)) {
        return emit_error(begin, name.end, "a character that no name may hold");
    }
    emit(keyword_of(text_ + begin, length), begin);
}

/// A bracket, comma or semicolon.
void Lexer::lex_mark(TokenKind kind) {
    const std::uint32_t begin = position_++;
    if (kind <= TokenKind::right_brace) {
        const bool opens = kind == TokenKind::left_paren || kind == TokenKind::left_bracket ||
                           kind == TokenKind::left_brace;
        if (opens) {
            ++depth_;
        } else if (depth_ != 0) {
            --depth_;
        }
    }
    emit(kind, begin);
}

void Lexer::emit_operator(TokenKind kind, std::uint32_t length, Operator op) {
    const std::uint32_t begin = position_;
    const bool augmented = text_[begin + length] == '=';
    position_ += length + (augmented ? 1 : 0);
    emit(augmented ? TokenKind::augmented : kind, begin, op);
}

void Lexer::lex_punctuation() {
    using enum TokenKind;
    using enum Operator;
    const std::uint32_t begin = position_;
    const char second = text_[begin + 1];
    const auto take = [&](TokenKind kind, std::uint32_t length, Operator op = Operator::none) {
        position_ += length;
        emit(kind, begin, op);
    };
    switch (text_[begin]) {
        case '~':
            return take(tilde, 1, invert);
        case '.':
            if (byte::is(second, byte::digit)) return lex_number();
            return second == '.' && text_[begin + 2] == '.' ? take(ellipsis, 3) : take(dot, 1);
        case ':':
            return second == '=' && !directly_in_field() ? take(walrus, 2) : take(colon, 1);
        case '=':
            return second == '=' ? take(comparison, 2, equal) : take(assign, 1);
        case '!':
            return second == '=' ? take(comparison, 2, not_equal) : take(exclamation, 1);
        case '<':
            if (second == '<') return emit_operator(left_shift, 2, shift_left);
            return second == '=' ? take(comparison, 2, less_equal) : take(comparison, 1, less);
        case '>':
            if (second == '>') return emit_operator(right_shift, 2, shift_right);
            return second == '=' ? take(comparison, 2, greater_equal)
                                 : take(comparison, 1, greater);
        case '-':
            return second == '>' ? take(arrow, 2) : emit_operator(minus, 1, subtract);
        case '+':
            return emit_operator(plus, 1, add);
        case '*':
            return second == '*' ? emit_operator(double_star, 2, power)
                                 : emit_operator(TokenKind::star, 1, multiply);
        case '/':
            return second == '/' ? emit_operator(double_slash, 2, floor_divide)
                                 : emit_operator(slash, 1, divide);
        case '%':
            return emit_operator(percent, 1, modulo);
        case '@':
            return emit_operator(at, 1, matrix_multiply);
        case '&':
            return emit_operator(ampersand, 1, bit_and);
        case '|':
            return emit_operator(bar, 1, bit_or);
        case '^':
            return emit_operator(caret, 1, bit_xor);
        default:
            return emit_error(begin, begin + 1, "a character that Python does not know");
    }
}

// --- numbers ---------------------------------------------------------------------------------

namespace {

/// Reads one number; `ok` is false if it is malformed.
class NumberReader {
public:
    NumberReader(const char* text, std::uint32_t at) : text_(text), at_(at) {}

    NumberKind read() {
        const char second = static_cast<char>(text_[at_ + 1] | 32);
        if (text_[at_] == '0' && (second == 'x' || second == 'o' || second == 'b')) {
            radix(second);
            return NumberKind::integer;
        }
        return decimal();
    }

    [[nodiscard]] std::uint32_t end() const { return at_; }
    [[nodiscard]] bool ok() const { return ok_; }

private:
    static bool is_digit(char c, char radix) {
        return radix == 'x'   ? byte::is(c, byte::hex)
               : radix == 'o' ? c >= '0' && c <= '7'
               : radix == 'b' ? c == '0' || c == '1'
                              : byte::is(c, byte::digit);
    }

    void radix(char kind) {
        at_ += 2;
        if (text_[at_] == '_') ++at_;
        digits(kind);
    }

    /// At least one digit, single underscores between.
    void digits(char kind) {
        if (!is_digit(text_[at_], kind)) ok_ = false;
        for (;;) {
            while (is_digit(text_[at_], kind)) ++at_;
            if (text_[at_] != '_') return;
            ++at_;
            if (!is_digit(text_[at_], kind)) {
                ok_ = false;
                return;
            }
        }
    }

    NumberKind decimal() {
        const std::uint32_t begin = at_;
        NumberKind kind = NumberKind::integer;
        if (text_[at_] != '.') digits('d');
        const std::uint32_t whole = at_;
        if (text_[at_] == '.') {
            kind = NumberKind::real;
            ++at_;
            if (byte::is(text_[at_], byte::digit)) digits('d');
        }
        if (exponent()) kind = NumberKind::real;
        if ((text_[at_] | 32) == 'j') {
            ++at_;
            return NumberKind::imaginary;
        }
        if (kind == NumberKind::integer && text_[begin] == '0') only_zeros(begin, whole);
        return kind;
    }

    bool exponent() {
        if ((text_[at_] | 32) != 'e') return false;
        const char sign = text_[at_ + 1];
        const bool has_sign = sign == '+' || sign == '-';
        if (!has_sign && !byte::is(sign, byte::digit)) return false;
        at_ += has_sign ? 2 : 1;
        digits('d');
        return true;
    }

    void only_zeros(std::uint32_t begin, std::uint32_t end) {
        const std::string_view digits(text_ + begin, end - begin);
        if (digits.find_first_not_of("0_") != std::string_view::npos) ok_ = false;
    }

    const char* text_;
    std::uint32_t at_;
    bool ok_ = true;
};

/// A number may be followed directly by one of these keywords ("1if x else y"), by no other name.
bool may_follow_number(const char* text, std::uint32_t begin) {
    std::uint32_t end = begin;
    while (end - begin <= 8 && byte::is(text[end], byte::name_part)) ++end;
    using enum TokenKind;
    switch (keyword_of(text + begin, end - begin)) {
        case kw_and:
        case kw_else:
        case kw_for:
        case kw_if:
        case kw_in:
        case kw_is:
        case kw_or:
        case kw_not:
            return true;
        default:
            return false;
    }
}

}  // namespace

void Lexer::lex_number() {
    const std::uint32_t begin = position_;
    NumberReader reader(text_, begin);
    const NumberKind kind = reader.read();
    const bool ends =
        !byte::is(text_[reader.end()], byte::name_part) || may_follow_number(text_, reader.end());
    if (!reader.ok() || !ends) {
        std::uint32_t end = reader.end();
        while (byte::is(text_[end], byte::name_part)) ++end;
        return emit_error(begin, end, "a malformed number");
    }
    position_ = reader.end();
    token_ = {TokenKind::number, static_cast<std::uint8_t>(kind), 0, begin, position_};
}

}  // namespace trainlint::python
