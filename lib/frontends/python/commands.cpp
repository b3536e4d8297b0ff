#include "frontends/python/commands.hpp"

#include <algorithm>

#include "frontends/python/commands_reader.hpp"

namespace trainlint::python {

void state_commands(std::shared_ptr<const text::Fragment> fragment, const flow::Source& source,
                    const frontends::Demand& demand, CommandWords& words, Names& names,
                    Parser& parser, Tree& tree, frontends::Stated& out) {
    words.open(source);
    const auto interesting = words.interesting(source);
    if (interesting.empty()) return;
    CommandReader(std::move(fragment), source, demand, words, names, parser, tree, out)
        .read(interesting);
    std::stable_sort(out.commands.begin(), out.commands.end(),
                     [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
    std::stable_sort(out.variables.begin(), out.variables.end(), [](const auto& a, const auto& b) {
        return a.at.span.begin < b.at.span.begin;
    });
}

}  // namespace trainlint::python
