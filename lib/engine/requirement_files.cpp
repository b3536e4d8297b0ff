#include "engine/requirement_files.hpp"

#include <algorithm>
#include <cstddef>

#include "engine/characters.hpp"

namespace trainlint::engine {

namespace {

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
            if (end == nowhere || end >= stop) break;
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

/// `torch>=2.1`, `deepspeed[x] @ git+...`: a name and what it has to be.
bool is_requirement(std::string_view literal) {
    const auto name_end = literal.find_first_of("[ <>=!~@(");
    if (name_end == 0 || name_end == nowhere) return false;
    const auto sign = literal.find_first_of("<>=!~@");
    return sign != nowhere && literal.substr(0, sign).find_first_of(":/,;\n") == nowhere;
}

/// "deepspeed" of `-e git+https://x/DeepSpeed.git@main#egg=deepspeed`; empty: it is no address.
std::string package_of_address(std::string_view line) {
    if (line.starts_with("-e ") || line.starts_with("--editable ")) line.remove_prefix(line.find(' ') + 1);
    if (!line.starts_with("git+") && !line.starts_with("http")) return {};
    if (const auto egg = line.find("#egg="); egg != nowhere) {
        line = line.substr(egg + 5);
        return package_of(line.substr(0, line.find_first_of("&[ ")));
    }
    line = line.substr(0, line.find_first_of("#; "));
    const auto slash = line.rfind('/');
    auto name = slash == nowhere ? line : line.substr(slash + 1);
    name = name.substr(0, name.find('@'));
    if (name.ends_with(".whl")) name = name.substr(0, name.find('-'));
    if (name.ends_with(".git")) name.remove_suffix(4);
    return package_of(name);
}

}  // namespace

void read_requirements_txt(std::string_view text, std::vector<Requirement>& out) {
    each_line(text, [&](std::string_view line, std::uint32_t at) {
        const auto begin = indent_of(line);
        if (const auto package = package_of_address(line.substr(begin)); !package.empty()) {
            const auto end = at + static_cast<std::uint32_t>(line.size());
            return out.push_back({package, {}, {at + static_cast<std::uint32_t>(begin), end}});
        }
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
            inside = options && equal != nowhere;
            const auto key = line.substr(0, line.find_first_of(" \t="));
            if (key != "install_requires" && key.find('_') != nowhere) inside = false;
            return;
        }
        if (inside)
            read_requirement(line.substr(begin), at + static_cast<std::uint32_t>(begin),
                             Dialect::pep440, out);
    });
}

void read_setup_py(std::string_view text, std::vector<Requirement>& out) {
    // Lists are put together in many ways; what has the form of a requirement is one.
    for (std::size_t from = 0; from < text.size();) {
        const auto literal = next_literal(text, from, text.size());
        if (!literal.empty() && is_requirement(literal))
            read_requirement(literal, static_cast<std::uint32_t>(literal.data() - text.data()),
                             Dialect::pep440, out);
    }
}

void read_environment(std::string_view text, std::vector<Requirement>& out) {
    bool inside = false;
    std::size_t pip_indent = nowhere;
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
        const bool pip = pip_indent != nowhere && indent > pip_indent;
        if (!pip) {
            pip_indent = nowhere;
            if (const auto channel = item.find("::"); channel != nowhere) {
                begin += channel + 2;
                item = item.substr(channel + 2);
            }
        }
        read_requirement(item, at + static_cast<std::uint32_t>(begin),
                         pip ? Dialect::pep440 : Dialect::conda, out);
    });
}

}  // namespace trainlint::engine
