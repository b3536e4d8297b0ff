/// Which rules are meant by the words that people write: families, names, aliases, rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "trainlint/rule.hpp"

namespace trainlint::engine {

using Rules = std::span<const RuleInfo>;

/// One word that selects: "api", "renamed-api", "renamed-api:torch.distributed.reduce_op".
struct Selector {
    /// In this order the more exact one wins.
    enum class Kind : std::uint8_t { family, rule, row } kind{};
    std::string_view family;         ///< family: its name
    const RuleInfo* rule = nullptr;  ///< rule, row; null: any rule of `table`
    std::string_view table;          ///< row, by the row's alias
    std::string row;
    std::string text;  ///< as written

    [[nodiscard]] bool matches(const RuleInfo&) const;
    [[nodiscard]] bool matches(const RuleInfo&, std::string_view its_row) const;
};

/// Or what is wrong with it, with a suggestion.
[[nodiscard]] std::variant<Selector, std::string> parse_selector(std::string_view, Rules);
/// "a, b" to "a" and "b".
[[nodiscard]] std::vector<std::string_view> split_list(std::string_view);
[[nodiscard]] const RuleInfo* find_rule(std::string_view name, Rules);
[[nodiscard]] bool has_row(std::string_view table, std::string_view row);

/// One place where people select: the command line, a config file.
struct Choice {
    std::vector<Selector> select, ignore;
};

/// Does this finding's rule run, and is the finding kept? The command line goes before the config;
/// within each the more exact word wins, and ignoring wins among equals.
[[nodiscard]] bool selects(const Choice& config, const Choice& call, const RuleInfo&,
                           std::string_view row);
/// Could any finding of the rule be kept?
[[nodiscard]] bool may_select(const Choice& config, const Choice& call, const RuleInfo&);

}  // namespace trainlint::engine
