#include <algorithm>
#include <string_view>

#include "frontends/structured/scalars.hpp"

namespace trainlint::structured {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word(std::string_view text, std::string_view lower, std::string_view title,
             std::string_view upper) {
    return text == lower || text == title || text == upper;
}

bool all_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_real(std::string_view text) {
    const auto exponent = text.find_first_of("eE");
    if (exponent != std::string_view::npos) {
        std::string_view power = text.substr(exponent + 1);
        if (power.starts_with('+') || power.starts_with('-')) power.remove_prefix(1);
        if (!all_digits(power)) return false;
        text = text.substr(0, exponent);
    }
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return all_digits(text);
    const std::string_view whole = text.substr(0, dot);
    const std::string_view part = text.substr(dot + 1);
    if (whole.empty()) return all_digits(part);
    return all_digits(whole) && (part.empty() || all_digits(part));
}

facts::Value::Kind number_kind(std::string_view text) {
    using Kind = facts::Value::Kind;
    if (text.starts_with("0o") && text.size() > 2) {
        const bool octal = text.find_first_not_of("01234567", 2) == std::string_view::npos;
        return octal ? Kind::integer : Kind::string;
    }
    if (text.starts_with("0x") && text.size() > 2) {
        constexpr std::string_view digits = "0123456789abcdefABCDEF";
        const bool hex = text.find_first_not_of(digits, 2) == std::string_view::npos;
        return hex ? Kind::integer : Kind::string;
    }
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (all_digits(text)) return Kind::integer;
    if (is_word(text, ".inf", ".Inf", ".INF")) return Kind::real;
    return is_real(text) ? Kind::real : Kind::string;
}

}  // namespace

facts::Value::Kind core_kind(std::string_view plain) {
    using Kind = facts::Value::Kind;
    if (plain.empty()) return Kind::null;
    switch (plain[0]) {
        case '~':
            return plain.size() == 1 ? Kind::null : Kind::string;
        case 'n':
        case 'N':
            return is_word(plain, "null", "Null", "NULL") ? Kind::null : Kind::string;
        case 't':
        case 'T':
            return is_word(plain, "true", "True", "TRUE") ? Kind::boolean : Kind::string;
        case 'f':
        case 'F':
            return is_word(plain, "false", "False", "FALSE") ? Kind::boolean : Kind::string;
        case '.':
            if (is_word(plain, ".nan", ".NaN", ".NAN")) return Kind::real;
            return number_kind(plain);
        default:
            break;
    }
    const bool number = is_digit(plain[0]) || plain[0] == '+' || plain[0] == '-';
    return number ? number_kind(plain) : Kind::string;
}

}  // namespace trainlint::structured
