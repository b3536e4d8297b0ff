#include "frontends/python/state.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "frontends/python/commands.hpp"
#include "frontends/python/comments.hpp"
#include "frontends/python/lower.hpp"
#include "frontends/python/parser.hpp"
#include "frontends/python/tree.hpp"

namespace trainlint::python {

namespace {

constexpr std::size_t most_problems = 10;

}  // namespace

struct Reader::Parts {
    explicit Parts(Names& names) : symbols(names), command_words(names), lowering(symbols) {}

    SymbolCache symbols;
    CommandWords command_words;
    Parser parser;
    Tree tree;
    Lowering lowering;
};

Reader::Reader(Names& names) : parts_(std::make_unique<Parts>(names)) {}
Reader::~Reader() = default;

void Reader::state(std::shared_ptr<const text::Fragment> fragment, const frontends::Demand& demand,
                   frontends::Stated& out) {
    auto& p = *parts_;
    const auto text = fragment->text();
    out.fragment = fragment;
    p.parser.parse(text, p.tree);
    p.lowering.module(text, p.tree, out.source.emplace());
    const auto problems = std::min(p.tree.errors.size(), most_problems);
    for (const auto& error : std::span(p.tree.errors).first(problems))
        out.problems.push_back({std::string(error.message), fragment->place(error.at)});
    out.comments = directives(text);
    state_commands(fragment, *out.source, demand, p.command_words, p.symbols.names(), p.parser,
                   p.tree, out);
}

void state(std::shared_ptr<const text::Fragment> fragment, const frontends::Demand& demand,
           Names& names, frontends::Stated& out) {
    Reader(names).state(std::move(fragment), demand, out);
}

}  // namespace trainlint::python
