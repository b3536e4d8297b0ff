/// Tokens of Python text, one ahead of the parser. Tolerant: what is no token is one of kind
/// `error`, and odd indentation is reported and read on.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "frontends/python/tree.hpp"

namespace trainlint::python {

enum class TokenKind : std::uint8_t {
    end_of_text,
    newline,
    indent,
    dedent,
    stop,   ///< after a failure: matches nothing, so that every loop of the parser ends
    error,  ///< no token of Python; Lexer::problem() says why
    name,
    number,
    string,
    text_start,  ///< prefix and quote of an f-string or t-string; the parser reads on from there

    left_paren,
    right_paren,
    left_bracket,
    right_bracket,
    left_brace,
    right_brace,
    comma,
    colon,
    semicolon,
    dot,
    ellipsis,
    arrow,
    assign,
    walrus,
    augmented,
    exclamation,
    // Binary operators; Token::op says which.
    star,
    double_star,
    slash,
    double_slash,
    percent,
    at,
    plus,
    minus,
    tilde,
    left_shift,
    right_shift,
    ampersand,
    bar,
    caret,
    comparison,

    kw_false,
    kw_none,
    kw_true,
    kw_and,
    kw_as,
    kw_assert,
    kw_async,
    kw_await,
    kw_break,
    kw_class,
    kw_continue,
    kw_def,
    kw_del,
    kw_elif,
    kw_else,
    kw_except,
    kw_finally,
    kw_for,
    kw_from,
    kw_global,
    kw_if,
    kw_import,
    kw_in,
    kw_is,
    kw_lambda,
    kw_nonlocal,
    kw_not,
    kw_or,
    kw_pass,
    kw_raise,
    kw_return,
    kw_try,
    kw_while,
    kw_with,
    kw_yield
};

struct Token {
    TokenKind kind = TokenKind::end_of_text;
    std::uint8_t op = 0;      ///< Operator; number: NumberKind; string, text_start: the quote
    std::uint16_t flags = 0;  ///< string, text_start: see tree.hpp; string: also has_backslash
    std::uint32_t begin = 0, end = 0;
};

/// Token::flags only: an escape may stand in the literal.
inline constexpr std::uint16_t has_backslash = 0x100;

/// Bytes that must be readable, and zero, behind the text given to Lexer.
inline constexpr std::size_t lexer_padding = 64;

/// The keyword that these bytes spell, or `name`. At most 8 bytes of `word` are read beyond `size`.
[[nodiscard]] TokenKind keyword_of(const char* word, std::size_t size);
/// Whether this keyword can only begin a statement or a clause: never stands inside an expression.
[[nodiscard]] bool is_statement_keyword(TokenKind kind);
/// The keyword that begins the line at `at` if it is of that sort; else `name`. Blanks are skipped.
[[nodiscard]] TokenKind statement_keyword_at(const char* text, std::uint32_t at);

/// The byte after the literal whose opening quote stands at `at`, and whether it was closed. An
/// unclosed one ends before its newline, a triple-quoted one at the end of the text. `text` has
/// `size` bytes and lexer_padding more.
struct LiteralEnd {
    std::uint32_t end = 0;
    bool closed = false;
    bool backslash = false;
};
[[nodiscard]] LiteralEnd end_of_literal(const char* text, std::uint32_t at, std::uint32_t size);
/// The offset of the next line feed or carriage return, or `size`.
[[nodiscard]] std::uint32_t end_of_line(const char* text, std::uint32_t at, std::uint32_t size);

class Lexer {
public:
    /// What ended a stretch of text in an f-string.
    enum class TextEnd : std::uint8_t { field, closed, brace, newline, end_of_text };
    struct TextRules {
        char quote = 0;
        bool triple = false, raw = false;
        bool in_spec = false;  ///< a format specification: ends at `}`; braces are never doubled
    };

