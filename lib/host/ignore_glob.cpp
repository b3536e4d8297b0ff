#include "host/ignore_glob.hpp"

#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace trainlint::host {
namespace {

using Test = int (*)(int);

std::optional<Test> class_test(std::string_view name) {
    constexpr auto blank = [](int c) { return static_cast<int>(c == ' ' || c == '\t'); };
    const std::array<std::pair<std::string_view, Test>, 12> classes{{{"alnum", std::isalnum},
                                                                     {"alpha", std::isalpha},
                                                                     {"blank", blank},
                                                                     {"cntrl", std::iscntrl},
                                                                     {"digit", std::isdigit},
                                                                     {"graph", std::isgraph},
                                                                     {"lower", std::islower},
                                                                     {"print", std::isprint},
                                                                     {"punct", std::ispunct},
                                                                     {"space", std::isspace},
                                                                     {"upper", std::isupper},
                                                                     {"xdigit", std::isxdigit}}};
    for (const auto& [each, test] : classes) {
        if (each == name) return test;
    }
    return std::nullopt;
}

/// A bracket expression, read from behind its `[`.
class Bracket {
public:
    Bracket(std::string_view pattern, std::size_t at, unsigned char c)
        : pattern_(pattern), at_(at), c_(c) {}

    /// Behind the `]`; nothing: malformed.
    std::optional<std::size_t> read() {
        negated_ = peek() == '!' || peek() == '^';
        if (negated_) ++at_;
        bool first = true;
        while (first || peek() != ']') {
            if (at_ >= pattern_.size() || !read_item()) return std::nullopt;
            first = false;
        }
        return at_ + 1;
    }
    bool matched() const { return matched_ != negated_; }

private:
    int peek(std::size_t ahead = 0) const {
        return at_ + ahead < pattern_.size() ? static_cast<unsigned char>(pattern_[at_ + ahead])
                                             : -1;
    }
    bool read_item() {
        if (peek() == '[' && peek(1) == ':') return read_class();
        if (peek() == '-' && previous_ > 0 && peek(1) >= 0 && peek(1) != ']') {
            ++at_;
            const int from = previous_;
            const int to = read_character();
            if (to < 0) return false;
            matched_ = matched_ || (from <= c_ && c_ <= to);
            previous_ = 0;
            return true;
        }
        previous_ = read_character();
        matched_ = matched_ || previous_ == c_;
        return previous_ >= 0;
    }
    /// -1: the pattern ends.
    int read_character() {
        if (peek() == '\\') ++at_;
        const int c = peek();
        if (c >= 0) ++at_;
        return c;
    }
    bool read_class() {
        const auto end = pattern_.find(']', at_ + 2);
        if (end == none) return false;
        if (end == at_ + 2 || pattern_[end - 1] != ':') {
            // Not a class after all: the bracket means itself.
            matched_ = matched_ || c_ == '[';
            ++at_;
            return true;
        }
        const auto test = class_test(pattern_.substr(at_ + 2, end - 1 - (at_ + 2)));
        if (!test) return false;
        matched_ = matched_ || (*test)(c_) != 0;
        at_ = end + 1;
        previous_ = 0;
        return true;
    }

    std::string_view pattern_;
    std::size_t at_;
    unsigned char c_;
    bool negated_ = false;
    bool matched_ = false;
    int previous_ = 0;
};

/// Behind the bracket that begins at `at`, or behind the `[` alone.
std::size_t behind_bracket(std::string_view pattern, std::size_t at) {
    return Bracket(pattern, at + 1, 0).read().value_or(at + 1);
}

/// One character of the pattern, which is not a star, against one of the name. Behind it if they
/// match.
std::optional<std::size_t> step(std::string_view pattern, std::size_t at, char c) {
    if (pattern[at] == '?') return at + 1;
    if (pattern[at] == '[') {
        Bracket bracket(pattern, at + 1, static_cast<unsigned char>(c));
        const auto end = bracket.read();
        return end && bracket.matched() ? end : std::nullopt;
    }
    if (pattern[at] == '\\') ++at;
    if (at >= pattern.size() || pattern[at] != c) return std::nullopt;
    return at + 1;
}

/// The next place from `from` on at which the pattern behind a star can begin to match.
std::size_t next_start(std::string_view pattern, std::size_t at, std::string_view name,
                       std::size_t from) {
    if (at >= pattern.size() || from >= name.size()) return from;
    if (std::string_view("*?[\\").find(pattern[at]) != none) return from;
    return std::min(name.find(pattern[at], from), name.size());
}

}  // namespace

