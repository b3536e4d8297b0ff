/// From scalars of a tree to words and to fragments in other languages.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/structured/scalars.hpp"
#include "frontends/structured/tree.hpp"
#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::structured {

/// A text and the tree that was read from it.
struct Source {
    const std::shared_ptr<const text::Fragment>& fragment;
    const Tree& tree;
    Names& names;

    [[nodiscard]] std::string_view text() const { return fragment->text(); }
    [[nodiscard]] text::Place place(text::Span span) const { return fragment->place(span); }
};

/// Who replaces variables in a scalar before anything runs.
enum class Replacer : std::uint8_t {
    none,        ///< not known: $NAME and ${NAME} are of unknown value, but for a shell
    kubernetes,  ///< $(NAME) of the container's environment; $$ escapes
    compose      ///< $NAME and ${NAME} of the host's environment; $$ escapes
};

/// How the text of a scalar is to be read.
struct Reading {
    Replacer replacer = Replacer::none;
    std::span<const facts::Assignment> environment;  ///< of the container
};

/// A stretch of a scalar's text that means something else than itself.
struct Replacement {
    std::uint32_t begin = 0, end = 0;  ///< in Scalar::text
    std::optional<std::string> text;   ///< none: a value that nobody knows
    Symbol variable{};
    const facts::Word* value = nullptr;  ///< that the text was taken from
};

/// Templates, holes of the text around and what the replacer replaces; in order. `shell`: what is
/// not of the environment is left to the shell that reads the text.
[[nodiscard]] std::vector<Replacement> replacements(const Scalar&, const Reading&, bool shell,
                                                    Names&);

/// Is this one scalar, whose text is known at least in part?
[[nodiscard]] bool has_text(const facts::Value&);
/// A word of unknown value.
[[nodiscard]] facts::Word unknown_word(const Source&, text::Span);
/// The word that a scalar means. What is no scalar, or null, is unknown.
[[nodiscard]] facts::Word word_of(const Source&, const facts::Value&, const Reading&);
/// The part of a word's scalar from `offset` of its text on, for NAME=VALUE.
[[nodiscard]] facts::Word word_from(const facts::Word&, std::size_t offset);

/// The texts of scalars, one after another on lines of their own, as a fragment.
[[nodiscard]] std::shared_ptr<const text::Fragment> derive(const Source&,
                                                           std::span<const facts::Value* const>,
                                                           text::Language, const Reading&);

/// A scalar's span without its quotes.
[[nodiscard]] text::Span inside(std::string_view text, text::Span scalar);

}  // namespace trainlint::structured
