#include <algorithm>
#include <vector>

#include "frontends/structured/state.hpp"
#include "frontends/structured/tree.hpp"

namespace trainlint::structured {
namespace {

using facts::Value;
using Kind = facts::Value::Kind;

/// Longer texts: lines alone.
constexpr std::size_t longest_read = 1 << 20;

/// Lists the entries that are one line each, in their order; none lies in another.
class EntryLister {
public:
    EntryLister(std::string_view text, text::Language language)
        : text_(text), language_(language) {}

    std::vector<text::Span> list(const Tree& tree) {
        for (const Value& document : tree.documents) descend(document);
        return std::move(found_);
    }

private:
    void descend(const Value& value) {
        for (const Value::Member& member : value.members) {
            text::Span entry = member.value.span;
            if (member.key_span.size() > 0) {
                entry.begin = std::min(entry.begin, member.key_span.begin);
            }
            // What an alias brought in lies outside.
            if (!value.span.contains(entry)) continue;
            if (is_whole(member))
                found_.push_back(entry);
            else
                descend(member.value);
        }
    }

    /// All its lines are one: not those of tables, of blocks and of lines kept as they are.
    bool is_whole(const Value::Member& member) const {
        const Value& value = member.value;
        const char first = value.span.size() > 0 ? text_[value.span.begin] : '\0';
        const bool collection = value.kind == Kind::mapping || value.kind == Kind::sequence;
        if (language_ == text::Language::json) return !collection;
        const bool brackets = first == '[' || first == '{';
        if (language_ == text::Language::toml)
            return !collection || (brackets && !is_table(member));
        return collection ? brackets : first != '|' && first != '>';
    }

    /// `[table]` begins with a bracket as well: its name stands inside.
    bool is_table(const Value::Member& member) const {
        if (member.key_span.size() > 0) return member.key_span.begin >= member.value.span.begin;
        return member.value.kind == Kind::mapping && text_[member.value.span.begin] == '[';
    }

    std::string_view text_;
    text::Language language_;
    std::vector<text::Span> found_;
};

std::vector<text::Span> entries_of(std::string_view text, text::Language language) {
    if (text.size() > longest_read) return {};
    return EntryLister(text, language).list(read(text, language));
}

}  // namespace

LogicalLines::LogicalLines(std::string_view text, text::Language language)
    : text_(text), newlines_(text), entries_(text.size(), entries_of(text, language)) {}

text::Span LogicalLines::at(std::uint32_t offset) const {
    offset = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text_.size()));
    const auto entry = entries_.at(offset).value_or(text::Span{offset, offset});
    text::Span lines{newlines_.line_at(entry.begin).begin,
                     newlines_.line_at(std::max(entry.begin, entry.end)).end};
    if (lines.end > lines.begin && text_[lines.end - 1] == '\r') --lines.end;
    return lines;
}

text::Span logical_line(std::string_view text, text::Language language, std::uint32_t offset) {
    return LogicalLines(text, language).at(offset);
}

}  // namespace trainlint::structured
