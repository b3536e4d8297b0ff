/// C++ source text made from tables, triggers and pages.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules.hpp"
#include "tables.hpp"
#include "trigger_list.hpp"

namespace trainlint::generate {

/// A string literal of C++ with its quotes.
[[nodiscard]] std::string cxx_literal(std::string_view text);

[[nodiscard]] std::string tables_source(std::span<const Table>);
[[nodiscard]] std::string triggers_source(std::span<const TriggerRow>);
[[nodiscard]] std::string rules_source(std::span<const Rule>);

}  // namespace trainlint::generate
