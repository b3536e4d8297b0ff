#include <algorithm>
#include <string>
#include <utility>

#include "frontends/structured/scalars.hpp"
#include "frontends/structured/yaml_parser.hpp"
#include "frontends/structured/yaml_reader.hpp"

namespace trainlint::structured {

Tree read_yaml(std::string_view text) {
    return YamlParser(text).read();
}

Tree YamlParser::read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = line_ = 3;
    next_content();
    while (!at_end()) document();
    if (tree_.documents.empty() && !pending_.empty()) {
        const text::Span action = pending_.front().action;
        tree_.documents.push_back(
            {.kind = Kind::unknown, .text = std::string(text::hole_text), .span = action});
    }
    return std::move(tree_);
}

void YamlParser::document() {
    while (column() == 0 && peek() == '%') {
        skip_line();
        next_content();
    }
    if (at_end()) return;
    const bool marker = at_marker();
    const bool ends = marker && peek() == '.';
    if (marker) at_ += 3;
    if (ends) {
        skip_line();
        next_content();
        return;
    }
    last_end_ = at_;
    anchors_.clear();
    root(tree_.documents.emplace_back(), marker);
    pending_.clear();
}

/// All that stands before the next marker. What a broken line cuts in two is put together.
void YamlParser::root(Value& root, bool after_marker) {
    if (after_marker) {
        node(root, -1, false, false);
    } else {
        fresh_node(root, -1, false, {}, at_);
    }
    while (indent_ >= 0) {
        const std::uint32_t begin = at_;
        fault_here("the text belongs to nothing before it");
        Value rest;
        fresh_node(rest, -1, false, {}, at_);
        append_root(root, std::move(rest));
        if (at_ == begin) skip_entry(-1);
    }
}

void YamlParser::append_root(Value& root, Value rest) {
    const bool collection = rest.kind == Kind::mapping || rest.kind == Kind::sequence;
    if (!collection) return;
    if (root.kind != rest.kind) {
        root = std::move(rest);
        return;
    }
    for (Member& member : rest.members) root.members.push_back(std::move(member));
    root.span.begin = std::min(root.span.begin, rest.span.begin);
    root.span.end = std::max(root.span.end, rest.span.end);
}

/// What follows a key, a dash or `---`: all that is indented more than `parent`; a sequence also if
/// it is indented as much and `dash_at_parent`. `compact`: a collection may begin on this line.
void YamlParser::node(Value& value, int parent, bool dash_at_parent, bool compact) {
    const Nesting nesting(depth_);
    const std::uint32_t empty_at = at_;
    skip_blanks();
    if (nesting.too_deep()) {
        too_deep(value, parent);
    } else if (!line_done()) {
        inline_node(value, parent, dash_at_parent, compact);
    } else {
        next_content();
        fresh_node(value, parent, dash_at_parent, {}, empty_at);
    }
}

void YamlParser::too_deep(Value& value, int parent) {
    value.kind = Kind::unknown;
    value.span = {at_, at_};
    fault_here("nested too deeply");
    skip_entry(parent);
}

void YamlParser::inline_node(Value& value, int parent, bool dash_at_parent, bool compact) {
    if (compact) {
        if (at_dash()) return sequence(value, column(), false);
        if (at_indicator('?') || starts_key()) return mapping(value, column());
    }
    const Properties found = properties();
    if (!line_done()) return leaf(value, parent, found);
    const std::uint32_t empty_at = at_;
    next_content();
    fresh_node(value, parent, dash_at_parent, found, empty_at);
}

/// At the first content of a line.
void YamlParser::fresh_node(Value& value, int parent, bool dash_at_parent, Properties found,
                            std::uint32_t empty_at) {
    for (;;) {
        const bool shared = dash_at_parent && indent_ == parent && at_dash();
        if (indent_ <= parent && !shared) return empty(value, parent, found, empty_at);
        if (at_dash()) {
            sequence(value, indent_, shared);
            return apply(found, value);
        }
        if (at_indicator('?') || starts_key()) {
            mapping(value, indent_);
            return apply(found, value);
        }
        const Properties more = properties();
        if (!more.tag.empty()) found.tag = more.tag;
        if (!more.anchor.empty()) found.anchor = more.anchor;
        if (!line_done()) return leaf(value, parent, found);
        empty_at = at_;
        next_content();
    }
}

