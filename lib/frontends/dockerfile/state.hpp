/// States what a Dockerfile runs: while the image is built, and when a container of it starts.
#pragma once

#include <memory>

#include "frontends/stated.hpp"
#include "trainlint/names.hpp"

namespace trainlint::dockerfile {

void state(std::shared_ptr<const text::Fragment>, const frontends::Demand&, Names&,
           frontends::Stated&);

/// The whole instruction around an offset, with its continued lines; a comment line: itself.
[[nodiscard]] text::Span logical_line(std::string_view text, std::uint32_t offset);

}  // namespace trainlint::dockerfile
