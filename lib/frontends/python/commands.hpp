/// The commands that a program starts and the environment variables that it touches.
#pragma once

#include <memory>

#include "flow/function.hpp"
#include "frontends/python/commands_words.hpp"
#include "frontends/python/parser.hpp"
#include "frontends/python/tree.hpp"
#include "frontends/stated.hpp"
#include "trainlint/names.hpp"

namespace trainlint::python {

/// Adds to `out` what the functions of `source`, lowered from `fragment`, start: lists of words as
/// commands, strings for a shell as derived fragments; and the variables that they read, set and
/// remove. Names are resolved by the document's own imports; variables are followed within a
/// function and from the top level into functions. `parser` and `tree` are scratch.
void state_commands(std::shared_ptr<const text::Fragment> fragment, const flow::Source& source,
                    const frontends::Demand&, CommandWords&, Names&, Parser& parser, Tree& tree,
                    frontends::Stated& out);

}  // namespace trainlint::python
