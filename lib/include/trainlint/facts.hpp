/// What one document states by itself: commands, words, numbers, variables, value trees.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::facts {

/// Where a value comes from; the later, the less it weighs.
enum class Origin : std::uint8_t {
    literal, default_value, assigned, branch, environment, computed, unknown
};

enum class Order : std::uint8_t { less, equal, greater, unknown };

/// coefficient * named quantities (SLURM_NNODES, devices of a node): enough to compare without
/// guessing.
struct Number {
    std::optional<std::int64_t> coefficient;  ///< none: nothing is known
    std::vector<Symbol> factors;              ///< sorted
    Origin origin = Origin::unknown;
    text::Place at;
};

/// Compares coefficients where the factors are equal; else unknown.
[[nodiscard]] Order compare(const Number&, const Number&);
/// Unknown where either is, or where the product overflows.
[[nodiscard]] Number multiply(const Number&, const Number&);

/// Where and when text is expanded: decides which value $SLURM_NODEID has.
enum class Stage : std::uint8_t {
    image_build, submit_host, batch_shell, task_shell, container, process
};

/// A variable's use inside a word.
struct Expansion {
    Symbol variable{};
    Stage stage{};
    text::Place at;                           ///< of the use: `${NAME:-8}`
};

/// A stretch of a word: as written there, or brought in by a variable.
struct Part {
    text::Span span;                          ///< in Word::text
    text::Place at;                           ///< of these characters (a variable: its assignment)
    std::optional<Expansion> expansion;       ///< the variable that brought them in
    Origin origin = Origin::literal;
    /// Where these characters stand, for edits: a stretch of `fragment`. Null: they stand nowhere.
    std::shared_ptr<const text::Fragment> fragment;
    text::Span source;
};

/// One argument of a command, without its quotes. A value that nobody knows is text::hole_text.
struct Word {
    std::string text;
    std::vector<Part> parts;                  ///< sorted, gapless
    std::vector<std::string> alternatives;    ///< other texts it may have, after an if or a case
    text::Span span;                          ///< in Command::fragment, with its quotes
    text::Place at;                           ///< the same in the file

    /// False if any part of the text is unknown.
    [[nodiscard]] bool known() const { return text.find(text::hole_text) == std::string::npos; }
};

struct Assignment {
    Symbol name{};
    Word value;
};

/// Words that something will execute. THE common currency: shell, Dockerfile, Kubernetes lists,
/// make recipes and subprocess calls all state it; nothing above knows which of them did.
struct Command {
    /// A line of a shell, or a list of words (exec form, `args:`, `subprocess`, a command line that
    /// a shell has already split): the list is never split or expanded.
    enum class Form : std::uint8_t { line, list } form{};
    std::vector<Word> words;
    std::vector<Assignment> environment;      ///< A=1 before the command, exports in force, env:
    Stage stage{};
    std::string folder;                       ///< after `cd`, where known; relative to the file's
    bool maybe = false;                       ///< under an if, a loop or an uncalled function
    bool recovered = false;                   ///< behind a fault of the text: it may be read otherwise
    text::Span span;                          ///< all of it, in `fragment`
    std::shared_ptr<const text::Fragment> fragment;
};

/// The edits that put `words` in the place of the words [first, last): quoted as a shell line needs
/// it, or as elements of the list; through every language around, or the reason why not.
[[nodiscard]] std::variant<std::vector<text::Edit>, text::Refusal> replace_words(
    const Command&, std::size_t first, std::size_t last, std::span<const std::string> words);

/// An environment or shell variable: set, read, removed or passed on, by whatever language.
struct VariableUse {
    enum class Action : std::uint8_t { set, read, remove, forward } action{};
    Symbol name{};
    std::optional<Word> value;                ///< set: what it is set to, where known
    bool environment = true;                  ///< false: a shell variable that is not exported
    bool maybe = false;
    Stage stage{};
    text::Place name_at;                      ///< the characters of the name
    text::Place at;                           ///< the assignment, call or entry
    /// For edits of the name: where its characters stand. Null: nowhere.
    std::shared_ptr<const text::Fragment> fragment;
    text::Span name_span;                     ///< in `fragment`
};

/// A node of a value tree (YAML, JSON, TOML).
struct Value {
    enum class Kind : std::uint8_t {
        null, boolean, integer, real, string, sequence, mapping, unknown  ///< unknown: a template
    } kind{};
    struct Member;
    std::string text;                         ///< scalars: decoded; booleans `true` and `false`
    text::Span span;                          ///< in the fragment; scalars with their quotes
    std::vector<Member> members;              ///< mapping and sequence (keys empty), in order

    /// The last member of that key, as parsers take it; null: there is none.
    [[nodiscard]] const Value* find(std::string_view key) const;
    /// find, for "a.b.c"; an element of a sequence by its number.
    [[nodiscard]] const Value* find_path(std::string_view dotted) const;
};
struct Value::Member {
    std::string key;
    text::Span key_span;
    Value value;
};

/// A name that other documents may define: path, Python module, Kubernetes object, config.
enum class Kind : std::uint8_t { path, module, kubernetes_object, variable, config, service };
struct Reference {
    Kind kind{};
    Symbol name{};
    text::Place at;
};

/// A comment that speaks to trainlint: `# trainlint: ignore[NAME] reason`.
struct Comment {
    std::string text;                         ///< without the comment marks
    text::Span span;                          ///< in the fragment
};

/// Something that could not be read; the rest of the text was.
struct Problem {
    std::string what;
    text::Place at;
};

}  // namespace trainlint::facts
