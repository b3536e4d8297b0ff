/// How a use of a name is spelled, and how it is spelled with the name that replaced it.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>

#include "knowledge/tables.hpp"
#include "trainlint/names.hpp"
#include "trainlint/program.hpp"
#include "trainlint/text.hpp"

namespace trainlint::engine {

/// The part of a use that spells a row's name: `dist.reduce_op` of `dist.reduce_op.SUM`.
struct WrittenName {
    text::Place place;
    text::Span span;  ///< in the use's fragment
    text::Span last;  ///< its last component
    std::size_t components = 0;
    std::string_view first;  ///< the first component: "dist"
};

/// `below`: components of the use's name that stand below the row's.
[[nodiscard]] WrittenName written_name(const program::Use&, std::size_t below);

/// The edit that makes the use spell the replacement, or why there is none.
[[nodiscard]] std::variant<text::Edit, text::Refusal> replace_name(const program::Use&,
                                                                   const knowledge::RenamedApi&,
                                                                   const WrittenName&,
                                                                   const program::Module&,
                                                                   const Names&);

}  // namespace trainlint::engine
