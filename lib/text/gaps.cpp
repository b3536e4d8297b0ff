#include "text/gaps.hpp"

#include "text/pieces.hpp"

namespace trainlint::text {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_blank(std::string_view gap) {
    return gap.find_first_not_of(blanks) == std::string_view::npos;
}

std::string_view after_blanks(std::string_view text) {
    const auto at = text.find_first_not_of(blanks);
    return at == std::string_view::npos ? std::string_view{} : text.substr(at);
}

/// `\`, the end of the line, the indentation of the next; once or several times. A Dockerfile drops
/// comment lines in between.
bool is_continuation(std::string_view gap, bool comments) {
    while (!gap.empty()) {
        if (gap.front() == '\\') {
            gap.remove_prefix(1);
            const auto line_end = gap.find_first_not_of(" \t\r");
            if (line_end == std::string_view::npos || gap[line_end] != '\n') return false;
            gap = after_blanks(gap.substr(line_end));
        } else if (gap.front() == '#' && comments) {
            const auto line_end = gap.find('\n');
            if (line_end == std::string_view::npos) return false;
            gap = after_blanks(gap.substr(line_end));
        } else if (is_blank(gap.substr(0, 1))) {
            gap = after_blanks(gap);
        } else {
            return false;
        }
    }
    return true;
}

/// `",` blanks `"`
bool is_element_gap(std::string_view gap) {
    if (gap.size() < 3 || gap.front() != '"' || gap.back() != '"') return false;
    gap = after_blanks(gap.substr(1, gap.size() - 2));
    return !gap.empty() && gap.front() == ',' && is_blank(gap.substr(1));
}

/// The end of one literal, blanks or a continuation, the beginning of one with the same quotes.
bool is_literal_gap(std::string_view gap, const Piece& like) {
    const std::size_t quotes = like.triple ? 3 : 1;
    if (gap.size() < 2 * quotes) return false;
    const std::string_view close = gap.substr(0, quotes);
    const std::string_view open = gap.substr(gap.size() - quotes);
    if (close.find_first_not_of(like.quote) != std::string_view::npos || open != close) {
        return false;
    }
    std::string_view between = gap.substr(quotes, gap.size() - 2 * quotes);
    const auto prefix = between.find_last_not_of("rRfF");
    between = prefix == std::string_view::npos ? std::string_view{} : between.substr(0, prefix + 1);
    return is_continuation(between, false);
}

bool is_shell(const Piece& piece) {
    return piece.spelling == Spelling::shell_single_quotes ||
           piece.spelling == Spelling::shell_double_quotes ||
           piece.spelling == Spelling::shell_unquoted || piece.spelling == Spelling::verbatim;
}

/// Quotes that end and begin, perhaps on the next line.
bool is_requoting(std::string_view gap) {
    bool any = false;
    for (std::size_t i = 0; i < gap.size(); ++i) {
        const std::string_view rest = gap.substr(i);
        const bool quote = gap[i] == '\'' || gap[i] == '"';
        if (rest.starts_with("\\\n") || rest.starts_with("$'")) {
            ++i;
        } else if (!quote) {
            return false;
        }
        any = true;
    }
    return any;
}

bool goes_on(std::string_view gap, const Piece& like) {
    switch (like.spelling) {
        case Spelling::yaml_block:
        case Spelling::yaml_plain:
        case Spelling::yaml_single_quoted:
            return is_blank(gap);
        case Spelling::heredoc:
        case Spelling::verbatim:
        case Spelling::yaml_double_quoted:
        case Spelling::make_recipe:
            return is_continuation(gap, false);
        case Spelling::dockerfile_run:
            return is_continuation(gap, true);
        case Spelling::shell_double_quotes:
        case Spelling::shell_unquoted:
        case Spelling::toml_string:
            return gap.front() == '\\' && is_continuation(gap, false);
        case Spelling::python_string:
            return !like.raw && gap.front() == '\\' && is_continuation(gap, false);
        default:
            return false;
    }
}

}  // namespace

std::string_view text_between(const Piece& before, const Piece& after, std::string_view parent) {
    if (after.origin.begin <= before.origin.end) return {};
    return parent.substr(before.origin.end, after.origin.begin - before.origin.end);
}

Gap gap_between(const Piece& before, const Piece& after, std::string_view parent) {
    if (after.origin.begin < before.origin.end) return Gap::foreign;
    const std::string_view gap = text_between(before, after, parent);
    const bool alike = same_spelling(before, after);
    if (alike && (gap.empty() || goes_on(gap, before))) return Gap::none;
    if (alike && before.spelling == Spelling::json_string && is_element_gap(gap)) {
        return Gap::elements;
    }
    if (alike && before.spelling == Spelling::python_string && is_literal_gap(gap, before)) {
        return Gap::literals;
    }
    if (is_shell(before) && is_shell(after) && (gap.empty() || is_requoting(gap))) {
        return Gap::quotes;
    }
    return Gap::foreign;
}

}  // namespace trainlint::text