    /// `text` has `size` bytes and lexer_padding zero bytes more; it must outlive the lexer.
    /// Problems of indentation go to `errors`. In a range the first line's indentation is the
    /// outermost.
    Lexer(const char* text, std::uint32_t size, bool range, Tree& errors);

    [[nodiscard]] const Token& token() const { return token_; }
    [[nodiscard]] TokenKind kind() const { return token_.kind; }
    [[nodiscard]] std::string_view problem() const { return problem_; }
    [[nodiscard]] const char* text() const { return text_; }
    [[nodiscard]] std::uint32_t size() const { return size_; }
    /// Behind the current token.
    [[nodiscard]] std::uint32_t position() const { return position_; }

    void next() {
        if (at_line_start_ && start_line()) return;
        lex();
    }
    /// Makes the current token one that matches nothing, until reset() or resume_at_line().
    void stop() {
        token_.kind = TokenKind::stop;
        at_line_start_ = stopped_ = true;
    }

    /// Goes on with the line that begins at `at`, outside all brackets. Indentation is kept.
    void resume_at_line(std::uint32_t at);

    /// For trials within one logical line.
    struct Mark {
        Token token;
        std::uint32_t position, depth;
        bool at_line_start;
    };
    [[nodiscard]] Mark mark() const { return {token_, position_, depth_, at_line_start_}; }
    void reset(const Mark& mark);

    // For strings with fields, of which the lexer does not know the parts.
    /// Scans from position() up to what ends the text; a closing quote is passed, else not.
    TextEnd read_text(const TextRules& rules);
    /// Passes the brace at position() and reads the first token of the field. Returns what
    /// leave_field needs.
    std::uint32_t enter_field();
    /// After the brace that closes the field was passed.
    void leave_field(std::uint32_t outer) { field_depth_ = outer; }
    /// Passes the brace that ends a format specification, at position().
    void close_spec();
    /// Whether the current token stands directly in a field, in none of its brackets.
    [[nodiscard]] bool directly_in_field() const { return depth_ == field_depth_; }

private:
    static constexpr std::uint32_t no_field = 0xFFFFFFFFu;
    static constexpr std::size_t most_levels = 100;  // as CPython

    struct Level {
        std::uint32_t column = 0, with_tabs_of_one = 0;
        friend bool operator==(const Level&, const Level&) = default;
    };

    void lex();
    void emit(TokenKind kind, std::uint32_t begin, Operator op = Operator::none) {
        token_ = {kind, static_cast<std::uint8_t>(op), 0, begin, position_};
    }
    void emit_error(std::uint32_t begin, std::uint32_t end, std::string_view problem);
    void emit_operator(TokenKind kind, std::uint32_t length, Operator op);
    bool start_line();
    bool skip_to_statement(Level& level);
    bool indent_to(const Level& level);
    bool dedent_to(const Level& level);
    bool end_physical_line();
    bool continue_line();
    void finish_text();

    void lex_word();
    bool lex_prefixed(std::uint32_t begin, std::uint32_t length);
    void lex_literal(std::uint32_t begin, std::uint32_t quote, std::uint16_t flags);
    void lex_number();
    void lex_punctuation();
    void lex_mark(TokenKind kind);
    void report_levels(std::uint32_t at, std::string_view message);

    const char* text_;
    std::uint32_t size_;
    std::uint32_t position_ = 0;
    std::uint32_t depth_ = 0;               // open brackets
    std::uint32_t field_depth_ = no_field;  // depth_ directly inside the innermost field
    std::uint32_t pending_dedents_ = 0;
    bool pending_indent_ = false;  // to new_level_, behind the dedents
    Level new_level_;
    bool at_line_start_ = true;
    bool stopped_ = false;
    bool range_;
    Token token_;
    std::string_view problem_;
    std::size_t level_ = 0;
    std::array<Level, most_levels> levels_{};
    Tree& errors_;
};

/// Puts an error into the tree's list, up to its limit.
void report(Tree& tree, text::Span at, std::string_view message);

}  // namespace trainlint::python
