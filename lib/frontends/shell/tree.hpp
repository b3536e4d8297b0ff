/// A shell script as a small tree in flat arrays. Spans are bytes of the script.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/text.hpp"

namespace trainlint::shell {

using Index = std::uint32_t;
inline constexpr Index none = 0xFFFFFFFFu;

/// [first, first + count) of one of the arrays of the tree.
struct Range {
    Index first = 0;
    Index count = 0;
};

enum class Quoting : std::uint8_t {
    unquoted, single_quotes, double_quotes,
    ansi_quotes,  ///< $'...'
    heredoc, raw_heredoc
};

/// A stretch of a word as it is written.
struct Piece {
    enum class Kind : std::uint8_t {
        text,          ///< the characters mean themselves; empty: empty quotes
        escape,        ///< a backslash and the character that it protects
        ansi_text,     ///< inside $'...', with escapes that are not decoded yet
        parameter,     ///< index: into Tree::parameters
        arithmetic,    ///< index: into Tree::words, the expression
        substitution,  ///< index: list whose output stands here
        process,       ///< index: list; the word is the name of a pipe
        placeholder    ///< `<path>`, `{{ value }}`: nobody knows
    } kind{};
    Quoting quoting{};
    std::uint16_t indent = 0;  ///< heredoc: tabs dropped before this line
    text::Span span;           ///< with `${` and `}`; text: the characters alone
    Index index = none;
};

/// `${name[subscript]operation argument/second}`
struct Parameter {
    enum class Operation : std::uint8_t {
        plain, default_value, assign_default, alternative, error, remove_prefix,
        remove_longest_prefix, remove_suffix, remove_longest_suffix, replace, replace_all,
        upper_first, upper_all, lower_first, lower_all, substring, other
    } operation{};
    enum class Subscript : std::uint8_t { absent, all, joined, one } subscript_kind{};
    bool colon = false;     ///< `:-`: an empty value counts as unset
    bool length = false;    ///< `${#name}`
    bool indirect = false;  ///< `${!name}`
    text::Span name;
    Index subscript = none;  ///< word
    Index argument = none;   ///< word
    Index second = none;     ///< word: the replacement
};

struct WordNode {
    text::Span span;
    Range pieces;
    bool braces = false;  ///< an unquoted brace that may mean several words
};

struct ElementNode {
    Index subscript = none;  ///< word
    Index value = none;      ///< word
};

struct AssignmentNode {
    text::Span span;
    text::Span name;
    Index subscript = none;  ///< word
    Index value = none;      ///< word; none: an array
    Range elements;
    bool append = false;
    bool array = false;
};

/// A word or an assignment of a simple command.
struct Item {
    bool is_assignment = false;
    Index index = none;
};

struct Heredoc {
    text::Span body;
    Range pieces;
    bool quoted = false;  ///< the delimiter is: nothing is expanded
};

struct Redirection {
    enum class Kind : std::uint8_t {
        input, output, append, both, both_append, duplicate, read_write, heredoc, here_string
    } kind{};
    text::Span span;
    Index target = none;   ///< word
    Index heredoc = none;  ///< into Tree::heredocs
    bool to_standard_output = false;
};

/// What a stretch of the script may change: loops forget it before they run.
struct Change {
    enum class Kind : std::uint8_t { variable, folder, parameters, call } kind{};
    text::Span name;
};

struct Node {
    enum class Kind : std::uint8_t {
        simple,       ///< parts: items
        pipeline,     ///< parts: links to nodes
        subshell,     ///< first: list
        group,        ///< first: list
        branch,       ///< parts: links to lists, condition and body in turn; an odd last: else
        loop,         ///< first: condition, second: body
        for_each,     ///< name; parts: links to words; second: body
        count,        ///< for ((...)); first: word of the expression; second: body
        choose,       ///< case: first: word; parts: arms
        function,     ///< name; first: node of the body
        test,         ///< [[ ]]; parts: links to words
        arithmetic    ///< ((...)); first: word
    } kind{};
    bool negated = false;       ///< pipeline
    bool until = false;         ///< loop
    bool all_parameters = false;  ///< for_each without `in`
    text::Span span;
    text::Span name;
    Range parts;
    Range redirections;
    Range changes;  ///< loops, functions
    Index first = none;
    Index second = none;
};

struct Arm {
    Range patterns;  ///< links to words
    Index body = none;
    bool falls_through = false;  ///< ;& or ;;&
};

enum class Connector : std::uint8_t { sequence, both, either, background };

struct Entry {
    Index node = none;
    Connector after{};  ///< what stands between this one and the next
};

/// A comment: from its `#` to the end of the line.
struct Fault {
    const char* what;
    text::Span at;
};

struct Tree {
    std::vector<Piece> pieces;
    std::vector<Parameter> parameters;
    std::vector<WordNode> words;
    std::vector<ElementNode> elements;
    std::vector<AssignmentNode> assignments;
    std::vector<Item> items;
    std::vector<Heredoc> heredocs;
    std::vector<Redirection> redirections;
    std::vector<Change> changes;
    std::vector<Node> nodes;
    std::vector<Arm> arms;
    std::vector<Index> links;
    std::vector<Entry> entries;
    std::vector<Range> lists;  ///< of entries
    std::vector<Index> functions;
    std::vector<text::Span> comments;  ///< those that contain "trainlint:"
    std::vector<text::Span> late_directives;  ///< `#SBATCH ...` from the first column, behind a command
    std::vector<Fault> faults;
    Index top = none;  ///< list
};

}  // namespace trainlint::shell
