#include <algorithm>
#include <optional>
#include <set>

#include "engine/mechanisms.hpp"
#include "engine/replaced_name.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::engine {

namespace {

using knowledge::RenamedApi;
using program::Use;

struct Match {
    const RenamedApi* row = nullptr;
    std::size_t below = 0;  ///< components of the use that stand below the row
};

/// The row of a name, or of what it is a member of: `torch.distributed.reduce_op.SUM`.
Match match_row(std::string_view name, Use::Form form) {
    if (const auto* row = knowledge::find_renamed_api(name)) return {row, 0};
    if (form == Use::Form::keyword) return {};
    for (std::size_t below = 1;; ++below) {
        const auto dot = name.rfind('.');
        if (dot == std::string_view::npos) return {};
        name = name.substr(0, dot);
        if (const auto* row = knowledge::find_renamed_api(name)) return {row, below};
    }
}

/// Callees of which some row names a value of an argument: `f(backend='tcp')`. Sorted.
const std::vector<std::string_view>& callees_with_values() {
    static const auto callees = [] {
        std::vector<std::string_view> names;
        for (const auto& row : knowledge::renamed_api())
            if (row.name.ends_with("')")) names.push_back(row.name.substr(0, row.name.find('(')));
        std::sort(names.begin(), names.end());
        return names;
    }();
    return callees;
}

/// The package that the dotted name belongs to: "torch".
std::string_view top_of(std::string_view name) {
    return name.substr(0, name.find('.'));
}

class RenamedApiFinder {
public:
    RenamedApiFinder(const Unit& unit, const TableContext& context, Report& report)
        : unit_(unit),
          state_(context.state),
          module_(unit.program->linked->module),
          report_(report) {}

    void find() {
        for (const auto& use : module_.uses)
            if (use.form == Use::Form::from_import || use.form == Use::Form::import_module)
                check(use);
        for (const auto& use : module_.uses)
            if (use.form == Use::Form::expression || use.form == Use::Form::keyword) check(use);
        for (const auto& call : module_.calls) check_values(call);
    }

private:
    void check(const Use& use) {
        const auto [row, below] = match_row(report_.text(use.name), use.form);
        if (!row) return;
        const auto written = written_name(use, below);
        // An import of several names from a module that is gone is one mistake.
        if (use.form == Use::Form::from_import && below > 0 &&
            !told_modules_.insert(written.span.begin).second)
            return;
        if (use.form == Use::Form::expression && written.components == 1 &&
            !comes_from_star(*row, written))
            return;
        if (use.guarded)
            return report_.silent(written.place, "the use stands under a test of what is there");
        if (use.replaced)
            return report_.silent(written.place, "the program puts its own in this place");
        judge(*row, written, [&](const Retirement& retired, Finding& finding) {
            offer(use, *row, written, retired, finding);
        });
    }

    /// A name of one component is bound by an import or an assignment, where it is told. Only
    /// `from torch.distributed import *` does not name it.
    [[nodiscard]] bool comes_from_star(const RenamedApi& row, const WrittenName& written) {
        const auto dot = row.name.rfind('.');
        if (dot == std::string_view::npos || row.name.substr(dot + 1) != written.first)
            return false;
        const auto module = state_.shared->names.find(row.name.substr(0, dot));
        return module != no_symbol && star_imports().contains(module);
    }

    const std::set<Symbol>& star_imports() {
        if (star_imports_) return *star_imports_;
        auto& found = star_imports_.emplace();
        for (const auto& stated : unit_.document->stated)
            if (stated.source)
                for (const auto& import : stated.source->imports)
                    if (import.star) found.insert(import.module);
        return found;
    }

    template <class Offer>
    void judge(const RenamedApi& row, const WrittenName& written, Offer offer_fix) {
        const auto& path = unit_.document->path;
        if (state_.defines_package(path, top_of(row.name)))
            return report_.silent(written.place, "the project defines the package itself");
        const auto retired =
            retirement(state_, path, row.framework, row.deprecated_since, row.removed_in);
        if (retired.kind == Retirement::Kind::none)
            return report_.silent(written.place, "no allowed version lacks the name");
        const bool removed = retired.kind == Retirement::Kind::removed;
        std::vector<Argument> arguments{
            {"name", std::string(row.name)},
            {"framework", std::string(row.framework)},
            {removed ? "removed" : "deprecated", std::string(retired.since)}};
        if (!row.advice.empty())
            arguments.push_back({"advice", std::string(row.advice)});
        else if (!row.replacement.empty())
            arguments.push_back({"replacement", std::string(row.replacement)});
        auto& finding = report_.at(written.place, std::move(arguments));
        finding.row = row.name;
        finding.severity = severity_of(retired);
        name_line(retired.allowed, retired.claim, finding);
        offer_fix(retired, finding);
    }

    void offer(const Use& use, const RenamedApi& row, const WrittenName& written,
               const Retirement& retired, Finding& finding) {
        if (row.replacement.empty()) return;
        if (!row.same_call) {
            const bool module = use.form == Use::Form::import_module ||
                                use.module_span.contains(written.span);
            finding.no_fix = module ? "what the module holds may have moved elsewhere"
                                    : "the replacement takes other arguments";
            return;
        }
        if (!imported_) imported_.emplace(module_, state_.shared->names);
        auto replaced = replace_name(use, row, written, *imported_);
        if (const auto* refusal = std::get_if<text::Refusal>(&replaced)) {
            finding.no_fix = refusal->why;
            return;
        }
        finding.fix = Fix{retired.fix_is_safe ? Applicability::safe : Applicability::unsafe,
                          "use " + std::string(row.replacement),
                          {std::get<text::Edit>(std::move(replaced))}};
    }

    /// Rows such as `init_process_group(backend='tcp')`: an argument of that value.
    void check_values(const program::Call& call) {
        if (call.callee == no_symbol || call.guarded) return;
        const auto& callees = callees_with_values();
        const auto callee = report_.text(call.callee);
        if (!std::binary_search(callees.begin(), callees.end(), callee)) return;
        for (const auto& argument : call.arguments) {
            if (argument.name == no_symbol || !argument.constant ||
                argument.constant->kind != flow::Constant::Kind::text)
                continue;
            const auto name = std::string(callee) + "(" + std::string(report_.text(argument.name)) +
                              "='" + argument.constant->text + "')";
            if (const auto* row = knowledge::find_renamed_api(name))
                judge(*row, {argument.at, {}, {}, 0, {}}, [](const Retirement&, Finding&) {});
        }
    }

    const Unit& unit_;
    const Snapshot::State& state_;
    const program::Module& module_;
    Report& report_;
    std::set<std::uint32_t> told_modules_;
    std::optional<ImportedNames> imported_;
    std::optional<std::set<Symbol>> star_imports_;
};

}  // namespace

void find_renamed_api(const Unit& unit, const TableContext& context, Report& report) {
    if (unit.program && unit.program->linked) RenamedApiFinder(unit, context, report).find();
}

}  // namespace trainlint::engine
