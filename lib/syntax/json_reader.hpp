/// JSON with places, for readers that must survive what people and templates write: comments,
/// trailing commas, bare words, missing brackets, truncated files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::syntax::json {

/// Something that is not JSON; the rest was read.
struct Fault {
    std::string_view what;
    text::Span at;
};

/// Reads a text token by token. Linear in the text, no recursion; keeps a view of it.
class Reader {
public:
    enum class Token : std::uint8_t {
        begin_object,
        end_object,
        begin_array,
        end_array,
        key,
        string,
        number,
        boolean,
        null,
        unknown,  ///< a scalar that JSON does not know: `{{ x }}`, NaN, auto
        end       ///< of the text
    };

    /// Containers nested deeper than `depth_limit` come as one `unknown` token each.
    explicit Reader(std::string_view text, std::uint32_t depth_limit = 500);

    /// The next token; containers that are still open at the end of the text are closed first.
    /// A key's colon and the commas are not tokens.
    Token next();
    /// After begin_object or begin_array: goes behind its end. After a key: behind its value. Else
    /// does nothing. Much faster than `next`; what lies between is not checked.
    void skip();

    [[nodiscard]] Token token() const { return token_; }
    /// Of the last token; strings and keys with their quotes. An end that is missing: empty.
    [[nodiscard]] text::Span span() const { return span_; }
    /// Containers that are open.
    [[nodiscard]] std::size_t depth() const { return open_.size(); }
    /// The first of them; a broken text has no more than a hundred.
    [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

private:
    Token give(Token, std::uint32_t begin, std::uint32_t end);
    std::optional<Token> step();
    Token open(char bracket);
    std::optional<Token> close(char bracket);
    std::optional<Token> key_or_end();
    std::optional<Token> element();
    Token value();
    Token word();
    Token missing_value();
    bool expects_key() const;
    bool is_template();
    std::uint32_t template_end();
    std::uint32_t word_end(bool is_key) const;
    bool ends_word(std::uint32_t at, char before, bool is_key) const;
    std::uint32_t string_end(std::uint32_t quote);
    void pass_colon();
    void pass_blanks();
    bool pass_comment();
    void pass_bracketed();
    void fault(std::string_view what, text::Span at);

    std::string_view text_;
    std::uint32_t at_ = 0;
    std::uint32_t depth_limit_;
    std::vector<char> open_;       // closing brackets
    bool value_of_key_ = false;    // a key has been read, its value not yet
    bool separated_ = true;        // a comma stands between the last element and here
    std::size_t to_close_ = 0;     // containers that a bracket further out has closed
    bool templates_close_ = true;  // false: no `}}` stands behind here, do not search again
    bool comments_close_ = true;   // the same for `*/`
    Token token_ = Token::end;
    text::Span span_;
    std::vector<Fault> faults_;
};

inline constexpr std::uint32_t no_node = 0xFFFFFFFFu;

/// A node of the tree; children are chained in order.
struct Node {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object, unknown } kind{};
    text::Span span;  ///< strings with their quotes, containers with brackets
    text::Span key;   ///< member of an object: its key, with quotes; else empty
    std::uint32_t first_child = no_node;
    std::uint32_t next = no_node;
};

struct Tree {
    std::vector<Node> nodes;  ///< in order of their beginnings; [0]: the root, if not empty
    std::vector<Fault> faults;
    bool truncated = false;  ///< the limit of nodes was reached: the rest was not read

    /// The last member of that name (decoded) of an object, as parsers take it; no_node: none.
    [[nodiscard]] std::uint32_t find(std::string_view text, std::uint32_t object,
                                     std::string_view key) const;
};

/// The tree of a text. Several values one after another (JSON lines): the first, and a fault.
[[nodiscard]] Tree read(std::string_view text, std::uint32_t depth_limit = 500,
                        std::size_t node_limit = 1'000'000);

/// A stretch of a string's inside: text that means itself, or one escape.
struct Stretch {
    text::Span origin;         ///< in the text
    std::string_view meaning;  ///< valid until the next one is asked for
    bool escape = false;
};

/// Cuts a string or key, given with its quotes (bare words have none), into stretches. Lone
/// surrogates mean U+FFFD; an unknown escape means its character.
class Stretches {
public:
    Stretches(std::string_view text, text::Span string);
    /// False: there is none left.
    bool next(Stretch&);

private:
    bool escape(Stretch&);
    std::size_t unicode(std::uint32_t code);

    std::string_view text_;
    std::uint32_t at_, end_;
    char quote_ = '\0';  // bare words have none, and no escapes
    char meaning_[4] = {};
};

/// What a string or key means, given with its quotes.
[[nodiscard]] std::string decode(std::string_view text, text::Span string);
/// Whether it means exactly this; no allocation.
[[nodiscard]] bool means(std::string_view text, text::Span string, std::string_view meaning);
/// Appends what it means to a fragment whose parent's text is `text`: escapes are atoms.
void copy_string(text::Derivation&, std::string_view text, text::Span string);

}  // namespace trainlint::syntax::json
