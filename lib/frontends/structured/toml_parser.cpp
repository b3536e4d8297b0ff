#include "frontends/structured/toml_parser.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "frontends/structured/scalars.hpp"
#include "frontends/structured/templates.hpp"
#include "frontends/structured/toml_reader.hpp"

namespace trainlint::structured {
namespace {

bool is_bare_key(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

std::string index_key(std::uint32_t parent, std::string_view key) {
    std::string name(reinterpret_cast<const char*>(&parent), sizeof parent);
    return name.append(key);
}

}  // namespace

Tree read_toml(std::string_view text) {
    return TomlParser(text).read();
}

Tree TomlParser::read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    nodes_.push_back({.value = {.kind = Kind::mapping, .span = {at_, size_}}, .table = true});
    table_ = 0;
    while (skip_lines()) {
        if (peek() == '[') {
            header();
        } else {
            entry();
        }
    }
    build(0, tree_.documents.emplace_back());
    tree_.documents.front().span = {0, size_};
    return std::move(tree_);
}

void TomlParser::skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
}

/// Over blanks, line breaks and comments; false at the end.
bool TomlParser::skip_lines() {
    for (; at_ < size_; ++at_) {
        const char c = text_[at_];
        if (c == '#') comment();
        if (at_ >= size_) return false;
        if (c != '#' && c != ' ' && c != '\t' && c != '\r' && c != '\n') return true;
    }
    return false;
}

/// To the end of its line.
void TomlParser::comment() {
    const std::uint32_t begin = at_;
    skip_line();
    std::string_view remark = text_.substr(begin, at_ - begin);
    if (remark.ends_with('\r')) remark.remove_suffix(1);
    if (remark.find("trainlint:") == std::string_view::npos) return;
    const auto end = begin + static_cast<std::uint32_t>(remark.size());
    remark.remove_prefix(remark.find_first_not_of("# \t"));
    tree_.comments.push_back({std::string(remark), {begin, end}});
}

void TomlParser::skip_line() {
    at_ = static_cast<std::uint32_t>(std::min<std::size_t>(text_.find('\n', at_), size_));
}

/// Nothing else stands on the line.
bool TomlParser::end_line() {
    skip_blanks();
    if (peek() == '#') comment();
    return at_ >= size_ || peek() == '\n' || (peek() == '\r' && peek(1) == '\n');
}

/// Leaves the line that holds `begin`; always false.
bool TomlParser::fault(std::string_view what, std::uint32_t begin) {
    at_ = begin;
    skip_line();
    if (tree_.faults.size() < fault_limit) tree_.faults.push_back({what, {begin, at_}});
    return false;
}

/// `[table]` or `[[array of tables]]`. The entries of a broken one belong to nothing.
void TomlParser::header() {
    const std::uint32_t begin = at_++;
    table_.reset();
    const bool array = peek() == '[';
    if (array) ++at_;
    auto path = keys();
    const bool closed = path && peek() == ']' && (!array || peek(1) == ']');
    if (closed) at_ += array ? 2 : 1;
    const text::Span span{begin, at_};
    if (!closed || !end_line()) {
        fault("the header of a table is broken", begin);
        return;
    }
    const auto parent = descend(0, std::span(*path).first(path->size() - 1));
    if (parent) {
        const auto known = find(*parent, path->back().text);
        const bool fits = !known || (nodes_[*known].table &&
                                     (nodes_[*known].value.kind == Kind::sequence) == array);
        table_ = !fits   ? std::nullopt
                 : known ? known
                         : add(*parent, path->back(), array ? Kind::sequence : Kind::mapping);
        if (table_ && array) table_ = add_element(*table_, span);
    }
    if (!table_) {
        fault("the table cannot stand here", begin);
        return;
    }
    text::Span& at = nodes_[*table_].value.span;
    if (at.size() == 0) at = span;
}

void TomlParser::entry() {
    const std::uint32_t begin = at_;
    auto path = keys();
    if (!path || peek() != '=') {
        fault("the line has no key", begin);
        return;
    }
    ++at_;
    skip_blanks();
    const unsigned depth = table_ ? nodes_[*table_].depth + static_cast<unsigned>(path->size()) : 0;
    Value read;
    if (!value(read, depth) || !end_line()) {
        strict_ = true;
        fault("the value is broken", begin);
        return;
    }
    if (!table_) return;
    const auto parent = descend(*table_, std::span(*path).first(path->size() - 1));
    const bool twice = parent && find(*parent, path->back().text);
    const auto node = parent ? add(*parent, std::move(path->back()), read.kind) : std::nullopt;
    const std::uint32_t end = at_;
    if (!node || twice) {
        fault(twice ? "the key stands twice" : "the key cannot stand here", begin);
        at_ = end;
    }
    if (!node) return;
    nodes_[*node].value = std::move(read);
    nodes_[*node].table = false;
}

