/// One mechanism a table: finds the uses of its rows and fills the page's message from them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/allowed.hpp"
#include "engine/state.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::engine {

/// What the documents of a project do with variables, taken together.
class ProjectVariables {
public:
    explicit ProjectVariables(std::span<const Unit>);

    [[nodiscard]] bool reads(Symbol name) const { return read_.contains(name); }

private:
    void add_expansions(const facts::Word&);

    std::set<Symbol> read_;
};

/// What a mechanism may look at beside the unit.
struct TableContext {
    const Snapshot::State& state;
    const ProjectVariables& variables;
};

/// table = "renamed_api". Arguments: name, framework, removed or deprecated, replacement or advice.
void find_renamed_api(const Unit&, const TableContext&, Report&);
/// table = "variables", rule obsolete-variable. Arguments: name, owner, removed or deprecated,
/// replacement or advice.
void find_obsolete_variables(const Unit&, const TableContext&, Report&);
/// table = "variables", rule misspelt-variable. Arguments: name, and meant and owner, or advice.
void find_misspelt_variables(const Unit&, const TableContext&, Report&);
/// table = "config_keys". Arguments: system, key, nearest or empty.
void find_unknown_config_keys(const Unit&, const TableContext&, Report&);

/// Runs the mechanism of a table rule; a rule whose table has none finds nothing.
void find_rows(const RuleInfo&, const Unit&, const TableContext&, Report&);

/// When a row's name is on its way out, judged against the versions that a file may meet.
struct Retirement {
    enum class Kind : std::uint8_t { none, deprecated, removed } kind{};
    std::string_view since;    ///< the version that the kind begins with
    bool in_all = false;       ///< it holds for all allowed versions
    bool fix_is_safe = false;  ///< all allowed versions have what replaces it
    Allowed allowed;
    VersionSet claim;
};
/// A removal counts before a deprecation. Nothing stated: the newest release.
[[nodiscard]] Retirement retirement(const Snapshot::State&, std::string_view path,
                                    std::string_view package, std::string_view deprecated_since,
                                    std::string_view removed_in);
/// Error where the name is gone in all stated versions; else a warning.
[[nodiscard]] Severity severity_of(const Retirement&);

}  // namespace trainlint::engine
