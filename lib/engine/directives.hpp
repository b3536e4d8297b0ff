/// Comments that speak to trainlint: `trainlint: ignore[NAME, ...] reason`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/selection.hpp"
#include "link/world.hpp"
#include "trainlint/text.hpp"

namespace trainlint::engine {

struct DirectiveName {
    text::Span at;  ///< in the fragment
    std::string text;
    std::optional<Selector> selector;  ///< nothing: it names no rule
    std::string fault;                 ///< then: why
};

struct Directive {
    std::shared_ptr<const text::Fragment> fragment;
    text::Span at;       ///< in the fragment: from "trainlint:" on
    text::Span comment;  ///< with the comment's marks
    text::Place place;   ///< of `at` in the file
    bool whole_file = false;
    text::Place target;  ///< the logical line it speaks of
    std::vector<DirectiveName> names;
    text::Span list;    ///< what stands between the brackets
    std::string fault;  ///< it cannot be read, because
};

/// The directives of a document, by place.
[[nodiscard]] std::vector<Directive> directives(const link::Document&, Rules);

/// Where "trainlint:" begins if this comment speaks to us: at its start, or behind another
/// comment's mark. npos: it only mentions the name.
[[nodiscard]] std::size_t directive_in(std::string_view comment);

}  // namespace trainlint::engine