bool name_matches(std::string_view pattern, std::string_view name) {
    std::size_t p = 0;
    std::size_t n = 0;
    // Only the last star ever has to take more: what stands before it was matched already.
    std::size_t star = none;
    std::size_t star_name = 0;
    while (n < name.size() || p < pattern.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = ++p;
            star_name = n = next_start(pattern, p, name, n);
            continue;
        }
        if (p < pattern.size() && n < name.size()) {
            if (const auto next = step(pattern, p, name[n])) {
                p = *next;
                ++n;
                continue;
            }
        }
        if (star == none || star_name >= name.size()) return false;
        p = star;
        n = star_name = next_start(pattern, star, name, star_name + 1);
    }
    return true;
}

bool is_malformed(std::string_view pattern) {
    for (std::size_t at = 0; at < pattern.size();) {
        if (pattern[at] == '[') {
            const auto end = Bracket(pattern, at + 1, 0).read();
            if (!end) return true;
            at = *end;
        } else if (pattern[at] == '\\') {
            if (at + 1 == pattern.size()) return true;
            at += 2;
        } else {
            ++at;
        }
    }
    return false;
}

bool has_wildcards(std::string_view pattern) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\') {
            ++at;
        } else if (pattern[at] == '*' || pattern[at] == '?' || pattern[at] == '[') {
            return true;
        }
    }
    return false;
}

std::string without_backslashes(std::string_view pattern) {
    std::string out;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
        out += pattern[at];
    }
    return out;
}

PathGlob::PathGlob(std::string_view pattern) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < pattern.size();) {
        if (pattern[at] == '[') {
            at = behind_bracket(pattern, at);  // a slash in brackets separates nothing
        } else if (pattern[at] == '\\' && at + 1 < pattern.size() && pattern[at + 1] != '/') {
            at += 2;
        } else if (pattern[at] == '/' || pattern[at] == '\\') {
            add(pattern.substr(begin, at - begin));
            at += pattern[at] == '/' ? 1 : 2;
            begin = at;
        } else {
            ++at;
        }
    }
    add(pattern.substr(begin));
}

void PathGlob::add(std::string_view segment) {
    if (segment.size() >= 2 && segment.find_first_not_of('*') == none) {
        segments_.push_back({"", Segment::Kind::any_depth});
    } else if (has_wildcards(segment)) {
        segments_.push_back({std::string(segment), Segment::Kind::glob});
    } else {
        segments_.push_back({without_backslashes(segment), Segment::Kind::literal});
    }
}

bool PathGlob::matches(const Segment& segment, std::string_view name) {
    if (segment.kind == Segment::Kind::literal) return segment.text == name;
    return name_matches(segment.text, name);
}

bool PathGlob::may_end_in(std::string_view name) const {
    const Segment& last = segments_.back();
    return last.kind == Segment::Kind::any_depth || matches(last, name);
}

bool PathGlob::matches(std::string_view path) const {
    const std::size_t past = path.size() + 1;  // where a name after the last would begin
    const auto end_of = [path](std::size_t at) {
        return std::min(path.find('/', at), path.size());
    };
    std::size_t s = 0;
    std::size_t at = 0;
    std::size_t any = none;
    std::size_t any_at = 0;
    while (s < segments_.size() || at < past) {
        if (s < segments_.size() && segments_[s].kind == Segment::Kind::any_depth) {
            if (++s == segments_.size()) return at < past;
            any = s;
            any_at = at;
            continue;
        }
        if (s < segments_.size() && at < past &&
            matches(segments_[s], path.substr(at, end_of(at) - at))) {
            at = end_of(at) + 1;
            ++s;
            continue;
        }
        if (any == none || any_at >= past) return false;
        s = any;
        at = any_at = end_of(any_at) + 1;
    }
    return true;
}

}  // namespace trainlint::host
