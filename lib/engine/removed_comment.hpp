/// The edit that takes a directive, or some of its names, out of a file.
#pragma once

#include <cstddef>
#include <span>

#include "engine/directives.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::engine {

/// Removes these names; all of them: the comment, and its line if nothing else stands on it.
void offer_removal(const Directive&, std::span<const std::size_t> names, Finding&);

}  // namespace trainlint::engine
