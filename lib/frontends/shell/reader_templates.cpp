// What people and template engines write where a value belongs: `<path>`, `{{ value }}`.
#include <algorithm>

#include "frontends/shell/reader_state.hpp"

namespace trainlint::shell {
namespace {

constexpr std::uint32_t longest_placeholder = 160;

/// Could this be between `<` and `>`? A redirection's file is followed by a blank or has none
/// inside.
bool is_placeholder_text(std::string_view inside) {
    if (inside.empty() || inside.back() == ' ' || !is_name_character(inside.front())) return false;
    // `<file 2>`: the digit says which output goes there.
    if (inside.size() > 2 && is_digit(inside.back()) && inside[inside.size() - 2] == ' ')
        return false;
    return inside.find_first_of("\n<|&;\"'`$\\()\t") == std::string_view::npos;
}

}  // namespace

/// The end of `<path>`, at its `<`; 0: it is none. Bash would read two redirections, the second
/// often without a file.
Reader::At Reader::placeholder_end(At word_begin) const {
    const At longest = std::min<At>(end_, at_ + longest_placeholder);
    const auto text = text_.substr(at_ + 1, longest - at_ - 1);
    const auto size = text.find_first_of(">\n");
    if (size == std::string_view::npos || text[size] == '\n') return 0;
    if (!is_placeholder_text(text.substr(0, size))) return 0;
    const At end = at_ + 2 + static_cast<At>(size);
    const char after = character(end);
    const bool inside_word = at_ > word_begin;
    constexpr std::string_view may_follow = " \t\r\n;|):,.\"'\\<";
    const bool fits = end >= end_ || may_follow.find(after) != std::string_view::npos ||
                      (inside_word && (after == '/' || after == '_' || after == '-'));
    return fits ? end : 0;
}

bool Reader::read_placeholder(At word_begin) {
    const At end = placeholder_end(word_begin);
    if (end == 0) return false;
    At next = end;
    while (character(next) == ' ' || character(next) == '\t') ++next;
    constexpr std::string_view refused = "\r\n;|)<(&";
    const bool comment = next > end && character(next) == '#';
    if (comment || next >= end_ || refused.find(text_[next]) != std::string_view::npos)
        fault("a placeholder that a shell reads as a redirection", {at_, end});
    push(Piece::Kind::placeholder, Quoting::unquoted, {at_, end});
    at_ = end;
    return true;
}

/// `{{ value }}`, `{% if x %}`, `{{name}}`; at the brace.
bool Reader::read_template() {
    const char second = peek(1);
    if (second != '{' && second != '%') return false;
    const At longest = std::min<At>(end_, at_ + longest_placeholder);
    const auto text = text_.substr(at_, longest - at_);
    const auto close = text.find(second == '%' ? "%}" : "}}", 2);
    if (close == std::string_view::npos) return false;
    const auto inside = text.substr(2, close - 2);
    if (inside.find('\n') != std::string_view::npos) return false;
    const bool spaced = second == '%' || inside.starts_with(' ') || inside.starts_with('-');
    const bool braces = inside.find(',') != std::string_view::npos ||
                        inside.find("..") != std::string_view::npos || inside.empty();
    if (!spaced && braces) return false;
    const At end = at_ + static_cast<At>(close) + 2;
    push(Piece::Kind::placeholder, Quoting::unquoted, {at_, end});
    at_ = end;
    return true;
}

}  // namespace trainlint::shell
