#include <algorithm>

#include "frontends/shell/reader.hpp"
#include "frontends/shell/state.hpp"

namespace trainlint::shell {
namespace {

constexpr std::size_t longest_read = 1 << 20;  // longer texts: lines and their backslashes alone

std::uint32_t line_begin(std::string_view text, std::uint32_t at) {
    if (at == 0) return 0;
    const auto newline = text.rfind('\n', at - 1);
    return newline == std::string_view::npos ? 0 : static_cast<std::uint32_t>(newline) + 1;
}

std::uint32_t line_end(std::string_view text, std::uint32_t at) {
    const auto newline = std::min(text.find('\n', at), text.size());
    const bool carriage = newline > at && text[newline - 1] == '\r';
    return static_cast<std::uint32_t>(carriage ? newline - 1 : newline);
}

/// Does the line that ends at `end` go on in the next?
bool goes_on(std::string_view text, std::uint32_t end) {
    std::uint32_t backslashes = 0;
    while (backslashes < end && text[end - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return false;
    const auto first = text.find_first_not_of(" \t", line_begin(text, end));
    return text[first] != '#';  // a comment ends with its line
}

text::Span with_continuations(std::string_view text, text::Span span) {
    span.begin = line_begin(text, span.begin);
    while (span.begin > 0) {
        auto before = span.begin - 1;
        if (before > 0 && text[before - 1] == '\r') --before;
        if (!goes_on(text, before)) break;
        span.begin = line_begin(text, before);
    }
    span.end = line_end(text, std::max(span.end, span.begin));
    while (span.end < text.size() && goes_on(text, span.end)) {
        const auto next = text.find('\n', span.end) + 1;
        span.end = line_end(text, static_cast<std::uint32_t>(next));
    }
    return span;
}

/// The larger ones first: a command inside a substitution lies in a larger one, which is read, and
/// kept, later.
std::vector<text::Span> commands_of(std::string_view text) {
    std::vector<text::Span> spans;
    if (text.size() > longest_read) return spans;
    const Tree tree = read(text);
    for (const Node& node : tree.nodes)
        if (node.kind == Node::Kind::simple) spans.push_back(node.span);
    std::reverse(spans.begin(), spans.end());
    return spans;
}

}  // namespace

LogicalLines::LogicalLines(std::string_view text)
    : text_(text), commands_(text.size(), commands_of(text)) {}

text::Span LogicalLines::at(std::uint32_t offset) const {
    offset = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text_.size()));
    return with_continuations(text_, commands_.at(offset).value_or(text::Span{offset, offset}));
}

text::Span logical_line(std::string_view text, std::uint32_t offset) {
    return LogicalLines(text).at(offset);
}

}  // namespace trainlint::shell
