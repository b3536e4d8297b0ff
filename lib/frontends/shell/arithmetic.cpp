#include "frontends/shell/arithmetic.hpp"

#include <charconv>

#include "frontends/shell/names.hpp"

namespace trainlint::shell {
namespace {

constexpr unsigned deepest = 64;
constexpr std::size_t longest = 4096;
constexpr std::size_t most_factors = 4;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Quantity unknown() { return {}; }

Quantity combine(const Quantity& a, const Quantity& b, std::optional<std::int64_t> value) {
    Quantity result{.coefficient = value};
    result.origin = a.origin == facts::Origin::default_value ? a.origin : b.origin;
    return result;
}

Quantity multiply(const Quantity& a, const Quantity& b) {
    std::int64_t value = 0;
    if (!a.coefficient || !b.coefficient) return unknown();
    if (__builtin_mul_overflow(*a.coefficient, *b.coefficient, &value)) return unknown();
    Quantity result = combine(a, b, value);
    if (value == 0) return result;
    result.factors = a.factors;
    result.factors.insert(result.factors.end(), b.factors.begin(), b.factors.end());
    return result.factors.size() > most_factors ? unknown() : result;
}

Quantity add(const Quantity& a, const Quantity& b, bool subtract) {
    if (!a.coefficient || !b.coefficient) return unknown();
    const bool a_plain = a.factors.empty();
    const bool b_plain = b.factors.empty();
    if (!a_plain && b_plain && *b.coefficient == 0) return a;
    if (!b_plain && a_plain && *a.coefficient == 0 && !subtract) return b;
    if (!a_plain || !b_plain) return unknown();
    std::int64_t value = 0;
    const bool overflows = subtract ? __builtin_sub_overflow(*a.coefficient, *b.coefficient, &value)
                                    : __builtin_add_overflow(*a.coefficient, *b.coefficient, &value);
    return overflows ? unknown() : combine(a, b, value);
}

Quantity divide(const Quantity& a, const Quantity& b, bool remainder) {
    if (!a.coefficient || !b.coefficient || !b.factors.empty()) return unknown();
    if (!a.factors.empty()) return !remainder && *b.coefficient == 1 ? a : unknown();
    if (*b.coefficient == 0 || *b.coefficient == -1) return unknown();
    return combine(a, b, remainder ? *a.coefficient % *b.coefficient
                                   : *a.coefficient / *b.coefficient);
}

class Expression {
public:
    Expression(const Text& text, const NameValue& names, unsigned depth)
        : text_(text), names_(names), depth_(depth) {}

    Quantity read() {
        Quantity result = sum();
        skip_blanks();
        return at_ == text_.text.size() ? result : unknown();
    }

private:
    void skip_blanks() {
        while (at_ < text_.text.size() && is_blank(text_.text[at_])) ++at_;
    }
    bool take(char c) {
        skip_blanks();
        if (at_ >= text_.text.size() || text_.text[at_] != c) return false;
        // `**`, `++`, `+=` and the like are other operators.
        const char next = at_ + 1 < text_.text.size() ? text_.text[at_ + 1] : ' ';
        if (c != '(' && c != ')' && (next == '=' || (next == c && c != '-'))) return false;
        ++at_;
        return true;
    }

    Quantity sum() {
        if (++depth_ > deepest) return --depth_, unknown();
        Quantity left = product();
        for (;;) {
            const bool plus = take('+');
            if (!plus && !take('-')) break;
            left = add(left, product(), !plus);
        }
        --depth_;
        return left;
    }

    Quantity product() {
        Quantity left = factor();
        for (;;) {
            if (take('*'))
                left = multiply(left, factor());
            else if (take('/'))
                left = divide(left, factor(), false);
            else if (take('%'))
                left = divide(left, factor(), true);
            else
                return left;
        }
    }

    Quantity factor() {
        bool negative = false;
        for (;;) {
            if (take('-'))
                negative = !negative;
            else if (!take('+'))
                break;
        }
        Quantity value = primary();
        if (!negative) return value;
        return multiply(value, {.coefficient = -1});
    }

    Quantity primary() {
        if (take('(')) {
            Quantity inner = sum();
            return take(')') ? inner : unknown();
        }
        const std::string_view rest = std::string_view(text_.text).substr(at_);
        if (rest.empty()) return unknown();
        if (is_digit(rest.front())) return number(rest);
        if (is_name_start(rest.front())) return name(rest);
        if (rest.starts_with(text::hole_text)) return hole();
        return unknown();
    }

    Quantity number(std::string_view rest) {
        std::size_t size = 0;
        while (size < rest.size() && (is_name_character(rest[size]) || rest[size] == '#')) ++size;
        const bool hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
        const bool octal = !hexadecimal && size > 1 && rest.front() == '0';
        const std::size_t prefix = hexadecimal ? 2 : 0;
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(rest.data() + prefix, rest.data() + size, value,
                                                  hexadecimal ? 16 : octal ? 8 : 10);
        const Stretch* stretch = text_.stretch_at(at_);
        at_ += size;
        if (error != std::errc() || end != rest.data() + size) return unknown();
        Quantity result{.coefficient = value};
        if (stretch && stretch->origin == facts::Origin::default_value)
            result.origin = facts::Origin::default_value;
        return result;
    }

    Quantity name(std::string_view rest) {
        std::size_t size = 0;
        while (size < rest.size() && is_name_character(rest[size])) ++size;
        const std::size_t offset = at_;
        at_ += size;
        if (depth_ + 1 >= deepest) return unknown();
        const auto value = names_(rest.substr(0, size), offset);
        if (!value || value->text.size() > longest) return unknown();
        if (value->text.empty()) return {.coefficient = 0};
        return Expression(*value, names_, depth_ + 8).read();
    }

    Quantity hole() {
        const Stretch* stretch = text_.stretch_at(at_);
        const std::size_t begin = at_;
        at_ += text::hole_text.size();
        // A hole beside other characters is a part of a number.
        const bool alone = (at_ >= text_.text.size() || !is_name_character(text_.text[at_])) &&
                           (begin == 0 || !is_name_character(text_.text[begin - 1]));
        if (!alone || !stretch || !stretch->brought || stretch->variable == no_symbol)
            return unknown();
        Quantity result{.coefficient = 1};
        result.factors.push_back(*stretch);
        return result;
    }

    const Text& text_;
    const NameValue& names_;
    unsigned depth_;
    std::size_t at_ = 0;
};

}  // namespace

Quantity compute(const Text& expression, const NameValue& names) {
    if (expression.text.size() > longest) return unknown();
    return Expression(expression, names, 0).read();
}

}  // namespace trainlint::shell