/// No value: null, or what a template writes there.
void YamlParser::empty(Value& value, int parent, const Properties& found, std::uint32_t at) {
    value.span = {at, at};
    const auto writes_here = [&](const Pending& pending) { return pending.column > parent; };
    for (const Pending& pending : pending_) {
        if (writes_here(pending)) value.span.end = pending.action.end;
    }
    if (std::erase_if(pending_, writes_here) > 0) {
        value.kind = Kind::unknown;
        value.text = text::hole_text;
    }
    last_end_ = std::max(last_end_, value.span.end);
    apply(found, value);
}

/// A scalar, a flow collection or an alias.
void YamlParser::leaf(Value& value, int parent, const Properties& found) {
    const Mark begin = mark();
    switch (peek()) {
        case '|':
        case '>':
            block_scalar(value, parent);
            break;
        case '"':
        case '\'':
            quoted_leaf(value, parent);
            break;
        case '*':
            alias(value);
            finish(parent, value, begin);
            break;
        case '[':
            flow_leaf(value, parent);
            break;
        case '{':
            at_action() ? plain(value, parent) : flow_leaf(value, parent);
            break;
        default:
            plain(value, parent);
    }
    apply(found, value);
}

void YamlParser::mapping(Value& value, int column) {
    value.kind = Kind::mapping;
    value.span = {at_, at_};
    Open open{.value = value, .column = column};
    const std::size_t controls = controls_;
    do {
        give_templates(open);
        entry(open);
    } while (more(open, false));
    give_templates(open);
    open.conditional = controls_ != controls || conditions_ > 0;
    close(open);
}

void YamlParser::entry(Open& open) {
    if (at_indicator('?')) {
        complex_entry(open);
        return;
    }
    const Mark begin = mark();
    Member& member = open.value.members.emplace_back();
    bool merge = false;
    if (read_key(member, merge)) {
        if (merge) open.merges.push_back(open.value.members.size() - 1);
        node(member.value, open.column, true, false);
        added(open);
        const bool skips = depth_ <= 3 && begins_definition(open);
        if (skips && indent_ >= open.column) skip_entry(open.column - 1);
        return;
    }
    open.value.members.pop_back();
    go_to(begin);
    fault_here("the line has no key");
    skip_entry(open.column);
}

/// `? key` and, on a line of its own, `: value`. A key that is no scalar makes the entry unknown.
void YamlParser::complex_entry(Open& open) {
    Member& member = open.value.members.emplace_back();
    member.key_span.begin = at_++;
    Value key;
    node(key, open.column, false, true);
    member.key_span.end = last_end_;
    member.value.span = {last_end_, last_end_};
    if (indent_ == open.column && at_indicator(':')) {
        last_end_ = ++at_;
        node(member.value, open.column, false, true);
    }
    name_key(member, std::move(key));
    added(open);
}

/// The key is what this node means.
void YamlParser::name_key(Member& member, Value key) {
    const bool scalar = key.kind != Kind::mapping && key.kind != Kind::sequence;
    member.key = scalar ? std::move(key.text) : std::string(text::hole_text);
    if (!scalar) member.value.kind = Kind::unknown;
}

void YamlParser::added(Open& open) {
    open.value.span.end = std::max(open.value.span.end, last_end_);
}

/// The last entry says that this document, or this item of a list, is a CustomResourceDefinition.
bool YamlParser::begins_definition(const Open& open) const {
    const auto& members = open.value.members;
    const bool says =
        members.back().key == "kind" && members.back().value.text == "CustomResourceDefinition";
    return says && (open.column == 0 || open.value.find("apiVersion") != nullptr);
}

