#include "frontends/python/commands.hpp"

#include <algorithm>

#include "frontends/python/commands_reader.hpp"

namespace trainlint::python {

void state_commands(std::shared_ptr<const text::Fragment> fragment, const flow::Source& source,
                    const frontends::Demand& demand, Names& names, Parser& parser, Tree& tree,
                    frontends::Stated& out) {
    CommandReader(std::move(fragment), source, demand, names, parser, tree, out).read();
    std::stable_sort(out.commands.begin(), out.commands.end(),
                     [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
    std::stable_sort(out.variables.begin(), out.variables.end(), [](const auto& a, const auto& b) {
        return a.at.span.begin < b.at.span.begin;
    });
}

}  // namespace trainlint::python
