/// Text whose every stretch knows where it comes from: values of variables, words being built.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::shell {

/// Stands for the folder of the script in `$(dirname "$0")`: U+E001. Words show it as a hole; `cd`
/// understands it.
inline constexpr std::string_view script_folder_text = "\xEE\x80\x81";
static_assert(script_folder_text.size() == text::hole_text.size());

/// Where a stretch of a value comes from. It begins in Text::text and ends where the next begins.
struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t foreign = 0;  ///< 0: `source` is in this script; else 1 + index of a foreign part
    text::Span source;          ///< the characters; of other length: one atom
    text::Span use;             ///< of the variable that brought it in
    Symbol variable{};
    facts::Origin origin = facts::Origin::literal;
    text::Spelling spelling = text::Spelling::shell_unquoted;
    char quote = 0;
    bool brought = false;  ///< by a variable
    bool stands = true;    ///< false: the characters stand nowhere, `source` made them
    bool hole = false;     ///< nobody knows the text
    bool raw = false;      ///< heredoc with a quoted end word
    std::uint16_t indent = 0;

    [[nodiscard]] bool same_kind(const Stretch& other) const;
};

struct Text {
    std::string text;
    std::vector<Stretch> stretches;  ///< sorted, gapless

    /// Appends characters; joins them to the stretch before if they stand right behind it.
    void append(std::string_view, Stretch);
    /// Appends what [begin, end) of `other` holds.
    void append(const Text& other, std::size_t begin, std::size_t end);
    void append(const Text& other) { append(other, 0, other.text.size()); }
    [[nodiscard]] Text slice(std::size_t begin, std::size_t end) const;
    [[nodiscard]] std::size_t end_of(std::size_t stretch) const {
        return stretch + 1 < stretches.size() ? stretches[stretch + 1].begin : text.size();
    }
    [[nodiscard]] bool known() const;
    /// Not empty, and nothing but holes.
    [[nodiscard]] bool only_holes() const;
    [[nodiscard]] const Stretch* stretch_at(std::size_t offset) const;
    void mark(facts::Origin at_least);
};

/// What a variable holds.
struct Content {
    std::vector<Text> elements;      ///< a scalar: one
    std::vector<Text> alternatives;  ///< a scalar's other values, after an if or a case
    bool array = false;
    bool associative = false;        ///< its elements are not known
    text::Span span;                 ///< a scalar: of the word as written
    /// The scalar as a word, made when it is first needed.
    mutable std::unique_ptr<const facts::Word> word;

    [[nodiscard]] const Text& scalar() const;
};

using Contents = std::shared_ptr<const Content>;

[[nodiscard]] Contents scalar_of(Text, std::vector<Text> alternatives = {});

/// A word while it is built.
struct Field {
    Text value;
    std::vector<std::string> alternatives;
    text::Span span;  ///< of the word as written
};

}  // namespace trainlint::shell
