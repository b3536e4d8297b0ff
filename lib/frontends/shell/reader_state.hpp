/// The reader's own state: one pass from left to right, by recursive descent.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/shell/names.hpp"
#include "frontends/shell/tree.hpp"

namespace trainlint::shell {

/// What ends a list of commands.
enum class Closer : std::uint8_t {
    then_word, elif_word, else_word, fi_word, do_word, done_word, esac_word, brace, paren, arm_end,
    nothing
};
inline constexpr std::size_t closers = static_cast<std::size_t>(Closer::nothing);

class Stops {
public:
    constexpr Stops() = default;
    template <class... Rest>
    constexpr explicit Stops(Closer first, Rest... rest)
        : bits_(static_cast<std::uint16_t>((bit(first) | ... | bit(rest)))) {}
    [[nodiscard]] constexpr bool has(Closer closer) const { return (bits_ & bit(closer)) != 0; }

private:
    static constexpr std::uint16_t bit(Closer closer) {
        return static_cast<std::uint16_t>(1u << static_cast<unsigned>(closer));
    }
    std::uint16_t bits_ = 0;
};

/// Does an arithmetic expression assign (`i++`, `x = 3`)?
bool changes_names(std::string_view expression);

class Reader {
public:
    /// by_lines: quotes that seem to be out of step end with their line. For a second try, when a
    /// quote was found open at the end of the text.
    Reader(std::string_view text, bool by_lines);

    Tree read();
    [[nodiscard]] bool found_open_quote() const { return open_quote_; }

private:
    friend class Within;
    friend class Level;
    friend class Expecting;
    using At = std::uint32_t;

    struct Pending {
        Index heredoc;
        std::string delimiter;
        bool strip_tabs;
    };
    enum class Keyword : std::uint8_t {
        other, if_word, then_word, elif_word, else_word, fi_word, while_word, until_word, for_word,
        select_word, do_word, done_word, case_word, esac_word, function_word, time_word,
        coproc_word, open_brace,
        close_brace, negation, test
    };
    struct Header {  ///< of a simple command: what its first word makes of the rest
        std::uint32_t words = 0;
        std::string_view name;
        bool declares = false;
        bool changes_names = false;
    };

    // Characters. `offset` counts from at_; beyond the end: '\0'.
    [[nodiscard]] bool at_end() const { return at_ >= end_; }
    [[nodiscard]] char peek(At offset = 0) const {
        return at_ + offset < end_ ? text_[at_ + offset] : '\0';
    }
    [[nodiscard]] char character(At at) const { return at < end_ ? text_[at] : '\0'; }
    [[nodiscard]] std::string_view view(text::Span span) const {
        return text_.substr(span.begin, span.size());
    }
    [[nodiscard]] bool is_line_end(At at) const;
    [[nodiscard]] At continuation(At at) const;
    [[nodiscard]] At line_end(At at) const;
    [[nodiscard]] At logical_line_end(At at) const;
    void skip_blanks();
    void skip_to_command();
    void skip_comment();
    void newline();
    bool spend(At count);
    void fault(const char* what, text::Span at);
    bool is_full();

    // Commands.
    Index read_list(Stops);
    bool skip_stray();
    [[nodiscard]] bool is_closed(Stops) const;
    [[nodiscard]] Closer closer_here() const;
    Connector read_connector(bool compound);
    Index read_pipeline();
    Index read_command();
    Index read_compound(Keyword);
    Index read_simple();
    void read_item(Header&);
    void read_first_word(Header&, Index word);
    void read_rest_of_broken_line(const char* what);
    Index read_parenthesised();
    Index read_group();
    Index read_branch();
    Index read_loop(bool until);
    Index read_for(bool select);
    Index read_counting_for(At begin);
    void read_further_names();
    void read_for_words(Node&);
    Index read_do_body();
    Index read_choose();
    bool read_arm();
    Index read_function(At begin, text::Span name);
    Index read_function_keyword();
    Index read_coprocess();
    Index read_test();
    Index read_arithmetic_command(At close);
    Index finish(Node, At begin);
    [[nodiscard]] Keyword keyword_at(At at) const;
    bool take_keyword(Keyword, std::size_t size);
    void expect(Keyword, std::size_t size, const char* what, text::Span opener);
    [[nodiscard]] bool is_function_ahead() const;

