/// The parser behind read_yaml: recursive descent over lines, one pass.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontends/structured/templates.hpp"
#include "frontends/structured/tree.hpp"
#include "trainlint/facts.hpp"

namespace trainlint::structured {

class YamlParser {
public:
    explicit YamlParser(std::string_view text)
        : text_(text),
          size_(static_cast<std::uint32_t>(text.size())),
          actions_(text),
          has_templates_(may_have_templates(text)) {}

    Tree read();

private:
    using Value = facts::Value;
    using Kind = facts::Value::Kind;
    using Member = facts::Value::Member;

    /// A place to come back to.
    struct Mark {
        std::uint32_t at;
        std::uint32_t line;
    };
    /// Tag and anchor, which stand before a node.
    struct Properties {
        std::string_view tag;
        std::string_view anchor;
    };
    /// A mapping or sequence while it is read.
    struct Open {
        Value& value;
        int column = 0;
        std::vector<std::size_t> merges = {};  ///< members that are `<<`
        bool conditional = false;              ///< a template's condition stood inside
    };
    struct Pending {
        text::Span action;
        int column;
    };
    struct Anchored {
        Value value;
        std::size_t nodes = 0;
        unsigned height = 0;
    };
    struct PlainLine {
        std::uint32_t end;   ///< of the text, without blanks after it
        std::uint32_t stop;  ///< what ended it
        bool key;            ///< a colon did
    };
    struct KnownPlain {
        std::uint32_t begin;
        PlainLine line;
    };
    class Nesting;

    // Characters and lines (yaml_lines.cpp)
    static bool may_have_templates(std::string_view text);
    char peek(std::uint32_t ahead = 0) const {
        return at_ + ahead < size_ ? text_[at_ + ahead] : '\0';
    }
    bool at_end() const { return at_ >= size_; }
    bool ends_word(std::uint32_t at) const;
    bool is_break(std::uint32_t at) const;
    bool line_done() const;
    bool at_marker() const;
    bool at_indicator(char c) const { return peek() == c && ends_word(at_ + 1); }
    bool at_dash() const { return at_indicator('-'); }
    bool at_action();
    char first_on_line() const;
    bool shallow(int parent) const;
    int column() const { return static_cast<int>(at_ - line_); }
    Mark mark() const { return {at_, line_}; }
    void go_to(Mark mark);
    std::uint32_t line_end(std::uint32_t at) const;
    std::uint32_t this_line_end();
    std::string_view slice(std::uint32_t begin, std::uint32_t end) const {
        return text_.substr(begin, end - begin);
    }
    void skip_blanks();
    void skip_tabs();
    void pass_break();
    void comment();
    void next_content();
    bool refuse_tab();
    bool template_line();
    void keep_template(text::Span action, int column);
    void note_control(text::Span action);
    void skip_line();
    void skip_entry(int parent);
    void fault(std::string_view what, text::Span at);
    void fault_here(std::string_view what);

    // Block structure (yaml_block.cpp)
    void document();
    void root(Value&, bool after_marker);
    static void append_root(Value& root, Value more);
    void node(Value&, int parent, bool dash_at_parent, bool compact);
    void too_deep(Value&, int parent);
    void inline_node(Value&, int parent, bool dash_at_parent, bool compact);
    void fresh_node(Value&, int parent, bool dash_at_parent, Properties, std::uint32_t empty_at);
    void empty(Value&, int parent, const Properties&, std::uint32_t at);
    void leaf(Value&, int parent, const Properties&);
    void mapping(Value&, int column);
    void sequence(Value&, int column, bool shared);
    void entry(Open&);
    void complex_entry(Open&);
    void added(Open&);
    bool more(Open&, bool shared);
    bool begins_definition(const Open&) const;
    static void name_key(Member&, Value node);
    bool read_key(Member&, bool& merge);
    bool read_key_text(Member&, bool& merge);
    bool starts_key();
    void give_templates(Open&);
    void finish(int parent, Value&, Mark begin);
    void broken(int parent, Value&, Mark begin, std::string_view what);

