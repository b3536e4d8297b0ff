#include "frontends/structured/templates.hpp"

#include <algorithm>
#include <array>

namespace trainlint::structured {
namespace {

constexpr std::array<std::string_view, 3> closings{"}}", "%}", "#}"};

/// Which kind of action begins here; none: no action.
std::optional<std::size_t> opening(std::string_view text, std::size_t at) {
    if (at + 1 >= text.size() || text[at] != '{') return std::nullopt;
    switch (text[at + 1]) {
        case '{':
            return 0;
        case '%':
            return 1;
        case '#':
            return 2;
        default:
            return std::nullopt;
    }
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The inside of `{{- x -}}`: from its first word on.
std::string_view inside(std::string_view action) {
    if (action.starts_with('$')) action.remove_prefix(1);
    if (action.size() < 4) return {};
    action = action.substr(2, action.size() - 4);
    const auto begin = action.find_first_not_of("-+ \t\r\n");
    return begin == std::string_view::npos ? std::string_view{} : action.substr(begin);
}

std::string_view first_word(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_letter);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

template <std::size_t count>
bool is_one_of(std::string_view word, const std::array<std::string_view, count>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::optional<std::uint32_t> TemplateActions::end_of(std::uint32_t at, std::uint32_t limit) {
    const auto kind = opening(text_, at);
    if (!kind) return std::nullopt;
    Close& close = closes_[*kind];
    const std::size_t from = at + std::size_t{2};
    if (from < close.from || from > close.found) {
        close = {from, std::min(text_.find(closings[*kind], from), text_.size())};
    }
    if (close.found >= text_.size() || close.found + 2 > limit) return std::nullopt;
    return static_cast<std::uint32_t>(close.found + 2);
}

std::optional<text::Span> TemplateActions::next(std::uint32_t from, std::uint32_t to) {
    while (from < to) {
        const auto found = text_.find('{', from);
        if (found == std::string_view::npos || found >= to) return std::nullopt;
        const auto at = static_cast<std::uint32_t>(found);
        if (const auto end = end_of(at, to)) {
            const bool dollar = at > from && text_[at - 1] == '$';
            return text::Span{dollar ? at - 1 : at, *end};
        }
        from = at + 1;
    }
    return std::nullopt;
}

Control control_of(std::string_view action) {
    constexpr std::array<std::string_view, 11> begins{"if",     "range", "with",      "define",
                                                      "block",  "for",   "macro",     "filter",
                                                      "unless", "raw",   "autoescape"};
    const bool jinja = action.starts_with("{%");
    const std::string_view word = first_word(inside(action));
    if (word.starts_with("end")) return Control::end;
    if (word == "with" && jinja) return Control::begin;
    return is_one_of(word, begins) ? Control::begin : Control::none;
}

bool writes_output(std::string_view action) {
    constexpr std::array<std::string_view, 9> silent{"if",    "else",     "end",   "range", "with",
                                                     "block", "continue", "break", "define"};
    if (!action.starts_with("{{") && !action.starts_with("${{")) return false;
    const std::string_view text = inside(action);
    if (text.starts_with("/*")) return false;
    const auto assigned = text.find('=');
    if (text.starts_with('$') && assigned != std::string_view::npos &&
        text.substr(0, assigned).find_first_of("(|\"") == std::string_view::npos) {
        return false;
    }
    return !is_one_of(first_word(text), silent);
}

std::optional<std::uint32_t> indentation_of(std::string_view action) {
    const auto word = action.rfind("indent ");
    if (word == std::string_view::npos) return std::nullopt;
    std::uint32_t columns = 0;
    std::size_t at = word + 7;
    const std::size_t digits = at;
    for (; at < action.size() && at < digits + 4 && is_digit(action[at]); ++at) {
        columns = columns * 10 + static_cast<std::uint32_t>(action[at] - '0');
    }
    if (at == digits) return std::nullopt;
    return columns;
}

bool replace_templates(std::string& text) {
    const bool had_hole = text.find(text::hole_text) != std::string::npos;
    if (text.find('{') == std::string::npos) return had_hole;
    TemplateActions actions(text);
    const auto size = static_cast<std::uint32_t>(text.size());
    std::string replaced;
    std::uint32_t at = 0;
    while (const auto action = actions.next(at, size)) {
        replaced.append(text, at, action->begin - at).append(text::hole_text);
        at = action->end;
    }
    if (at == 0) return had_hole;
    replaced.append(text, at);
    text = std::move(replaced);
    return true;
}

}  // namespace trainlint::structured
