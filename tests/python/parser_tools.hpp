/// What the tests of the Python parser share: trees as text, and what holds for every tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontends/python/parser.hpp"
#include "frontends/python/tree.hpp"

namespace trainlint::python::testing {

/// Leaves as written; others as kind, operator, marked flags and children in parentheses.
[[nodiscard]] std::string show(std::string_view text, const Tree& tree, Index at);

/// The statements of a text, one a line; error nodes as `error`. With errors: their messages
/// behind, each as `! message`.
[[nodiscard]] std::string parsed(std::string_view text);

/// The only statement's only child, for expressions.
[[nodiscard]] std::string expression(std::string_view text);

/// What breaks a promise of tree.hpp, or nothing.
[[nodiscard]] std::string broken_promise(const Tree& tree, std::size_t size);

/// The text of the node at these child positions from the root.
[[nodiscard]] std::string text_at(std::string_view text, std::vector<std::size_t> path);

}  // namespace trainlint::python::testing
