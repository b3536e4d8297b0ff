#include "program/packages.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_set>
#include <vector>

#include "flow/rows.hpp"
#include "knowledge/tables.hpp"

namespace trainlint::program {

namespace {

/// Packages that programs are read through, whether or not a table has rows for them.
constexpr std::string_view reading_packages[] = {
    "os",         "sys",       "argparse",      "subprocess", "contextlib",      "functools",
    "torch",      "jax",       "tensorflow",    "paddle",     "accelerate",      "transformers",
    "lightning",  "pytorch_lightning", "deepspeed", "fairscale", "apex",         "flax",
    "horovod",    "megatron",  "click",         "typer",      "fire",            "absl",
    "hydra",      "omegaconf", "tyro",          "jsonargparse", "simple_parsing", "configargparse",
    "multiprocessing", "typing", "packaging",   "optparse",   "tap",             "draccus",
    "docopt",     "plac",      "torch_xla",     "torch_npu",  "ray",             "chz"};

/// Names are put together from several parts by rows: "env:RANK", "f(arg=)".
bool is_dotted(std::string_view name) {
    return name.find_first_of(":( ") == std::string_view::npos;
}

std::unordered_set<std::string_view> known_packages() {
    std::unordered_set<std::string_view> roots(std::begin(reading_packages),
                                               std::end(reading_packages));
    const auto add = [&](const auto& rows) {
        for (const auto& row : rows)
            if (is_dotted(row.name) && row.name.find('.') != std::string_view::npos)
                roots.insert(first_component(row.name));
    };
    add(knowledge::collectives());
    add(knowledge::rank_sources());
    add(knowledge::signatures());
    add(knowledge::events());
    add(knowledge::no_returns());
    for (const auto& row : knowledge::renamed_api()) roots.insert(first_component(row.name));
    return roots;
}

struct MemberRow {
    std::string_view name;        ///< as the table spells it
    std::string_view framework;   ///< empty: any
};
using MemberRows = std::unordered_map<std::string, std::vector<MemberRow>>;

std::string member_key(std::string_view class_name, std::string_view member) {
    return lower(class_name) + "." + std::string(member);
}

/// Rows by their last two components: the class, and its member.
MemberRows member_rows() {
    MemberRows rows;
    const auto add = [&](std::string_view name, std::string_view framework) {
        if (!is_dotted(name)) return;
        const auto member = last_component(name);
        if (member.size() == name.size()) return;
        const auto class_name = last_component(name.substr(0, name.size() - member.size() - 1));
        rows[member_key(class_name, member)].push_back({name, framework});
    };
    for (const auto& row : knowledge::rank_sources()) add(row.name, row.framework);
    for (const auto& row : knowledge::collectives()) add(row.name, row.framework);
    for (const auto& row : knowledge::events()) add(row.name, row.framework);
    for (const auto& row : knowledge::signatures()) add(row.name, {});
    for (const auto& row : knowledge::no_returns()) add(row.name, {});
    return rows;
}

bool is_of_framework(std::string_view maker, std::string_view framework) {
    const auto root = first_component(maker);
    if (framework.empty() || framework == "any" || framework == root) return true;
    return framework == "lightning" && (root == "pytorch_lightning" || root == "lightning_fabric");
}

}  // namespace

std::string lower(std::string_view text) {
    std::string made(text);
    for (auto& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

bool is_known_package(std::string_view root) {
    static const auto roots = known_packages();
    return roots.contains(root);
}

std::string_view member_in_tables(std::string_view maker, std::string_view member) {
    static const auto rows = member_rows();
    static const auto members = [] {
        std::unordered_set<std::string_view> names;
        for (const auto& [key, made] : rows)
            for (const auto& row : made) names.insert(last_component(row.name));
        return names;
    }();
    if (!members.contains(member)) return {};
    const auto found = rows.find(member_key(last_component(maker), member));
    if (found == rows.end()) return {};
    for (const auto& row : found->second)
        if (is_of_framework(maker, row.framework)) return row.name;
    return {};
}

bool has_renamed_keywords(std::string_view function) {
    static const auto functions = [] {
        std::unordered_set<std::string_view> names;
        for (const auto& row : knowledge::renamed_api()) {
            const auto open = row.name.find('(');
            if (open != std::string_view::npos) names.insert(row.name.substr(0, open));
        }
        return names;
    }();
    return functions.contains(function);
}

const NameFacts::Facts& NameFacts::of(Symbol name) {
    const auto found = known_.find(name);
    if (found != known_.end()) return found->second;
    const auto text = names_.text(name);
    Facts facts;
    for (auto part = text; !facts.renamed && part.find('.') != std::string_view::npos;
         part = part.substr(0, part.rfind('.')))
        facts.renamed = knowledge::find_renamed_api(part) != nullptr;
    facts.keywords = has_renamed_keywords(text);
    facts.of_interest = knowledge::find_renamed_api(text) || facts.keywords || knowledge::find_signature(text) ||
                        !flow::rows_of(text).empty();
    return known_.emplace(name, facts).first->second;
}

}  // namespace trainlint::program
