/// What is read, and the way back to it: places, fragments derived from other fragments, edits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "trainlint/names.hpp"

namespace trainlint::text {

/// Bytes from 0, end exclusive.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] std::uint32_t size() const { return end - begin; }
    [[nodiscard]] bool contains(Span other) const {
        return begin <= other.begin && other.end <= end;
    }
    [[nodiscard]] bool overlaps(Span other) const {
        return begin < other.end && other.begin < end;
    }
    friend bool operator==(Span, Span) = default;
};

/// A file of one workspace. Dense, from 0.
enum class DocumentId : std::uint32_t {};

/// Bytes of the file as it lies on disk (a byte order mark counts).
struct Place {
    DocumentId document{};
    Span span;
    friend bool operator==(Place, Place) = default;
};

enum class Language : std::uint8_t {
    python, notebook, shell, cxx, yaml, json, toml, ini, dockerfile, make, prose, log, unknown
};

/// How the text around a piece writes it: what an edit inside the piece has to respect.
enum class Spelling : std::uint8_t {
    verbatim, shell_single_quotes, shell_double_quotes, heredoc, json_string, yaml_plain,
    yaml_single_quoted, yaml_double_quoted, yaml_block, toml_string, toml_literal, python_string,
    make_recipe, dockerfile_run,
    shell_unquoted                        ///< bare shell text inside a word: specials get a backslash
};

/// A stretch of a fragment's text: copied from a place of its parent, or a hole that stands for a
/// value nobody knows.
struct Piece {
    Span text;                            ///< in the fragment
    Span origin;                          ///< in the parent; of other length: one atom (an escape)
    Spelling spelling = Spelling::verbatim;
    /// verbatim shell text: 0; quoted: the quote character; yaml_block: unused;
    /// shell_single_quotes: `$` for $'...'
    char quote = 0;
    bool raw = false;                     ///< python_string: r"..."; heredoc: quoted delimiter
    bool triple = false;                  ///< python_string: triple-quoted; toml: multi-line
    bool formatted = false;               ///< python_string: f"...", where braces are doubled
    std::uint16_t indent = 0;             ///< yaml_block, heredoc <<-: columns before each line
    std::optional<std::uint32_t> hole;    ///< index into Fragment::holes()
};

/// Replace `at` by `text`.
struct Edit {
    Place at;
    std::string text;
};

/// Why an edit cannot be made, for a person: "the command is put together from two strings".
struct Refusal {
    std::string_view why;
};

/// The character that stands for an unknown value in text that is not Python: U+E000, in UTF-8.
inline constexpr std::string_view hole_text = "\xEE\x80\x80";

/// Text in one language. A document is the fragment without a parent; all others are derived while
/// facts are stated: a notebook cell, a `command:` scalar, the string that `bash -c "$CMD"` runs.
/// Immutable once built.
class Fragment {
public:
    /// A whole file.
    static std::shared_ptr<const Fragment> of_document(DocumentId, Language, std::string text);

    [[nodiscard]] Language language() const { return language_; }
    [[nodiscard]] DocumentId document() const { return document_; }
    [[nodiscard]] const std::shared_ptr<const Fragment>& parent() const { return parent_; }
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
    /// The variables that stand in the holes (no_symbol: not even a name is known).
    [[nodiscard]] const std::vector<Symbol>& holes() const { return holes_; }
    /// Levels above this one: 0 for a document.
    [[nodiscard]] unsigned depth() const { return depth_; }

    /// Where this stretch stands in the file; the smallest enclosing place if it comes from
    /// several. Spans beyond the text are cut to it.
    [[nodiscard]] Place place(Span) const;
    /// The edit of the file that makes this stretch read `text`, written in the spelling of every
    /// level around it, or why there is none.
    [[nodiscard]] std::variant<Edit, Refusal> rewrite(Span, std::string_view text) const;

private:
    friend class Derivation;
    Language language_{};
    DocumentId document_{};
    unsigned depth_ = 0;
    std::shared_ptr<const Fragment> parent_;
    std::string text_;
    std::vector<Piece> pieces_;           // sorted, gapless; empty for a document
    std::vector<Symbol> holes_;
};

/// Builds a derived fragment piece by piece, from its beginning.
class Derivation {
public:
    Derivation(Language, std::shared_ptr<const Fragment> parent);

    /// Appends what stands at `origin` of the parent, spelled as `like` says (its text, origin and
    /// hole are ignored). `decoded` is the text that it means: of equal length it is mapped byte by
    /// byte, else it is one atom that edits replace as a whole.
    Derivation& copy(Span origin, const Piece& like, std::string_view decoded);
    /// The same, for text that means itself.
    Derivation& copy(Span origin, const Piece& like = {});
    /// Appends a value that nobody knows; `text` is hole_text, or an identifier in Python.
    Derivation& hole(Span origin, Symbol variable, std::string_view text = hole_text);
    /// Appends text that stands nowhere (a separator between notebook cells). Edits refuse it.
    Derivation& insert(std::string_view text);

    [[nodiscard]] std::size_t size() const { return built_->text_.size(); }
    [[nodiscard]] std::shared_ptr<const Fragment> finish();

private:
    bool append(Span origin, const Piece& like, std::string_view decoded);
    std::shared_ptr<Fragment> built_;
};

}  // namespace trainlint::text
