#include <algorithm>
#include <optional>

#include "engine/characters.hpp"
#include "engine/mechanisms.hpp"
#include "engine/spelling.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::engine {

namespace {

using Action = facts::VariableUse::Action;

template <class Visit>
void each_variable(const Unit& unit, Visit visit) {
    for (const auto& stated : unit.document->stated)
        for (const auto& use : stated.variables) visit(use);
}

/// Does the unit set this variable, in whatever way?
bool sets(const Unit& unit, Symbol name) {
    bool found = false;
    if (name == no_symbol) return false;
    each_variable(unit,
                  [&](const auto& use) { found |= use.action == Action::set && use.name == name; });
    return found;
}

bool is_given(const facts::VariableUse& use) {
    return use.environment && (use.action == Action::set || use.action == Action::forward);
}

void offer_name(const facts::VariableUse& use, std::string_view name, Applicability applicability,
                Finding& finding) {
    if (!use.fragment) {
        finding.no_fix = "the name is put together where the program runs";
        return;
    }
    auto edit = use.fragment->rewrite(use.name_span, name);
    if (const auto* refusal = std::get_if<text::Refusal>(&edit)) {
        finding.no_fix = refusal->why;
        return;
    }
    finding.fix = Fix{applicability, "write " + std::string(name), {std::get<text::Edit>(edit)}};
}

bool is_pattern(const knowledge::Variable& row) {
    return row.name.ends_with('*');
}

bool covers(const knowledge::Variable& row, std::string_view name) {
    return is_pattern(row) && name.starts_with(row.name.substr(0, row.name.size() - 1));
}

std::string_view prefix_of(std::string_view name) {
    const auto end = name.find('_');
    return end == std::string_view::npos ? std::string_view{} : name.substr(0, end + 1);
}

/// `NCCL_IB_HCA1` is no slip of `NCCL_IB_HCA`.
bool differ_in_digits_only(std::string_view a, std::string_view b) {
    const auto letters = [](std::string_view name) {
        std::string out;
        std::copy_if(name.begin(), name.end(), std::back_inserter(out),
                     [](char c) { return !is_digit(c); });
        return out;
    };
    return letters(a) == letters(b);
}

/// The one known name that is a slip away; null: none, or several.
const knowledge::Variable* meant_by(std::string_view name) {
    const auto prefix = prefix_of(name);
    if (prefix.size() < 3 || prefix.size() == name.size()) return nullptr;
    const knowledge::Variable* best = nullptr;
    std::size_t least = name.size() < 14 ? 1 : 2;
    bool alone = false;
    for (const auto& row : knowledge::variables()) {
        if (covers(row, name)) return nullptr;
        if (row.never_existed || is_pattern(row) || prefix_of(row.name) != prefix) continue;
        const auto distance = edit_distance(name, row.name, least);
        if (distance > least || differ_in_digits_only(name, row.name)) continue;
        alone = !best || distance < least;
        best = &row;
        least = distance;
    }
    return alone ? best : nullptr;
}

void add_way_out(const knowledge::Variable& row, std::vector<Argument>& arguments) {
    if (!row.advice.empty())
        arguments.push_back({"advice", std::string(row.advice)});
    else if (!row.replaced_by.empty())
        arguments.push_back({"replacement", std::string(row.replaced_by)});
}

}  // namespace

void ProjectVariables::add_expansions(const facts::Word& word) {
    for (const auto& part : word.parts)
        if (part.expansion) read_.insert(part.expansion->variable);
}

ProjectVariables::ProjectVariables(std::span<const Unit> units) {
    for (const auto& unit : units) {
        each_variable(unit, [&](const auto& use) {
            if (use.action == Action::read) read_.insert(use.name);
            if (use.value) add_expansions(*use.value);
        });
        for (const auto& stated : unit.document->stated)
            for (const auto& command : stated.commands)
                for (const auto& word : command.words) add_expansions(word);
    }
}

void find_obsolete_variables(const Unit& unit, const TableContext& context, Report& report) {
    each_variable(unit, [&](const facts::VariableUse& use) {
        if (!is_given(use)) return;
        const auto* row = knowledge::find_variable(report.text(use.name));
        if (!row || row->never_existed) return;
        if (row->deprecated_in.empty() && row->removed_in.empty()) return;
        const auto& path = unit.document->path;
        const auto retired =
            retirement(context.state, path, row->owner, row->deprecated_in, row->removed_in);
        if (retired.kind == Retirement::Kind::none)
            return report.silent(use.name_at, "the allowed versions all read it");
        // What to do instead is no advice for a release that still wants the old name.
        if (!retired.in_all)
            return report.silent(use.name_at, "some of the allowed versions read it");
        const auto replacement = context.state.shared->names.find(row->replaced_by);
        if (!row->replaced_by.empty() && sets(unit, replacement))
            return report.silent(use.name_at, "both names are set, for old and new releases");
        const bool removed = retired.kind == Retirement::Kind::removed;
        std::vector<Argument> arguments{
            {"name", std::string(row->name)},
            {"owner", std::string(row->owner)},
            {removed ? "removed" : "deprecated", std::string(retired.since)}};
        add_way_out(*row, arguments);
        auto& finding = report.at(use.name_at, std::move(arguments));
        finding.row = row->name;
        name_line(retired.allowed, retired.claim, finding);
        if (!row->replaced_by.empty())
            offer_name(use, row->replaced_by,
                       retired.fix_is_safe && retired.allowed.stated ? Applicability::safe
                                                                     : Applicability::unsafe,
                       finding);
    });
}

void find_misspelt_variables(const Unit& unit, const TableContext& context, Report& report) {
    each_variable(unit, [&](const facts::VariableUse& use) {
        if (!is_given(use)) return;
        const auto name = report.text(use.name);
        const auto* row = knowledge::find_variable(name);
        if (row && !row->never_existed) return;
        const auto* meant = row ? nullptr : meant_by(name);
        if (!row && !meant) return;
        if (context.variables.reads(use.name))
            return report.silent(use.name_at, "the project reads the name itself");
        std::vector<Argument> arguments{{"name", std::string(name)}};
        const auto known = meant ? meant->name : row->replaced_by;
        if (!known.empty() && sets(unit, context.state.shared->names.find(known)))
            return report.silent(use.name_at, "the known name is set too");
        if (meant) {
            arguments.push_back({"meant", std::string(meant->name)});
            arguments.push_back({"owner", std::string(meant->owner)});
        } else {
            add_way_out(*row, arguments);
        }
        auto& finding = report.at(use.name_at, std::move(arguments));
        finding.row = (meant ? meant : row)->name;
        if (meant) offer_name(use, meant->name, Applicability::unsafe, finding);
    });
}

}  // namespace trainlint::engine
