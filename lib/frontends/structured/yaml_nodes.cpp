#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "frontends/structured/scalars.hpp"
#include "frontends/structured/yaml_parser.hpp"

namespace trainlint::structured {
namespace {

using Value = facts::Value;

bool ends_name(char c) {
    constexpr std::string_view ends = " \t\r\n,[]{}";
    return c == '\0' || ends.find(c) != std::string_view::npos;
}

struct Measure {
    std::size_t nodes = 0;
    unsigned height = 0;
};

/// Stops at more nodes than aliases may ever bring in. Long texts weigh as much as several nodes.
void measure(const Value& value, unsigned depth, Measure& found) {
    constexpr std::size_t bytes_of_a_node = 100;
    found.height = std::max(found.height, depth);
    found.nodes += 1 + value.text.size() / bytes_of_a_node;
    if (found.nodes > expansion_limit) return;
    for (const Value::Member& member : value.members) measure(member.value, depth + 1, found);
}

/// Those of `members` that neither `own` nor later ones of them name again.
std::vector<Value::Member> not_overridden(std::vector<Value::Member> members,
                                          const std::vector<Value::Member>& own) {
    std::unordered_set<std::string_view> seen;
    for (const Value::Member& member : own) seen.insert(member.key);
    std::vector<bool> kept(members.size());
    for (std::size_t i = members.size(); i-- > 0;) kept[i] = seen.insert(members[i].key).second;
    std::vector<Value::Member> result;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (kept[i]) result.push_back(std::move(members[i]));
    }
    return result;
}

constexpr std::string_view core_tag = "tag:yaml.org,2002:";

/// `!!str` and `!<tag:yaml.org,2002:str>` without what they begin with; other tags: empty.
std::string_view core_name(std::string_view tag) {
    if (tag == "!") return "str";
    if (tag.starts_with("!!")) return tag.substr(2);
    if (!tag.starts_with("!<") || !tag.ends_with('>')) return {};
    tag = tag.substr(2, tag.size() - 3);
    return tag.starts_with(core_tag) ? tag.substr(core_tag.size()) : std::string_view{};
}

}  // namespace

YamlParser::Properties YamlParser::read_properties() {
    Properties found;
    while (peek() == '&' || peek() == '!') {
        const std::uint32_t begin = at_;
        const bool verbatim = peek() == '!' && peek(1) == '<';
        ++at_;
        while (at_ < size_ && !ends_name(text_[at_])) ++at_;
        if (verbatim) {
            while (at_ < size_ && text_[at_ - 1] != '>' && !ends_word(at_)) ++at_;
        }
        if (text_[begin] == '&') {
            found.anchor = slice(begin + 1, at_);
        } else {
            found.tag = slice(begin, at_);
        }
        skip_blanks();
    }
    return found;
}

void YamlParser::apply(const Properties& found, Value& value) {
    if (!found.tag.empty()) apply_tag(found.tag, value);
    if (!found.anchor.empty()) remember(found.anchor, value);
}

/// Tags of the core schema are hints; what others make of a value is not known.
void YamlParser::apply_tag(std::string_view tag, Value& value) const {
    const std::string_view name = core_name(tag);
    const bool collection = value.kind == Kind::mapping || value.kind == Kind::sequence;
    if (value.kind == Kind::unknown) return;
    if (collection) {
        const bool plain = name == "map" || name == "seq" || name == "omap" || name == "set";
        if (!plain) value.kind = Kind::unknown;
    } else if (name == "str" || name == "timestamp") {
        const bool plain = value.kind == Kind::null || value.kind == Kind::boolean;
        if (plain) value.text = slice(value.span.begin, value.span.end);
        value.kind = Kind::string;
    } else {
        const Kind kind = core_kind(value.text);
        const bool fits = (name == "int" && kind == Kind::integer) ||
                          (name == "float" && (kind == Kind::real || kind == Kind::integer)) ||
                          (name == "bool" && kind == Kind::boolean) ||
                          (name == "null" && kind == Kind::null);
        value.kind = !fits ? Kind::unknown : name == "float" ? Kind::real : kind;
    }
}

/// Keeps a copy for aliases. What is too large to be repeated is remembered as unknown.
void YamlParser::remember(std::string_view anchor, const Value& value) {
    constexpr std::size_t remember_limit = 10 * expansion_limit;
    Anchored& anchored = anchors_[anchor];
    anchored = {.value = {.kind = Kind::unknown, .span = value.span}, .nodes = 1, .height = 1};
    if (remembered_ > remember_limit) return;
    Measure found;
    measure(value, 1, found);
    remembered_ += found.nodes;
    if (found.nodes <= expansion_limit) anchored = {value, found.nodes, found.height};
}

std::string_view YamlParser::alias_name() {
    const std::uint32_t begin = ++at_;
    while (at_ < size_ && !ends_name(text_[at_]) && !at_indicator(':')) ++at_;
    return slice(begin, at_);
}

void YamlParser::alias(Value& value) {
    const std::uint32_t begin = at_;
    const std::string_view name = alias_name();
    last_end_ = at_;
    const auto found = anchors_.find(name);
    value.kind = Kind::unknown;
    value.span = {begin, at_};
    if (found == anchors_.end()) return fault("no anchor of this name stands before", value.span);
    const Anchored& anchored = found->second;
    const bool too_many = expanded_ + anchored.nodes > expansion_limit;
    if (too_many || depth_ + anchored.height > depth_limit) {
        return fault("aliases repeat too much", value.span);
    }
    expanded_ += anchored.nodes;
    value = anchored.value;
}

void YamlParser::close(Open& open) {
    if (!open.merges.empty()) merge(open);
    if (open.conditional) hide_doubtful(open.value);
}

/// The members that `<<` brings in stand before the others, which override them; the first of
/// several mappings overrides the later ones.
void YamlParser::merge(Open& open) {
    std::vector<Value::Member> own, merged;
    std::size_t next = 0;
    const auto bring = [&](Value& from) {
        for (Value::Member& member : from.members) merged.push_back(std::move(member));
    };
    for (std::size_t i = 0; i < open.value.members.size(); ++i) {
        Value::Member& member = open.value.members[i];
        const bool is_merge = next < open.merges.size() && open.merges[next] == i;
        if (is_merge) ++next;
        if (is_merge && can_merge(member.value)) {
            if (member.value.kind == Kind::mapping) bring(member.value);
            auto& list = member.value.members;
            if (member.value.kind != Kind::sequence) continue;
            std::for_each(list.rbegin(), list.rend(), [&](auto& from) { bring(from.value); });
        } else {
            if (is_merge) member.value.kind = Kind::unknown;
            if (is_merge) member.key = text::hole_text;
            own.push_back(std::move(member));
        }
    }
    open.value.members = not_overridden(std::move(merged), own);
    std::move(own.begin(), own.end(), std::back_inserter(open.value.members));
}

bool YamlParser::can_merge(const Value& value) {
    if (value.kind == Kind::mapping) return true;
    return value.kind == Kind::sequence &&
           std::all_of(value.members.begin(), value.members.end(),
                       [](const Value::Member& item) { return item.value.kind == Kind::mapping; });
}

/// A key that stands twice among conditions of a template has one of several values.
void YamlParser::hide_doubtful(Value& mapping) {
    std::unordered_map<std::string_view, std::size_t> seen;
    for (const Value::Member& member : mapping.members) ++seen[member.key];
    for (Value::Member& member : mapping.members) {
        if (seen[member.key] > 1) member.value.kind = Kind::unknown;
    }
}

}  // namespace trainlint::structured
