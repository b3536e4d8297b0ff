/// The parser behind read_toml: tables as nodes first, since they are written in any order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontends/structured/templates.hpp"
#include "frontends/structured/tree.hpp"
#include "trainlint/facts.hpp"

namespace trainlint::structured {

class TomlParser {
public:
    explicit TomlParser(std::string_view text)
        : text_(text), size_(static_cast<std::uint32_t>(text.size())), actions_(text) {}

    Tree read();

private:
    using Value = facts::Value;
    using Kind = facts::Value::Kind;
    using NodeId = std::uint32_t;

    struct Key {
        std::string text;
        text::Span span;
    };
    struct Node {
        Key key;
        Value value;  ///< without members, if they are nodes
        std::vector<NodeId> children;
        unsigned depth = 0;
        bool table = false;  ///< or an array of tables
    };

    char peek(std::uint32_t ahead = 0) const {
        return at_ + ahead < size_ ? text_[at_ + ahead] : '\0';
    }
    void skip_blanks();
    bool skip_lines();
    void comment();
    void skip_line();
    bool end_line();
    bool fault(std::string_view what, std::uint32_t begin);

    void header();
    void entry();
    std::optional<std::vector<Key>> keys();
    bool read_key(Key&);
    bool skip_string(std::uint32_t begin);
    std::optional<std::uint32_t> string_end(std::uint32_t begin) const;

    std::optional<NodeId> descend(NodeId from, std::span<const Key> path);
    std::optional<NodeId> find(NodeId parent, std::string_view key) const;
    std::optional<NodeId> add(NodeId parent, Key, Kind);
    std::optional<NodeId> add_element(NodeId array, text::Span at);

    bool value(Value&, unsigned depth);
    bool array(Value&, unsigned depth);
    bool inline_table(Value&, unsigned depth);
    bool skip_lines_in_table();
    bool insert(Value& table, std::span<Key> path, Value);
    bool string(Value&);
    bool bare(Value&);
    void build(NodeId, Value&);

    std::string_view text_;
    std::uint32_t size_;
    TemplateActions actions_;
    std::uint32_t at_ = 0;
    bool strict_ = false;                            ///< an inline table must end on its line
    Tree tree_;
    std::vector<Node> nodes_;
    std::unordered_map<std::string, NodeId> index_;  ///< by parent and key
    std::optional<NodeId> table_;  ///< whose entries follow; none: a broken header
};

}  // namespace trainlint::structured
