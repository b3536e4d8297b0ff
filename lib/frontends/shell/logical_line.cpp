#include <algorithm>

#include "frontends/shell/reader.hpp"
#include "frontends/shell/state.hpp"

namespace trainlint::shell {
namespace {

constexpr std::size_t longest_read = 1 << 20;  // longer texts: lines and their backslashes alone

/// Does the line go on in the next?
bool goes_on(std::string_view text, text::Span line) {
    std::uint32_t backslashes = 0;
    while (backslashes < line.size() && text[line.end - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return false;
    const auto first = text.find_first_not_of(" \t", line.begin);
    return text[first] != '#';  // a comment ends with its line
}

/// Lines, those that go on together with the next.
std::vector<text::Span> joined_lines_of(std::string_view text) {
    std::vector<text::Span> lines;
    bool joins = false;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto newline = std::min(text.find('\n', begin), text.size());
        const bool carriage = newline > begin && text[newline - 1] == '\r';
        const text::Span line{static_cast<std::uint32_t>(begin),
                              static_cast<std::uint32_t>(carriage ? newline - 1 : newline)};
        if (joins)
            lines.back().end = line.end;
        else
            lines.push_back(line);
        joins = goes_on(text, line);
        begin = newline + 1;
    }
    return lines;
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
    : text_(text), commands_(text.size(), commands_of(text)), lines_(joined_lines_of(text)) {}

const text::Span& LogicalLines::joined_lines(std::uint32_t offset) const {
    const auto behind = std::upper_bound(
        lines_.begin(), lines_.end(), offset,
        [](std::uint32_t place, const text::Span& line) { return place < line.begin; });
    return *std::prev(behind);  // the first line begins with the text
}

text::Span LogicalLines::at(std::uint32_t offset) const {
    offset = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text_.size()));
    const auto command = commands_.at(offset).value_or(text::Span{offset, offset});
    const auto begin = joined_lines(command.begin).begin;
    return {begin, joined_lines(std::max(command.end, begin)).end};
}

text::Span logical_line(std::string_view text, std::uint32_t offset) {
    return LogicalLines(text).at(offset);
}

}  // namespace trainlint::shell
