#include "engine/requirement_files.hpp"

#include <algorithm>
#include <cstddef>

namespace trainlint::engine {

namespace {

constexpr auto none = std::string_view::npos;

/// Calls `visit(line, offset)` for each line without its end.
template <class Visit>
void each_line(std::string_view text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        auto line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        visit(line, static_cast<std::uint32_t>(at));
        at = end + 1;
    }
}

std::size_t indent_of(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

/// The first string literal at or after `from`, without its quotes; nothing: there is none before
/// `stop`. `from` becomes the place behind it.
std::string_view next_literal(std::string_view text, std::size_t& from, std::size_t stop) {
    while (from < stop) {
        const char quote = text[from];
        if (quote == '#') {
            from = std::min(text.find('\n', from), stop);
        } else if (quote == '"' || quote == '\'') {
            const auto end = text.find_first_of(std::string_view(&quote, 1), from + 1);
            if (end == none || end >= stop) break;
            const auto literal = text.substr(from + 1, end - from - 1);
            from = end + 1;
            return literal;
        } else {
            ++from;
        }
    }
    from = stop;
    return {};
}

/// The end of the bracket that opens at `open`, strings and comments passed over.
std::size_t closing(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
        } else if (c == '"' || c == '\'') {
            at = std::min(text.find(c, at + 1), text.size());
        } else if (c == '[' || c == '(' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == ')' || c == '}') && --depth == 0) {
            return at;
        }
    }
    return text.size();
}

void read_literals(std::string_view text, std::string_view keyword, std::vector<Requirement>& out) {
    for (auto at = text.find(keyword); at != none; at = text.find(keyword, at + 1)) {
        const auto open = text.find_first_not_of(" \t\r\n=:", at + keyword.size());
        if (open == none || (text[open] != '[' && text[open] != '{' && text[open] != '(')) continue;
        const auto stop = closing(text, open);
        for (auto from = open; from < stop;) {
            const auto literal = next_literal(text, from, stop);
            if (literal.empty()) continue;
            read_requirement(literal, static_cast<std::uint32_t>(literal.data() - text.data()),
                             Dialect::pep440, out);
        }
        at = stop;
        if (at >= text.size()) break;
    }
}

}  // namespace

void read_requirements_txt(std::string_view text, std::vector<Requirement>& out) {
    each_line(text, [&](std::string_view line, std::uint32_t at) {
        const auto begin = indent_of(line);
        read_requirement(line.substr(begin), at + static_cast<std::uint32_t>(begin),
                         Dialect::pep440, out);
    });
}

void read_setup_cfg(std::string_view text, std::vector<Requirement>& out) {
    bool options = false, inside = false;
    each_line(text, [&](std::string_view line, std::uint32_t at) {
        const auto begin = indent_of(line);
        if (begin == line.size()) return;
        if (line.starts_with('[')) {
            options = line.starts_with("[options]") || line.starts_with("[options.extras_require]");
            inside = false;
            return;
        }
        if (begin == 0) {
            const auto equal = line.find('=');
            inside = options && equal != none;
            const auto key = line.substr(0, line.find_first_of(" \t="));
            if (key != "install_requires" && key.find('_') != none) inside = false;
            return;
        }
        if (inside)
            read_requirement(line.substr(begin), at + static_cast<std::uint32_t>(begin),
                             Dialect::pep440, out);
    });
}

void read_setup_py(std::string_view text, std::vector<Requirement>& out) {
    read_literals(text, "install_requires", out);
    read_literals(text, "extras_require", out);
}

void read_environment(std::string_view text, std::vector<Requirement>& out) {
    bool inside = false;
    std::size_t pip_indent = none;
    each_line(text, [&](std::string_view line, std::uint32_t at) {
        auto begin = indent_of(line);
        if (begin == line.size() || line[begin] == '#') return;
        if (begin == 0 && line[0] != '-') {
            inside = line.starts_with("dependencies:");
            return;
        }
        if (!inside || line[begin] != '-') return;
        const auto indent = begin;
        begin = std::min(line.find_first_not_of(" \"'", begin + 1), line.size());
        auto item = line.substr(begin);
        item = item.substr(0, item.find_first_of("\"'"));
        if (item.starts_with("pip:")) {
            pip_indent = indent;
            return;
        }
        const bool pip = pip_indent != none && indent > pip_indent;
        if (!pip) {
            pip_indent = none;
            if (const auto channel = item.find("::"); channel != none) {
                begin += channel + 2;
                item = item.substr(channel + 2);
            }
        }
        read_requirement(item, at + static_cast<std::uint32_t>(begin),
                         pip ? Dialect::pep440 : Dialect::conda, out);
    });
}

}  // namespace trainlint::engine
