/// The patterns of git's ignore files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trainlint::host {

/// No place in a text.
inline constexpr auto none = std::string_view::npos;

/// `*`, `?`, `[a-z]`, `[!x]`, `[[:digit:]]` and `\` over the bytes of one name.
[[nodiscard]] bool name_matches(std::string_view pattern, std::string_view name);

/// A `[` without its `]`, an unknown class, a `\` at the end: git lets these match nothing.
[[nodiscard]] bool is_malformed(std::string_view pattern);

[[nodiscard]] bool has_wildcards(std::string_view pattern);

/// The text without the backslashes that quote.
[[nodiscard]] std::string without_backslashes(std::string_view pattern);

/// A pattern over a whole path: `*` stays within a name, `**` as a name of its own does not.
class PathGlob {
public:
    explicit PathGlob(std::string_view pattern);
    [[nodiscard]] bool matches(std::string_view path) const;
    /// Can a path that ends in this name match? Cheap.
    [[nodiscard]] bool may_end_in(std::string_view name) const;

private:
    struct Segment {
        std::string text;
        enum class Kind { literal, glob, any_depth } kind;
    };
    void add(std::string_view segment);
    [[nodiscard]] static bool matches(const Segment&, std::string_view name);

    std::vector<Segment> segments_;
};

}  // namespace trainlint::host
