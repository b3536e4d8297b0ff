/// The value of string literals, with the way back to the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/python/tree.hpp"
#include "trainlint/text.hpp"

namespace trainlint::python {

/// A stretch of a literal's value.
struct LiteralPiece {
    enum class Kind : std::uint8_t {
        text,    ///< written as it is: value and origin are of one length
        escape,  ///< one escape, doubled brace or line end: stands for `value` as a whole
        named,   ///< \N{NAME}: a character that is not looked up; `value` is empty
        field    ///< a replacement field of an f-string; `value` is empty
    } kind = Kind::text;
    text::Span value;   ///< in Literal::text
    text::Span origin;  ///< in the source
    char quote = 0;     ///< ' or "
    bool raw = false, triple = false, formatted = false;
    Index field = no_node;  ///< the node, if it is one

    /// How text::Derivation::copy must be told that the piece is spelled.
    [[nodiscard]] text::Piece spelling() const;
};

/// A literal, or several that stand side by side.
struct Literal {
    std::string text;  ///< UTF-8 (lone surrogates as three bytes); bytes literals: the bytes
    std::vector<LiteralPiece> pieces;  ///< gapless in `text`, in order
    bool bytes = false;
    bool whole = true;  ///< false: there are pieces `named` or `field`
};

/// The value of a node of kind string, string_join, formatted_string, template_string, format_spec
/// or string_text. Empty and not whole for any other. `text` is what the tree was made of.
[[nodiscard]] Literal decode_literal(std::string_view text, const Tree& tree, Index node);

/// The same without the way back: false, and nothing is said about `value`, unless it is whole.
[[nodiscard]] bool literal_value(std::string_view text, const Tree& tree, Index node,
                                 std::string& value);

}  // namespace trainlint::python