/// `a."b".c`, behind the blanks that follow it.
std::optional<std::vector<TomlParser::Key>> TomlParser::keys() {
    std::vector<Key> path;
    for (;;) {
        skip_blanks();
        if (path.size() >= depth_limit || !read_key(path.emplace_back())) return std::nullopt;
        skip_blanks();
        if (peek() != '.') return path;
        ++at_;
    }
}

bool TomlParser::read_key(Key& key) {
    key.span = {at_, at_};
    if (peek() == '"' || peek() == '\'') {
        const auto end = string_end(at_);
        if (!end) return false;
        at_ = *end;
    } else {
        while (at_ < size_ && is_bare_key(text_[at_])) ++at_;
    }
    key.span.end = at_;
    key.text = toml_meaning(text_, key.span);
    replace_templates(key.text);
    return key.span.size() > 0;
}

/// Behind the closing quotes; none: they are missing, or an escape is none.
std::optional<std::uint32_t> TomlParser::string_end(std::uint32_t begin) const {
    const char quote = text_[begin];
    const std::string marks(3, quote);
    const bool triple = text_.substr(begin, 3) == marks;
    std::uint32_t at = begin + (triple ? 3 : 1);
    for (; at < size_; ++at) {
        const char c = text_[at];
        if (c == '\\' && quote == '"') {
            ++at;
        } else if (c == '\n' && !triple) {
            return std::nullopt;
        } else if (c == quote && !triple) {
            return at + 1;
        } else if (c == quote && text_.substr(at, 3) == marks) {
            // Up to two quotes may stand inside, before the three that close.
            at += 3;
            for (int more = 0; more < 2 && at < size_ && text_[at] == quote; ++more) ++at;
            return at;
        }
    }
    return std::nullopt;
}

std::optional<TomlParser::NodeId> TomlParser::find(NodeId parent, std::string_view key) const {
    const auto found = index_.find(index_key(parent, key));
    if (found == index_.end()) return std::nullopt;
    return found->second;
}

std::optional<TomlParser::NodeId> TomlParser::add(NodeId parent, Key key, Kind kind) {
    const unsigned depth = nodes_[parent].depth + 1;
    if (depth >= depth_limit) return std::nullopt;
    const auto id = static_cast<NodeId>(nodes_.size());
    index_[index_key(parent, key.text)] = id;
    const text::Span at{key.span.begin, key.span.begin};
    nodes_.push_back({.key = std::move(key),
                      .value = {.kind = kind, .span = at},
                      .depth = depth,
                      .table = true});
    nodes_[parent].children.push_back(id);
    return id;
}

std::optional<TomlParser::NodeId> TomlParser::add_element(NodeId array, text::Span at) {
    const unsigned depth = nodes_[array].depth + 1;
    if (depth >= depth_limit) return std::nullopt;
    const auto id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({.value = {.kind = Kind::mapping, .span = at}, .depth = depth, .table = true});
    nodes_[array].children.push_back(id);
    return id;
}

/// The table at the end of the path, made where it is missing; of an array of tables the last.
std::optional<TomlParser::NodeId> TomlParser::descend(NodeId from, std::span<const Key> path) {
    for (const Key& key : path) {
        const auto known = find(from, key.text);
        const auto next = known ? known : add(from, key, Kind::mapping);
        if (!next || !nodes_[*next].table) return std::nullopt;
        from = *next;
        if (nodes_[from].value.kind == Kind::sequence) {
            if (nodes_[from].children.empty()) return std::nullopt;
            from = nodes_[from].children.back();
        }
    }
    return from;
}

/// Members are written in any order and place: the span is that which holds all.
void TomlParser::build(NodeId id, Value& value) {
    Node& node = nodes_[id];
    value = std::move(node.value);
    for (const NodeId child : node.children) {
        Value::Member& member = value.members.emplace_back();
        member.key = std::move(nodes_[child].key.text);
        member.key_span = nodes_[child].key.span;
        build(child, member.value);
        const text::Span at = member.value.span;
        if (value.span.size() == 0) value.span = at;
        const bool keyed = member.key_span.size() > 0;
        value.span.begin =
            std::min({value.span.begin, at.begin, keyed ? member.key_span.begin : at.begin});
        value.span.end = std::max(value.span.end, at.end);
    }
}

}  // namespace trainlint::structured
