#include <string>
#include <utility>

#include "frontends/structured/yaml_parser.hpp"

namespace trainlint::structured {
namespace {

bool is_flow_indicator(char c) {
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

void YamlParser::flow_leaf(Value& value, int parent) {
    const Mark begin = mark();
    const std::size_t faults = tree_.faults.size();
    const std::size_t comments = tree_.comments.size();
    bool read = flow_node(value, parent);
    if (!read && has_templates_) {
        go_to(begin);
        tree_.faults.resize(faults);
        tree_.comments.resize(comments);
        past_templates_ = true;
        read = flow_node(value, parent);
        past_templates_ = false;
    }
    if (read) return finish(parent, value, begin);
    strict_ = true;
    broken(parent, value, begin, "the brackets are not closed, or a comma is missing");
}

/// Over blanks, lines and comments; false: what must end the collection comes first.
bool YamlParser::flow_space(int parent) {
    interrupted_ = false;
    for (;;) {
        skip_blanks();
        if (at_end()) return false;
        if (peek() == '\n' || is_break(at_)) {
            pass_break();
            if (at_marker()) return false;
            const char first = first_on_line();
            if (strict_ && first != ']' && first != '}' && shallow(parent)) return false;
        } else if (peek() == '#' && (at_ == line_ || is_blank(text_[at_ - 1]))) {
            comment();
            interrupted_ = true;
        } else {
            return true;
        }
    }
}

bool YamlParser::ends_flow_word(std::uint32_t at) const {
    return ends_word(at) || is_flow_indicator(text_[at]);
}

/// A colon that separates key and value: behind quotes and brackets it needs no blank.
bool YamlParser::at_flow_colon(bool json_like) const {
    return peek() == ':' && (json_like || ends_flow_word(at_ + 1));
}

bool YamlParser::flow_node(Value& value, int parent) {
    const Nesting nesting(depth_);
    const Properties found = properties();
    if (!found.tag.empty() || !found.anchor.empty()) {
        if (!flow_space(parent)) return false;
    }
    if (nesting.too_deep() && (peek() == '[' || peek() == '{')) return skip_flow(value, parent);
    const bool nothing = peek() == ',' || peek() == ']' || peek() == '}';
    if (nothing && (!found.tag.empty() || !found.anchor.empty())) {
        value = {.kind = Kind::null, .span = {at_, at_}};
        last_end_ = at_;
    } else if (!flow_content(value, parent)) {
        return false;
    }
    apply(found, value);
    return true;
}

bool YamlParser::flow_content(Value& value, int parent) {
    switch (peek()) {
        case '[':
            return flow_sequence(value, parent);
        case '{':
            return at_action() ? flow_plain(value, parent) : flow_mapping(value, parent);
        case '"':
        case '\'':
            return quoted(value, parent);
        case '*':
            alias(value);
            return true;
        default:
            return flow_plain(value, parent);
    }
}

/// Behind a comma or the closing bracket.
bool YamlParser::flow_separator(char close, int parent, bool& closed) {
    if (!flow_space(parent)) return false;
    if (peek() == ',') {
        ++at_;
        if (!flow_space(parent)) return false;
    } else if (peek() != close) {
        return false;
    }
    closed = peek() == close;
    if (closed) last_end_ = ++at_;
    return true;
}

bool YamlParser::flow_sequence(Value& value, int parent) {
    value = {};
    value.kind = Kind::sequence;
    value.span = {at_, at_};
    ++at_;
    if (!flow_space(parent)) return false;
    bool closed = peek() == ']';
    if (closed) last_end_ = ++at_;
    while (!closed) {
        if (!flow_item(value.members.emplace_back().value, parent)) return false;
        if (!flow_separator(']', parent, closed)) return false;
    }
    value.span.end = at_;
    return true;
}

/// An element; `key: value` is a mapping of one.
bool YamlParser::flow_item(Value& value, int parent) {
    const std::uint32_t begin = at_;
    if (!at_indicator('?')) {
        const bool json_like = at_json_like();
        if (!flow_node(value, parent)) return false;
        const std::uint32_t end = last_end_;
        if (!flow_space(parent)) return false;
        if (!at_flow_colon(json_like)) return true;
        Value key = std::exchange(value, {});
        Member& member = value.members.emplace_back();
        member.key_span = {begin, end};
        if (!flow_value(member, json_like, parent)) return false;
        name_key(member, std::move(key));
    } else {
        Open pair{.value = value};
        if (!flow_member(pair, parent)) return false;
    }
    value.kind = Kind::mapping;
    value.span = {begin, last_end_};
    return true;
}

bool YamlParser::flow_mapping(Value& value, int parent) {
    value = {};
    value.kind = Kind::mapping;
    value.span = {at_, at_};
    Open open{.value = value};
    ++at_;
    if (!flow_space(parent)) return false;
    bool closed = peek() == '}';
    if (closed) last_end_ = ++at_;
    while (!closed) {
        if (!flow_member(open, parent)) return false;
        if (!flow_separator('}', parent, closed)) return false;
    }
    value.span.end = at_;
    close(open);
    return true;
}

bool YamlParser::flow_member(Open& open, int parent) {
    if (at_indicator('?')) {
        ++at_;
        if (!flow_space(parent)) return false;
    }
    const bool json_like = at_json_like();
    Member& member = open.value.members.emplace_back();
    member.key_span = {at_, at_};
    Value key;
    if (!flow_node(key, parent)) return false;
    member.key_span.end = last_end_;
    if (!flow_space(parent) || !flow_value(member, json_like, parent)) return false;
    name_key(member, std::move(key));
    if (!json_like && member.key == "<<") open.merges.push_back(open.value.members.size() - 1);
    added(open);
    return true;
}

/// Quotes or brackets begin here.
bool YamlParser::at_json_like() const {
    return peek() == '"' || peek() == '\'' || peek() == '[' || peek() == '{';
}

/// Behind a key: `: value`, or nothing.
bool YamlParser::flow_value(Member& member, bool json_like, int parent) {
    Value& value = member.value;
    value.span = {member.key_span.end, member.key_span.end};
    if (!at_flow_colon(json_like)) return true;
    last_end_ = ++at_;
    value.span = {at_, at_};
    if (!flow_space(parent)) return false;
    if (peek() == ',' || peek() == '}' || peek() == ']') return true;
    return flow_node(value, parent);
}

/// Up to what ends a plain scalar on this line; `end` is that of the text.
void YamlParser::flow_plain_line(std::uint32_t& end) {
    const std::uint32_t begin = at_;
    for (; at_ < size_; ++at_) {
        const char c = text_[at_];
        if (c == '\n') break;
        if (c == ':' && ends_flow_word(at_ + 1)) break;
        if (c == '#' && at_ > begin && is_blank(text_[at_ - 1])) break;
        if (!is_flow_indicator(c)) continue;
        if (c != '{' || !has_templates_) break;
        const auto action_end = actions_.end_of(at_, this_line_end());
        if (!action_end) break;
        at_ = *action_end - 1;
    }
    end = at_;
    while (end > begin && is_blank(text_[end - 1])) --end;
}

bool YamlParser::flow_plain(Value& value, int parent) {
    const char first = peek();
    const bool indicator = first == '?' || first == ':';
    if (!starts_plain() || (indicator && ends_flow_word(at_ + 1))) return false;
    text::Span span{at_, at_};
    bool simple = true;
    flow_plain_line(span.end);
    while (peek() == '\n') {
        if (!flow_space(parent)) return false;
        const bool ends = is_flow_indicator(peek()) && !at_action();
        if (interrupted_ || ends || at_flow_colon(false)) break;
        simple = false;
        flow_plain_line(span.end);
    }
    last_end_ = span.end;
    scalar(value, span, simple);
    return true;
}

/// A collection that is nested too deeply: behind its closing bracket.
bool YamlParser::skip_flow(Value& value, int parent) {
    value = {.kind = Kind::unknown, .span = {at_, at_}};
    fault_here("nested too deeply");
    std::size_t open = 0;
    do {
        if (!flow_space(parent)) return false;
        const char c = peek();
        if (c == '"' || c == '\'') {
            if (!skip_flow_quote(parent)) return false;
            continue;
        }
        if (c == '[' || c == '{') ++open;
        if (c == ']' || c == '}') --open;
        ++at_;
    } while (open > 0);
    value.span.end = last_end_ = at_;
    return true;
}

/// A quote inside a word (`it's`) is an ordinary character.
bool YamlParser::skip_flow_quote(int parent) {
    const char before = text_[at_ - 1];
    const bool begins =
        is_blank(before) || before == '\n' || before == ':' || is_flow_indicator(before);
    if (!begins) {
        ++at_;
        return true;
    }
    Value skipped;
    return quoted(skipped, parent);
}

}  // namespace trainlint::structured
