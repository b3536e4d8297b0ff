/// Scalars: what they mean, and where each stretch of the meaning is written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/structured/tree.hpp"
#include "trainlint/facts.hpp"
#include "trainlint/text.hpp"

namespace trainlint::structured {

/// A stretch of a scalar's meaning.
struct Stretch {
    text::Span origin;       ///< where it is written
    std::uint32_t size = 0;  ///< bytes of the meaning
    bool same = false;       ///< it means itself; else it is an escape, a fold, an ended line
};

/// A scalar taken apart. Templates in it stand there as they are written.
struct Scalar {
    std::string text;
    std::vector<Stretch> stretches;  ///< in order; together they are `text`
    text::Piece like;                ///< how it is written
};

/// Takes a scalar of a tree apart, given with its quotes.
[[nodiscard]] Scalar take_apart(std::string_view text, text::Language, const Tree&, text::Span);

/// The meaning of a YAML scalar: quoted, plain, or a block scalar whose lines begin at column
/// `indent`.
[[nodiscard]] std::string yaml_meaning(std::string_view text, text::Span scalar,
                                       std::uint16_t indent);
/// The same with the places.
[[nodiscard]] Scalar yaml_scalar(std::string_view text, text::Span scalar, std::uint16_t indent);
/// The same for a TOML string with its quotes (or a bare value).
[[nodiscard]] std::string toml_meaning(std::string_view text, text::Span scalar);
[[nodiscard]] Scalar toml_scalar(std::string_view text, text::Span scalar);

/// The kind of a plain scalar by YAML 1.2's core schema: `yes` and `on` are strings.
[[nodiscard]] facts::Value::Kind core_kind(std::string_view plain);

}  // namespace trainlint::structured
