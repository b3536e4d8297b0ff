/// Triggers of the tables and pages, as rows of lib/knowledge/triggers.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "page.hpp"
#include "problems.hpp"
#include "tables.hpp"

namespace trainlint::generate {

struct TriggerRow {
    std::string literal;
    bool left = false, right = false;  ///< boundaries
    std::uint16_t languages = 0xFFFF;  ///< bit (1 << text::Language)
    std::string table;                 ///< whose row it comes from; empty: a page
};

/// The mask of the languages in which programs stand / commands / config files.
enum : std::uint16_t {
    python_mask = 1 << 0 | 1 << 1,
    shell_mask = 1 << 2 | 1 << 8 | 1 << 9,
    native_mask = 1 << 3,
    data_mask = 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7,
    yaml_mask = 1 << 4,
    prose_mask = 1 << 10,
    log_mask = 1 << 11,
    unknown_mask = 1 << 12,
    every_mask = 0xFFFF,
};

/// The mask of one language by its name in lib/include/trainlint/text.hpp; 0: there is none.
[[nodiscard]] std::uint16_t language_mask(std::string_view name);

/// The language that a file of this name is in, as a mask.
[[nodiscard]] std::uint16_t mask_of_file(std::string_view name);

[[nodiscard]] std::vector<TriggerRow> table_triggers(std::span<const Table>, Problems&);

/// Does the trigger stand in this text of this language?
[[nodiscard]] bool stands_in(const TriggerRow&, const pages::File&);

/// Equal literals joined: the wider of their conditions; sorted.
[[nodiscard]] std::vector<TriggerRow> joined(std::vector<TriggerRow>);

}  // namespace trainlint::generate