    // Scalars (yaml_scalars.cpp)
    void scalar(Value&, text::Span, bool simple, std::uint16_t indent = 0) const;
    PlainLine plain_line();
    bool starts_plain();
    PlainLine read_plain_line();
    void plain(Value&, int parent);
    std::uint32_t quoted_end_on_line() const;
    bool quoted(Value&, int parent);
    void quoted_leaf(Value&, int parent);
    void block_scalar(Value&, int parent);
    std::uint32_t block_indent(int parent, std::uint32_t first_line);
    std::uint32_t block_end(std::uint32_t first_line, std::uint32_t indent);
    bool is_template_line(std::uint32_t begin, std::uint32_t end);

    // Properties, aliases, merges (yaml_nodes.cpp)
    Properties properties() {
        return peek() == '&' || peek() == '!' ? read_properties() : Properties{};
    }
    Properties read_properties();
    void apply(const Properties&, Value&);
    void apply_tag(std::string_view tag, Value&) const;
    void remember(std::string_view anchor, const Value&);
    std::string_view alias_name();
    void alias(Value&);
    static void close(Open&);
    static void merge(Open&);
    static bool can_merge(const Value&);
    static void hide_doubtful(Value& mapping);

    // Flow collections (yaml_flow.cpp): false means that the collection is broken
    void flow_leaf(Value&, int parent);
    bool flow_space(int parent);
    bool flow_node(Value&, int parent);
    bool flow_content(Value&, int parent);
    bool flow_sequence(Value&, int parent);
    bool flow_item(Value&, int parent);
    bool flow_mapping(Value&, int parent);
    bool flow_member(Open&, int parent);
    bool flow_value(Member&, bool json_like, int parent);
    bool flow_separator(char close, int parent, bool& closed);
    bool flow_plain(Value&, int parent);
    void flow_plain_line(std::uint32_t& end);
    bool skip_flow(Value&, int parent);
    bool skip_flow_quote(int parent);
    bool at_flow_colon(bool json_like) const;
    bool at_json_like() const;
    bool ends_flow_word(std::uint32_t at) const;

    std::string_view text_;
    std::uint32_t size_;
    TemplateActions actions_;
    bool has_templates_;
    Tree tree_;

    std::uint32_t at_ = 0;
    std::uint32_t line_ = 0;                   // begin of the line
    std::uint32_t last_end_ = 0;               // of what was last read
    KnownPlain known_plain_{0xFFFFFFFFu, {}};  // what plain_line was last asked about
    text::Span known_line_;                    // the line that this_line_end was last asked about
    int indent_ = 0;               // column of the content that next_content found; -1: none
    std::uint32_t breaks_ = 0;     // lines that it passed
    bool interrupted_ = false;     // a comment or template stood between
    bool tab_ = false;             // a tab stood between
    bool strict_ = false;          // brackets and quotes must close before a shallower line
    bool past_templates_ = false;  // quotes in actions do not count: "{{ include "name" . }}"
    unsigned depth_ = 0;
    std::vector<Pending> pending_;  // templates on lines of their own, not yet in a collection
    unsigned conditions_ = 0;       // `{{ if }}` that are open
    std::size_t controls_ = 0;      // conditions seen so far
    std::size_t expanded_ = 0;      // nodes that aliases brought in
    std::size_t remembered_ = 0;    // nodes kept for aliases
    std::unordered_map<std::string_view, Anchored> anchors_;
};

/// Counts how deep the reader is.
class YamlParser::Nesting {
public:
    explicit Nesting(unsigned& depth) : depth_(depth) { ++depth_; }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool too_deep() const { return depth_ > depth_limit; }

private:
    unsigned& depth_;
};

}  // namespace trainlint::structured
