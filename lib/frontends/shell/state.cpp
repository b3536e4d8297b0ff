#include "frontends/shell/state.hpp"

#include <algorithm>
#include <numeric>

#include "frontends/shell/directives.hpp"
#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/reader.hpp"

namespace trainlint::shell {
namespace {

/// Bodies of functions are followed where they are called: back to the order of the text.
void sort_commands(frontends::Stated& stated) {
    auto& commands = stated.commands;
    const auto before = [](const facts::Command& a, const facts::Command& b) {
        return a.span.begin < b.span.begin;
    };
    if (std::is_sorted(commands.begin(), commands.end(), before)) return;
    std::vector<std::uint32_t> order(commands.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return before(commands[a], commands[b]);
    });
    std::vector<facts::Command> sorted;
    std::vector<std::uint32_t> place(commands.size());
    sorted.reserve(commands.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        sorted.push_back(std::move(commands[order[i]]));
    }
    commands = std::move(sorted);
    for (auto& derived : stated.derived)
        if (derived.inside < place.size()) derived.inside = place[derived.inside];
}

void add_comments(const Tree& tree, const text::Fragment& script, frontends::Stated& stated) {
    for (const text::Span span : tree.comments) {
        auto text = script.text().substr(span.begin, span.size());
        const auto first = text.find_first_not_of("# \t");
        const auto last = text.find_last_not_of(" \t");
        text = text.substr(first, last + 1 - first);
        stated.comments.push_back({std::string(text), span});
    }
}

}  // namespace

void state(std::shared_ptr<const text::Fragment> script, const frontends::Demand& demand,
           Names& names, frontends::Stated& stated) {
    if (!stated.fragment) stated.fragment = script;
    const Tree tree = read(script->text());
    stated.directives = directives(script);
    stated.late_directives = late_directives(script, tree.late_directives);
    add_comments(tree, *script, stated);
    for (const Fault& fault : tree.faults)
        stated.problems.push_back({fault.what, script->place(fault.at)});
    const auto first = stated.commands.size();
    Evaluator(script, tree, demand, names, stated).run();
    if (!tree.faults.empty())
        for (auto i = first; i < stated.commands.size(); ++i)
            stated.commands[i].recovered =
                stated.commands[i].span.begin >= tree.faults.front().at.begin;
    sort_commands(stated);
    const auto by_place = [](const facts::VariableUse& a, const facts::VariableUse& b) {
        return a.name_span.begin < b.name_span.begin;
    };
    if (!std::is_sorted(stated.variables.begin(), stated.variables.end(), by_place))
        std::stable_sort(stated.variables.begin(), stated.variables.end(), by_place);
}

}  // namespace trainlint::shell
