#include <algorithm>
#include <span>
#include <utility>

#include "frontends/structured/scalars.hpp"
#include "frontends/structured/templates.hpp"
#include "frontends/structured/toml_parser.hpp"

namespace trainlint::structured {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool all_of(std::string_view text, std::string_view characters) {
    return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

/// Digits, with a single underscore between two of them.
bool is_digits(std::string_view text, std::string_view digits) {
    if (text.empty() || text.front() == '_' || text.back() == '_') return false;
    if (text.find("__") != std::string_view::npos) return false;
    return all_of(text, std::string(digits) + "_");
}

bool is_integer(std::string_view text) {
    if (text.starts_with("0x")) return is_digits(text.substr(2), "0123456789abcdefABCDEF");
    if (text.starts_with("0o")) return is_digits(text.substr(2), "01234567");
    if (text.starts_with("0b")) return is_digits(text.substr(2), "01");
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    return is_digits(text, "0123456789");
}

bool is_real(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (text == "inf" || text == "nan") return true;
    const auto exponent = text.find_first_of("eE");
    if (exponent != std::string_view::npos) {
        if (!is_integer(text.substr(exponent + 1))) return false;
        text = text.substr(0, exponent);
    }
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return is_digits(text, "0123456789");
    return is_digits(text.substr(0, dot), "0123456789") &&
           is_digits(text.substr(dot + 1), "0123456789");
}

/// `1979-05-27`, `07:32:00`, and both together.
bool is_moment(std::string_view text) {
    const bool date = text.size() >= 10 && text[4] == '-' && text[7] == '-';
    const bool time = text.size() >= 5 && text[2] == ':';
    return (date || time) && all_of(text, "0123456789-:.+TtZz ");
}

/// A table that a dotted key before has begun; looks back a few members only, so that a long table
/// is not searched for every key.
facts::Value::Member* dotted_table(facts::Value& table, std::string_view key) {
    constexpr std::size_t looked_at = 64;
    auto& members = table.members;
    for (std::size_t i = 0; i < std::min(looked_at, members.size()); ++i) {
        facts::Value::Member& member = members[members.size() - 1 - i];
        const bool is_table = member.value.kind == facts::Value::Kind::mapping;
        if (is_table && member.key == key) return &member;
    }
    return nullptr;
}

}  // namespace

bool TomlParser::value(Value& value, unsigned depth) {
    if (depth >= depth_limit) return false;
    switch (peek()) {
        case '"':
        case '\'':
            return string(value);
        case '[':
            return array(value, depth);
        case '{':
            return peek(1) == '{' || peek(1) == '%' ? bare(value) : inline_table(value, depth);
        default:
            return bare(value);
    }
}

bool TomlParser::string(Value& value) {
    const auto end = string_end(at_);
    if (!end) return false;
    value.kind = Kind::string;
    value.span = {at_, *end};
    value.text = toml_meaning(text_, value.span);
    if (replace_templates(value.text)) value.kind = Kind::unknown;
    at_ = *end;
    return true;
}

/// Numbers, booleans, dates; a template is of unknown value.
bool TomlParser::bare(Value& value) {
    constexpr std::string_view ends = ",]}# \t\r\n";
    const std::uint32_t begin = at_;
    const auto action = actions_.end_of(at_, size_);
    if (action) {
        const std::string_view written = text_.substr(at_, *action - at_);
        if (written.find('\n') == std::string_view::npos) at_ = *action;
    }
    while (at_ < size_ && ends.find(text_[at_]) == std::string_view::npos) ++at_;
    const bool date = at_ - begin == 10 && text_[begin + 4] == '-';
    if (date && peek() == ' ' && is_digit(peek(1))) {
        ++at_;
        while (at_ < size_ && ends.find(text_[at_]) == std::string_view::npos) ++at_;
    }
    value.span = {begin, at_};
    value.text = text_.substr(begin, at_ - begin);
    if (value.text == "true" || value.text == "false") {
        value.kind = Kind::boolean;
    } else if (is_moment(value.text)) {
        value.kind = Kind::string;
    } else if (is_integer(value.text) || is_real(value.text)) {
        value.kind = is_integer(value.text) ? Kind::integer : Kind::real;
        std::erase(value.text, '_');
    } else {
        value.kind = Kind::unknown;
        return replace_templates(value.text);
    }
    return true;
}

bool TomlParser::array(Value& value, unsigned depth) {
    value.kind = Kind::sequence;
    value.span.begin = at_++;
    while (skip_lines() && peek() != ']') {
        if (!this->value(value.members.emplace_back().value, depth + 1)) return false;
        if (!skip_lines()) return false;
        if (peek() == ',') {
            ++at_;
        } else if (peek() != ']') {
            return false;
        }
    }
    if (peek() != ']') return false;
    value.span.end = ++at_;
    return true;
}

/// TOML 1.1 allows line breaks; not once something was broken, else each line is read many times.
bool TomlParser::skip_lines_in_table() {
    const std::uint32_t begin = at_;
    if (!skip_lines()) return false;
    return !strict_ || text_.substr(begin, at_ - begin).find('\n') == std::string_view::npos;
}

bool TomlParser::inline_table(Value& value, unsigned depth) {
    value.kind = Kind::mapping;
    value.span.begin = at_++;
    while (skip_lines_in_table() && peek() != '}') {
        auto path = keys();
        if (!path || peek() != '=') return false;
        ++at_;
        skip_blanks();
        Value read;
        const auto below = depth + static_cast<unsigned>(path->size());
        if (!this->value(read, below) || !insert(value, *path, std::move(read))) return false;
        if (!skip_lines_in_table()) return false;
        if (peek() == ',') {
            ++at_;
        } else if (peek() != '}') {
            return false;
        }
    }
    if (peek() != '}') return false;
    value.span.end = ++at_;
    return true;
}

/// Below the tables that the dotted key names.
bool TomlParser::insert(Value& table, std::span<Key> path, Value value) {
    Value* at = &table;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool last = i + 1 == path.size();
        Value::Member* member = last ? nullptr : dotted_table(*at, path[i].text);
        if (member == nullptr) {
            member = &at->members.emplace_back();
            member->key = std::move(path[i].text);
            member->key_span = path[i].span;
            member->value.kind = Kind::mapping;
            member->value.span = path[i].span;
        }
        at = &member->value;
        at->span.end = value.span.end;
    }
    *at = std::move(value);
    return true;
}

}  // namespace trainlint::structured