/// Is there a further entry? A line that is indented more belongs to none: the entry before it may
/// be other than it seems.
bool YamlParser::more(Open& open, bool shared) {
    if (indent_ > open.column) {
        fault_here("the line is indented more than the entry before");
        if (!open.value.members.empty()) open.value.members.back().value.kind = Kind::unknown;
        skip_entry(open.column);
    }
    return indent_ == open.column && (!shared || at_dash());
}

bool YamlParser::read_key(Member& member, bool& merge) {
    const Properties found = properties();
    if (!read_key_text(member, merge)) return false;
    skip_blanks();
    if (!at_indicator(':')) return false;
    last_end_ = ++at_;
    if (!found.anchor.empty()) {
        remember(found.anchor, {.kind = Kind::string, .text = member.key, .span = member.key_span});
    }
    if (has_templates_) replace_templates(member.key);
    return true;
}

bool YamlParser::read_key_text(Member& member, bool& merge) {
    const std::uint32_t begin = at_;
    const char first = peek();
    if (first == '"' || first == '\'') {
        const std::uint32_t end = quoted_end_on_line();
        if (end == 0) return false;
        at_ = end;
        member.key = yaml_meaning(text_, {begin, end}, 0);
    } else if (first == '*') {
        Value named;
        alias(named);
        name_key(member, std::move(named));
    } else {
        const PlainLine line = plain_line();
        if (!line.key || !starts_plain()) return false;
        at_ = line.end;
        member.key = slice(begin, line.end);
        merge = member.key == "<<";
    }
    member.key_span = {begin, at_};
    return true;
}

/// Would a block mapping begin here?
bool YamlParser::starts_key() {
    const Mark begin = mark();
    properties();
    const char first = peek();
    bool key = false;
    if (first == '"' || first == '\'' || first == '*') {
        const std::uint32_t quoted_end = first == '*' ? 0 : quoted_end_on_line();
        if (first == '*') alias_name();
        if (quoted_end > 0) at_ = quoted_end;
        skip_blanks();
        key = at_indicator(':');
    } else if (starts_plain()) {
        key = plain_line().key;
    }
    go_to(begin);
    return key;
}

/// `shared`: the dashes stand in the column of the mapping around.
void YamlParser::sequence(Value& value, int column, bool shared) {
    value.kind = Kind::sequence;
    value.span = {at_, at_};
    Open open{.value = value, .column = column};
    do {
        give_templates(open);
        if (!at_dash()) {
            fault_here("the line is no element of the list");
            skip_entry(column);
            continue;
        }
        last_end_ = ++at_;
        node(value.members.emplace_back().value, column, false, true);
        added(open);
    } while (more(open, shared));
    give_templates(open);
}

/// Templates that stood on lines of their own become members of the collection they write into.
void YamlParser::give_templates(Open& open) {
    if (pending_.empty()) return;
    const bool keys = open.value.kind == Kind::mapping;
    std::erase_if(pending_, [&](const Pending& pending) {
        if (pending.column < open.column) return false;
        const text::Span at = pending.action;
        Value value{.kind = Kind::unknown, .text = std::string(text::hole_text), .span = at};
        open.value.members.push_back({keys ? std::string(text::hole_text) : std::string{},
                                      keys ? text::Span{at.begin, at.begin} : text::Span{},
                                      std::move(value)});
        open.value.span.begin = std::min(open.value.span.begin, at.begin);
        last_end_ = std::max(last_end_, at.end);
        return true;
    });
    open.value.span.end = std::max(open.value.span.end, last_end_);
}

/// After a value that ends on this line.
void YamlParser::finish(int parent, Value& value, Mark begin) {
    last_end_ = at_;
    skip_blanks();
    if (line_done()) {
        next_content();
    } else {
        broken(parent, value, begin, "text stands behind the value");
    }
}

/// The entry is lost; what follows it is read.
void YamlParser::broken(int parent, Value& value, Mark begin, std::string_view what) {
    fault_here(what);
    go_to(begin);
    std::uint32_t end = this_line_end();
    while (end > at_ && (text_[end - 1] == '\r' || text_[end - 1] == ' ')) --end;
    value = {.kind = Kind::unknown, .span = {at_, end}};
    last_end_ = end;
    skip_entry(parent);
}

}  // namespace trainlint::structured
