/// Strings of other languages, read and written independently of the library: derivations for the
/// property tests and the fuzzer. Every choice is asked for, so that both can make it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::text::strings {

/// A number below the bound.
using Choose = std::function<std::uint32_t(std::uint32_t bound)>;

/// One level of text around a string.
struct Layer {
    Piece like;
    std::string before;  ///< in the parent, with the opening quotes
    std::string after;
};

/// A layer at random. Its surroundings fit its spelling.
Layer choose_layer(const Choose&);

/// Text that the layer can hold, at random.
std::string choose_text(const Choose&, const Layer&);

/// One of the many ways to write the text in the layer; nothing if it cannot hold it.
std::optional<std::string> write(std::string_view text, const Layer&, const Choose&);

/// Derives the string that stands between `before` and `after` of its parent. Null: the parent
/// does not hold such a string (any more).
std::shared_ptr<const Fragment> read(const std::shared_ptr<const Fragment>& parent, const Layer&);

}  // namespace trainlint::text::strings
