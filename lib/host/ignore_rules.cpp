#include "host/ignore_rules.hpp"

#include <algorithm>

namespace trainlint::host {
namespace {

/// Blanks at the end do not count, unless a backslash quotes them.
std::string_view without_trailing_blanks(std::string_view line) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\' && at + 1 < line.size()) {
            end = ++at + 1;
        } else if (line[at] != ' ') {
            end = at + 1;
        }
    }
    return line.substr(0, end);
}

}  // namespace

IgnoreRules::IgnoreRules(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
        const auto end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == none ? std::string_view{} : text.substr(end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.starts_with('#')) add(without_trailing_blanks(line));
    }
    std::reverse(globs_.begin(), globs_.end());
}

void IgnoreRules::add(std::string_view line) {
    Rule rule;
    if (line.starts_with('!')) {
        rule.negated = true;
        line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
        rule.folders_only = true;
        line.remove_suffix(1);
    }
    const bool whole_path = line.find('/') != none;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty() || is_malformed(line)) return;
    rules_.push_back(rule);
    const std::string_view suffix = line.substr(1);
    if (!whole_path && !has_wildcards(line)) {
        add_to(names_, without_backslashes(line));
    } else if (!whole_path && line.starts_with("*.") && !has_wildcards(suffix)) {
        add_to(suffixes_, without_backslashes(suffix));
    } else {
        add_glob(line, whole_path);
    }
}

/// Stars right behind the literal beginning are a `**` of their own to git, against what it
/// documents: `out**/x` is both `outx` and `out*/**/x`.
void IgnoreRules::add_glob(std::string_view line, bool whole_path) {
    const auto rule = static_cast<std::int32_t>(rules_.size() - 1);
    const auto stars = line.find_first_of("*?[\\");
    const auto behind = std::min(line.find_first_not_of('*', stars), line.size());
    const bool glued = whole_path && stars != none && stars > 0 && line[stars - 1] != '/' &&
                       behind - stars >= 2 && line.substr(behind).starts_with('/');
    if (!glued) {
        keep_glob(rule, whole_path, line);
        return;
    }
    const std::string literal(line.substr(0, stars));
    const std::string rest(line.substr(behind + 1));
    keep_glob(rule, true, literal + rest);
    keep_glob(rule, true, literal + "*/**/" + rest);
}

void IgnoreRules::keep_glob(std::int32_t rule, bool whole_path, std::string_view pattern) {
    const auto special = pattern.find_last_of("*?[]\\/");
    const std::string_view end = special == none ? pattern : pattern.substr(special + 1);
    globs_.push_back({rule, whole_path, std::string(pattern), std::string(end), PathGlob(pattern)});
    needs_path_ = needs_path_ || whole_path;
}

void IgnoreRules::add_to(Index& index, std::string key) {
    Last& last = index[std::move(key)];
    const auto number = static_cast<std::int32_t>(rules_.size() - 1);
    (rules_.back().folders_only ? last.folders : last.any) = number;
}

IgnoreRules::Verdict IgnoreRules::match(std::string_view name, std::string_view path,
                                        bool folder) const {
    std::int32_t best = -1;
    if (const auto found = names_.find(name); found != names_.end()) {
        best = found->second.of(folder);
    }
    if (!suffixes_.empty()) {
        for (auto dot = name.find('.'); dot != none; dot = name.find('.', dot + 1)) {
            const auto found = suffixes_.find(name.substr(dot));
            if (found != suffixes_.end()) best = std::max(best, found->second.of(folder));
        }
    }
    for (const Glob& glob : globs_) {
        if (glob.rule <= best) break;
        const Rule& rule = rules_[static_cast<std::size_t>(glob.rule)];
        if ((rule.folders_only && !folder) || !name.ends_with(glob.end)) continue;
        const bool matches = glob.whole_path ? glob.path.may_end_in(name) && glob.path.matches(path)
                                             : name_matches(glob.name, name);
        if (!matches) continue;
        best = glob.rule;
        break;
    }
    if (best < 0) return Verdict::none;
    return rules_[static_cast<std::size_t>(best)].negated ? Verdict::kept : Verdict::ignored;
}

}  // namespace trainlint::host
