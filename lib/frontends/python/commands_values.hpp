/// What expressions hold, as far as commands need it: text with places, lists of texts,
/// environments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::python {

/// A stretch of a text value.
struct TextPart {
    std::string text;   ///< unknown: text::hole_text
    text::Span source;  ///< where it stands, within quotes; unknown, computed: the expression
    text::Piece like;   ///< how it is spelled there
    facts::Origin origin = facts::Origin::literal;
    bool written = false;  ///< its characters stand at `source`
    Symbol variable{};     ///< unknown: the variable that holds it
};

struct TextValue {
    std::vector<TextPart> parts;
    text::Span at;                     ///< the expression, with its quotes
    std::vector<std::uint32_t> roots;  ///< where the list literals begin that were joined in it

    [[nodiscard]] bool known() const;
    [[nodiscard]] std::string text() const;
};

/// A list of words.
struct ListValue {
    std::vector<TextValue> words;
    std::vector<std::uint32_t> roots;  ///< where the literals begin that it was made of
    text::Span at;                     ///< the first of them
};

/// A mapping of variables to values.
struct EnvironmentValue {
    enum class Kind : std::uint8_t {
        process,    ///< os.environ itself
        inherited,  ///< a copy of it, with changes
        plain       ///< a dict that may become one
    } kind = Kind::plain;
    std::vector<facts::VariableUse> uses;  ///< what it sets
};

/// Immutable once made; unknown is monostate.
using Value =
    std::variant<std::monostate, std::shared_ptr<const TextValue>, std::shared_ptr<const ListValue>,
                 std::shared_ptr<const EnvironmentValue>>;

[[nodiscard]] const TextValue* as_text(const Value&);
[[nodiscard]] const ListValue* as_list(const Value&);
[[nodiscard]] const EnvironmentValue* as_environment(const Value&);

/// A value that nobody knows.
[[nodiscard]] TextValue unknown_text(text::Span at, Symbol variable = no_symbol);
/// A list of one such value, which may stand for any number of words.
[[nodiscard]] ListValue unknown_word(text::Span at);
/// Text that stands nowhere as such: what `sys.executable` means.
[[nodiscard]] TextValue computed_text(text::Span at, std::string text);

/// In bytes, with what they own.
[[nodiscard]] std::size_t weight(const TextValue&);
[[nodiscard]] std::size_t weight(const ListValue&);

/// Appends `more` to `to`; beyond a limit it becomes unknown.
void append(TextValue& to, const TextValue& more);
void append(ListValue& to, const ListValue& more);
/// Adds what is not there yet, up to a limit.
void add_roots(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& more);
/// Cuts at blanks, as str.split() does.
[[nodiscard]] std::vector<TextValue> split_at_blanks(const TextValue&);

/// One argument of a command.
[[nodiscard]] facts::Word word_of(const TextValue&,
                                  const std::shared_ptr<const text::Fragment>& fragment);
/// Appends the text to a fragment derived from the one it stands in.
void copy(const TextValue&, text::Derivation& to);

}  // namespace trainlint::python