    // Redirections and here-documents.
    [[nodiscard]] bool is_redirection() const;
    void read_redirection();
    void read_heredoc_start(Redirection&);
    void read_redirections_after_compound(Node&);
    void read_heredoc_bodies();
    void read_heredoc_body(const Pending&);
    void read_heredoc_pieces(Heredoc&, bool strip_tabs);

    // Words. Each leaves pieces on the scratch stack; commit_word makes them a word.
    Index read_word();
    Index commit_word(At begin, std::size_t mark);
    Index read_until(char stop, char second_stop, bool in_quotes);
    bool read_special(At word_begin);
    void read_escape();
    void read_single_quotes();
    void read_double_quotes();
    void read_double_quoted_step(Quoting);
    void read_ansi_quotes();
    void read_backquotes(Quoting);
    void read_dollar(Quoting);
    void read_substitution(Quoting, At open_size, Piece::Kind);
    void read_dollar_parenthesis(Quoting);
    void read_plain_parameter(Quoting, At size);
    void read_braced_parameter(Quoting);
    void read_subscript(Parameter&);
    void read_operation(Parameter&, bool in_quotes);
    void read_expression(Quoting, At open_size, At close, At close_size);
    Index read_expression_word(At begin, At end);
    [[nodiscard]] At placeholder_end(At word_begin) const;
    bool read_placeholder(At word_begin);
    bool read_template();
    bool read_extended_glob(At word_begin);
    Index read_regex();
    void push_text(text::Span, Quoting);
    void push(Piece::Kind, Quoting, text::Span, Index index = none);
    [[nodiscard]] At arithmetic_end(At begin);
    [[nodiscard]] At quote_limit(At open, char quote);

    // Assignments.
    struct Target {
        text::Span name;
        At subscript = 0;  ///< of its `[`; 0: none
        At value = 0;      ///< behind the `=`
        bool append = false;
    };
    bool find_assignment(Target&);
    Index read_assignment(const Target&);
    void read_elements(AssignmentNode&);
    [[nodiscard]] At matching_bracket(At open);

    // What loops have to forget.
    void note_change(Change::Kind, text::Span name = {});
    void note_expression_changes(text::Span);
    void note_argument(const Header&, Index word);

    template <class T>
    static Range commit(std::vector<T>& scratch, std::size_t mark, std::vector<T>& into) {
        const Range range{static_cast<Index>(into.size()),
                          static_cast<Index>(scratch.size() - mark)};
        into.insert(into.end(), scratch.begin() + static_cast<std::ptrdiff_t>(mark), scratch.end());
        scratch.resize(mark);
        return range;
    }

    std::string_view text_;
    At at_ = 0;
    At end_ = 0;
    bool by_lines_ = false;
    bool open_quote_ = false;
    bool full_ = false;
    unsigned depth_ = 0;
    std::uint64_t budget_ = 0;
    std::uint32_t fault_count_ = 0;
    std::array<std::uint32_t, closers> expected_{};
    Tree tree_;
    std::vector<Pending> pending_;
    std::vector<Piece> pieces_;
    std::vector<Item> items_;
    std::vector<Redirection> redirections_;
    std::vector<Index> links_;
    std::vector<Entry> entries_;
    std::vector<ElementNode> elements_;
    std::vector<Arm> arms_;
};

/// Brings the end nearer for as long as it lives.
class Within {
public:
    Within(Reader& reader, std::uint32_t end) : reader_(reader), before_(reader.end_) {
        if (end < before_) reader_.end_ = end;
    }
    ~Within() { reader_.end_ = before_; }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

private:
    Reader& reader_;
    std::uint32_t before_;
};

/// One level of nesting; too deep, it skips the line.
class Level {
public:
    explicit Level(Reader& reader);
    ~Level() { --reader_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    [[nodiscard]] bool too_deep() const { return too_deep_; }

private:
    Reader& reader_;
    bool too_deep_;
};

/// While it lives, that closer ends whatever was left open inside.
class Expecting {
public:
    Expecting(Reader& reader, Closer closer)
        : count_(reader.expected_[static_cast<std::size_t>(closer)]) {
        ++count_;
    }
    ~Expecting() { --count_; }
    Expecting(const Expecting&) = delete;
    Expecting& operator=(const Expecting&) = delete;

private:
    std::uint32_t& count_;
};

}  // namespace trainlint::shell
