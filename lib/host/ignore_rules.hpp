/// The rules of one ignore file: which of them holds for an entry.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/ignore_glob.hpp"

namespace trainlint::host {

class IgnoreRules {
public:
    enum class Verdict : std::uint8_t { none, ignored, kept };

    IgnoreRules() = default;
    explicit IgnoreRules(std::string_view text);

    [[nodiscard]] bool empty() const { return rules_.empty(); }
    /// Does any rule look at more than the name?
    [[nodiscard]] bool needs_path() const { return needs_path_; }
    /// `path` is relative to the folder of the rules and ends in `name`. The last rule that
    /// matches decides.
    [[nodiscard]] Verdict match(std::string_view name, std::string_view path, bool folder) const;

private:
    struct Rule {
        bool negated = false;
        bool folders_only = false;
    };
    /// The last rule for a name or a suffix; -1: none.
    struct Last {
        std::int32_t any = -1;
        std::int32_t folders = -1;
        [[nodiscard]] std::int32_t of(bool folder) const {
            return folder && folders > any ? folders : any;
        }
    };
    struct Glob {
        std::int32_t rule;
        bool whole_path;
        std::string name;
        std::string end;  // what a name that matches ends in, where that is plain
        PathGlob path;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    using Index = std::unordered_map<std::string, Last, Hash, std::equal_to<>>;

    void add(std::string_view line);
    void add_to(Index&, std::string key);
    void add_glob(std::string_view line, bool whole_path);
    void keep_glob(std::int32_t rule, bool whole_path, std::string_view pattern);

    std::vector<Rule> rules_;
    Index names_;
    Index suffixes_;  // of `*.pyc`: ".pyc"
    std::vector<Glob> globs_;
    bool needs_path_ = false;
};

}  // namespace trainlint::host
