#include "engine/mechanisms.hpp"

namespace trainlint::engine {

namespace {

/// Those versions, or nothing.
VersionSet since(std::string_view version) {
    const auto parsed = version.empty() ? std::nullopt : parse_version(version);
    return parsed ? VersionSet::since(*parsed) : VersionSet();
}

}  // namespace

Retirement retirement(const Snapshot::State& state, std::string_view path, std::string_view package,
                      std::string_view deprecated_since, std::string_view removed_in) {
    Retirement out;
    out.allowed = allowed_versions(state, path, package);
    const auto removed = since(removed_in), deprecated = since(deprecated_since);
    if (!removed.empty() && out.allowed.may_hold(removed)) {
        out.kind = Retirement::Kind::removed;
        out.since = removed_in;
        out.claim = removed;
    } else if (!deprecated.empty() && out.allowed.may_hold(deprecated)) {
        out.kind = Retirement::Kind::deprecated;
        out.since = deprecated_since;
        out.claim = deprecated;
    } else {
        return out;
    }
    out.in_all = out.claim.contains(out.allowed.versions);
    const auto& replaced = deprecated.empty() ? removed : deprecated;
    out.fix_is_safe = replaced.contains(out.allowed.versions);
    return out;
}

Severity severity_of(const Retirement& retired) {
    const bool gone = retired.kind == Retirement::Kind::removed && retired.in_all;
    return gone && retired.allowed.stated ? Severity::error : Severity::warning;
}

void find_rows(const RuleInfo& rule, const Unit& unit, const TableContext& context,
               Report& report) {
    if (rule.table == "renamed_api") return find_renamed_api(unit, context, report);
    if (rule.table == "config_keys") return find_unknown_config_keys(unit, context, report);
    if (rule.table != "variables") return;
    if (rule.name == "misspelt-variable") return find_misspelt_variables(unit, context, report);
    find_obsolete_variables(unit, context, report);
}

}  // namespace trainlint::engine
