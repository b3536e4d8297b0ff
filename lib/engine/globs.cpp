#include "engine/globs.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/characters.hpp"

namespace trainlint::engine {

namespace {

/// Length of a set `[...]` at the start of the pattern, and whether it holds `c`; 0: it is no set.
std::size_t match_set(std::string_view pattern, char c, bool& holds) {
    std::size_t i = 1;
    const bool inverted = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
    if (inverted) ++i;
    bool found = false;
    const auto first = i;
    for (; i < pattern.size() && (pattern[i] != ']' || i == first); ++i) {
        if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
            found |= pattern[i] <= c && c <= pattern[i + 2];
            i += 2;
        } else {
            found |= pattern[i] == c;
        }
    }
    if (i >= pattern.size()) return 0;
    holds = found != inverted && c != '/';
    return i + 1;
}

/// Characters of the pattern that match this one character; 0: they do not.
std::size_t match_one(std::string_view pattern, char c) {
    if (pattern.empty()) return 0;
    if (pattern[0] == '?') return c == '/' ? 0 : 1;
    if (pattern[0] == '[') {
        bool holds = false;
        if (const auto size = match_set(pattern, c, holds); size != 0) return holds ? size : 0;
    }
    if (pattern[0] == '\\' && pattern.size() > 1) return pattern[1] == c ? 2 : 0;
    return pattern[0] == c ? 1 : 0;
}

/// Backtracks to the last star alone, and from there to the last double star: never more than
/// pattern times text steps for each of them.
bool match(std::string_view pattern, std::string_view text) {
    struct Star {
        std::size_t pattern = nowhere, text = 0;
        bool folders = false;  // `**/`: goes on only behind a slash
    } single, twofold;
    std::size_t p = 0, t = 0;
    while (t < text.size() || p < pattern.size()) {
        if (pattern.substr(p).starts_with("**")) {
            // `**/` matches no folder as well.
            const bool folders =
                pattern.substr(p).starts_with("**/") && (p == 0 || pattern[p - 1] == '/');
            p += folders ? 3 : 2;
            twofold = {p, t, folders};
            single = {};
            continue;
        }
        if (p < pattern.size() && pattern[p] == '*') {
            single = {++p, t, false};
            continue;
        }
        if (t < text.size()) {
            if (const auto size = match_one(pattern.substr(p), text[t]); size != 0) {
                p += size;
                ++t;
                continue;
            }
        }
        if (single.pattern != nowhere && single.text < text.size() && text[single.text] != '/') {
            t = ++single.text;
            p = single.pattern;
            continue;
        }
        if (twofold.pattern == nowhere || twofold.text >= text.size()) return false;
        if (twofold.folders) {
            const auto slash = text.find('/', twofold.text);
            if (slash == nowhere) return false;
            twofold.text = slash;
        }
        t = ++twofold.text;
        p = twofold.pattern;
        single = {};
    }
    return true;
}

}  // namespace

Glob::Glob(std::string_view pattern) {
    if (pattern.starts_with("./")) pattern.remove_prefix(2);
    while (pattern.ends_with("/**")) {
        pattern.remove_suffix(3);
        folders_only_ = true;
    }
    while (pattern.size() > 1 && pattern.ends_with('/')) {
        pattern.remove_suffix(1);
        folders_only_ = true;
    }
    anywhere_ = pattern.find('/') == nowhere;
    if (pattern.starts_with('/')) pattern.remove_prefix(1);
    pattern_ = pattern;
}

bool Glob::matches(std::string_view path, bool folder) const {
    if (pattern_.empty() || (folders_only_ && !folder)) return false;
    return match(pattern_, anywhere_ ? name_of(path) : path);
}

bool Glob::covers(std::string_view path) const {
    for (std::size_t at = path.find('/'); at != nowhere; at = path.find('/', at + 1))
        if (matches(path.substr(0, at), true)) return true;
    return matches(path, false);
}

std::string_view below(std::string_view folder, std::string_view path) {
    if (folder.empty()) return path;
    if (!path.starts_with(folder)) return {};
    if (folder.ends_with('/')) return path.substr(folder.size());
    if (path.size() <= folder.size() || path[folder.size()] != '/') return {};
    return path.substr(folder.size() + 1);
}

std::string join(std::string_view folder, std::string_view name) {
    if (folder.empty() || folder == "." || name.starts_with('/')) return std::string(name);
    if (name.empty()) return std::string(folder);
    std::string path(folder);
    if (!path.ends_with('/')) path += '/';
    return path += name;
}

std::string_view folder_of(std::string_view path) {
    const auto slash = path.rfind('/');
    if (slash == nowhere) return {};
    return path.substr(0, slash == 0 ? 1 : slash);
}

std::string_view name_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == nowhere ? path : path.substr(slash + 1);
}

std::string normalised(std::string_view path) {
    const bool absolute = path.starts_with('/');
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= path.size();) {
        const auto end = std::min(path.find('/', at), path.size());
        const auto part = path.substr(at, end - at);
        at = end + 1;
        if (part.empty() || part == ".") continue;
        if (part == ".." && !parts.empty() && parts.back() != "..")
            parts.pop_back();
        else if (part != ".." || !absolute)
            parts.push_back(part);
    }
    std::string out(absolute ? "/" : "");
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i != 0) out += '/';
        out += parts[i];
    }
    return out;
}

}  // namespace trainlint::engine
