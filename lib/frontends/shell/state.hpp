/// States what a shell script starts: commands with their words, parts and environment, the
/// variables that it sets and reads, scheduler directives, text for other readers.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "frontends/stated.hpp"
#include "text/first_spans.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::shell {

/// `script` is shell text (bash's dialect). Never fails: what cannot be read states a problem, and
/// what follows on later lines is read. Nothing is run.
///
/// How values show in words: a variable that the file sets brings its text in, with the places of
/// the assignment; what nobody knows is text::hole_text. A word of nothing but a hole may stand for
/// any number of words. A product of unknown values reads "8*" and holes, one a variable.
void state(std::shared_ptr<const text::Fragment> script, const frontends::Demand&, Names&,
           frontends::Stated&);

/// The logical lines of a script, found once for as many places as are asked. The text must outlive
/// it.
class LogicalLines {
public:
    explicit LogicalLines(std::string_view text);

    /// The lines of the command around `offset`: with its continuations, quotes and arrays over
    /// several lines; where no command stands, the line. From the first byte of its first line to
    /// the end of its last, without the newline.
    [[nodiscard]] text::Span at(std::uint32_t offset) const;

private:
    /// Without the newline at its end, with what backslashes join.
    [[nodiscard]] const text::Span& joined_lines(std::uint32_t offset) const;

    std::string_view text_;
    text::FirstSpans commands_;
    std::vector<text::Span> lines_;
};

/// For a single place.
[[nodiscard]] text::Span logical_line(std::string_view text, std::uint32_t offset);

}  // namespace trainlint::shell
