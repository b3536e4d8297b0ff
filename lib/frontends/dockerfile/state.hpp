/// States what a Dockerfile runs: while the image is built, and when a container of it starts.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "frontends/stated.hpp"
#include "text/first_spans.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::dockerfile {

void state(std::shared_ptr<const text::Fragment>, const frontends::Demand&, Names&,
           frontends::Stated&);

/// The logical lines of a Dockerfile, found once for as many places as are asked.
class LogicalLines {
public:
    explicit LogicalLines(std::string_view text);

    /// The whole instruction around an offset, with its continued lines; a comment line: itself.
    [[nodiscard]] text::Span at(std::uint32_t offset) const;

private:
    text::FirstSpans lines_;
};

/// For a single place.
[[nodiscard]] text::Span logical_line(std::string_view text, std::uint32_t offset);

}  // namespace trainlint::dockerfile
