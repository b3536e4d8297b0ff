#include "engine/selection.hpp"

#include <algorithm>
#include <optional>

#include "engine/spelling.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::engine {

namespace {

bool lists(knowledge::Texts texts, std::string_view text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

/// Calls `visit(table, row, aliases)` for each row of the tables that rules read.
template <class Visit>
void each_row(Visit visit) {
    for (const auto& row : knowledge::renamed_api()) visit("renamed_api", row.name, row.aliases);
    for (const auto& row : knowledge::variables()) visit("variables", row.name, row.aliases);
    for (const auto& row : knowledge::launchers()) visit("launchers", row.name, row.aliases);
    for (const auto& row : knowledge::config_keys()) visit("config_keys", row.path, row.aliases);
}

std::optional<Selector> row_of_alias(std::string_view alias) {
    std::optional<Selector> found;
    each_row([&](std::string_view table, std::string_view row, knowledge::Texts aliases) {
        if (!found && lists(aliases, alias))
            found = Selector{.kind = Selector::Kind::row,
                             .table = table,
                             .row = std::string(row),
                             .text = std::string(alias)};
    });
    return found;
}

std::vector<std::string_view> known_words(Rules rules) {
    std::vector<std::string_view> words;
    for (const auto& rule : rules) {
        words.push_back(rule.name);
        words.push_back(rule.family);
        words.insert(words.end(), rule.aliases.begin(), rule.aliases.end());
    }
    return words;
}

std::vector<std::string_view> rows_of(std::string_view wanted) {
    std::vector<std::string_view> rows;
    each_row([&](std::string_view table, std::string_view row, knowledge::Texts) {
        if (table == wanted) rows.push_back(row);
    });
    return rows;
}

std::string in_quotes(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

std::variant<Selector, std::string> parse_row(std::string_view text, std::size_t colon,
                                              Rules rules) {
    const auto name = text.substr(0, colon), row = text.substr(colon + 1);
    const auto* rule = find_rule(name, rules);
    if (!rule) return "there is no rule " + in_quotes(name) + suggestion(name, known_words(rules));
    if (rule->table.empty()) return in_quotes(name) + " is no rule of a table: it has no rows";
    if (!has_row(rule->table, row))
        return in_quotes(name) + " has no row " + in_quotes(row) + suggestion(row, rows_of(rule->table));
    return Selector{.kind = Selector::Kind::row,
                    .rule = rule,
                    .row = std::string(row),
                    .text = std::string(text)};
}

/// The most exact word that matches: 1 family, 2 rule, 3 row; 0: none.
int exactness(const std::vector<Selector>& words, const RuleInfo& rule, std::string_view row) {
    int most = 0;
    for (const auto& word : words)
        if (word.matches(rule, row)) most = std::max(most, int(word.kind) + 1);
    return most;
}

/// The same where a row would do, whichever it is.
int exactness(const std::vector<Selector>& words, const RuleInfo& rule) {
    int most = 0;
    for (const auto& word : words)
        if (word.matches(rule)) most = std::max(most, int(word.kind) + 1);
    return most;
}

}  // namespace

bool Selector::matches(const RuleInfo& candidate) const {
    if (kind == Kind::family) return candidate.family == family;
    if (rule) return rule->name == candidate.name;
    return !table.empty() && candidate.table == table;
}

bool Selector::matches(const RuleInfo& candidate, std::string_view its_row) const {
    return matches(candidate) && (kind != Kind::row || row == its_row);
}

const RuleInfo* find_rule(std::string_view name, Rules rules) {
    for (const auto& rule : rules)
        if (rule.name == name || lists(rule.aliases, name)) return &rule;
    return nullptr;
}

bool has_row(std::string_view wanted, std::string_view name) {
    bool found = false;
    each_row([&](std::string_view table, std::string_view row, knowledge::Texts) {
        found |= table == wanted && row == name;
    });
    return found;
}

std::variant<Selector, std::string> parse_selector(std::string_view text, Rules rules) {
    if (text.empty()) return std::string("an empty name selects nothing");
    if (const auto colon = text.find(':'); colon != std::string_view::npos)
        return parse_row(text, colon, rules);
    if (const auto* rule = find_rule(text, rules))
        return Selector{.kind = Selector::Kind::rule, .rule = rule, .text = std::string(text)};
    for (const auto& rule : rules)
        if (rule.family == text)
            return Selector{
                .kind = Selector::Kind::family, .family = rule.family, .text = std::string(text)};
    if (auto row = row_of_alias(text)) return *row;
    return "there is no rule and no family " + in_quotes(text) + suggestion(text, known_words(rules));
}

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        auto part = text.substr(at, end - at);
        while (!part.empty() && (part.front() == ' ' || part.front() == '\t'))
            part.remove_prefix(1);
        while (!part.empty() && (part.back() == ' ' || part.back() == '\t')) part.remove_suffix(1);
        parts.push_back(part);
        at = end + 1;
    }
    return parts;
}

bool selects(const Choice& config, const Choice& call, const RuleInfo& rule, std::string_view row) {
    const auto asked = exactness(call.select, rule, row);
    const auto refused = exactness(call.ignore, rule, row);
    if (refused != 0 && refused >= asked) return false;
    const auto ignored = exactness(config.ignore, rule, row);
    if (!call.select.empty()) return asked != 0 && ignored <= asked;
    const auto chosen = exactness(config.select, rule, row);
    if (!config.select.empty() && chosen == 0) return false;
    return ignored == 0 || ignored < chosen;
}

bool may_select(const Choice& config, const Choice& call, const RuleInfo& rule) {
    if (selects(config, call, rule, "")) return true;
    // A row of it may be selected where the rule as a whole is not.
    const auto by_row = [&](const std::vector<Selector>& words) {
        return exactness(words, rule) == int(Selector::Kind::row) + 1;
    };
    return by_row(call.select) || (call.select.empty() && by_row(config.select));
}

}  // namespace trainlint::engine
