/// Value trees as the readers of YAML, JSON and TOML hand them over.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/text.hpp"

namespace trainlint::structured {

/// Containers nested deeper are of unknown value.
inline constexpr unsigned depth_limit = 200;
/// Nodes that aliases and merge keys may add to one text.
inline constexpr std::size_t expansion_limit = 100'000;
/// A broken text has no more faults than this: the first ones.
inline constexpr std::size_t fault_limit = 100;

/// Something that could not be read; the rest was.
struct Fault {
    std::string_view what;
    text::Span at;
};

/// Where the lines of a YAML block scalar begin.
struct BlockIndent {
    std::uint32_t scalar;  ///< begin of its `|` or `>`
    std::uint16_t columns;
};

/// All spans are those of the text that was read.
///
/// A value that a template writes is of kind unknown; its text holds text::hole_text in place of
/// the template. A line that is a template of its own (`{{ toYaml .Values.env }}`) is a member of
/// unknown value; in a mapping its key is text::hole_text. A node that an alias or a merge key
/// brought in keeps the places where it was written: outside its parent.
struct Tree {
    std::vector<facts::Value> documents;
    std::vector<Fault> faults;
    std::vector<facts::Comment> comments;    ///< those that speak to trainlint
    std::vector<BlockIndent> block_indents;  ///< sorted
    std::vector<text::Span> conditional;     ///< between `{{ if }}` and `{{ end }}`; sorted
};

/// Reads YAML, JSON or TOML; of other languages the tree is empty.
[[nodiscard]] Tree read(std::string_view text, text::Language);

}  // namespace trainlint::structured
