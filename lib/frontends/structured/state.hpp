/// States what YAML, JSON and TOML hold: value trees with their places, the commands of containers,
/// scripts inside scalars, environment variables.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "frontends/stated.hpp"
#include "text/first_spans.hpp"
#include "text/newlines.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::structured {

/// `data` is YAML, JSON or TOML; of other languages nothing is stated. Never fails: what cannot be
/// read states a problem, and what follows is read.
///
/// Values that a template writes are of kind unknown; their text holds text::hole_text in its
/// place. A template on a line of its own is a member of unknown value, in a mapping under the key
/// text::hole_text: of such a mapping nobody can say what is missing. Nodes that an alias or a
/// merge key brings in have the places where they are written, outside their parents.
///
/// Lists of words (`command:` and `args:` of a container) state commands of form list; the text of
/// `sh -c` and of keys like `run:` and `script:` is derived as a shell fragment. Arguments without
/// a command begin with a word of unknown text, unless they name a program themselves.
void state(std::shared_ptr<const text::Fragment> data, const frontends::Demand&, Names&,
           frontends::Stated&);

/// The logical lines of a text, found once for as many places as are asked. The text must outlive
/// it.
class LogicalLines {
public:
    LogicalLines(std::string_view text, text::Language);

    /// The lines of the entry around `offset`: a key with its scalar or its value in brackets;
    /// inside a block scalar, between entries and for keys of further entries the line alone. From
    /// the first byte of its first line to the end of its last, without the newline.
    [[nodiscard]] text::Span at(std::uint32_t offset) const;

private:
    std::string_view text_;
    text::Newlines newlines_;
    text::FirstSpans entries_;
};

/// For a single place.
[[nodiscard]] text::Span logical_line(std::string_view text, text::Language, std::uint32_t offset);

}  // namespace trainlint::structured
