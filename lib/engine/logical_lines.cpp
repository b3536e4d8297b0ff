#include "engine/logical_lines.hpp"

#include <algorithm>

namespace trainlint::engine {

LogicalLines::LogicalLines(const text::Fragment& fragment) : lines_(lines_of(fragment)) {}

LogicalLines::Lines LogicalLines::lines_of(const text::Fragment& fragment) {
    const auto text = fragment.text();
    switch (fragment.language()) {
        case text::Language::python:
            return python::LogicalLines(text);
        case text::Language::shell:
            return shell::LogicalLines(text);
        case text::Language::dockerfile:
            return dockerfile::LogicalLines(text);
        case text::Language::yaml:
        case text::Language::json:
        case text::Language::toml:
        case text::Language::ini:
            return structured::LogicalLines(text, fragment.language());
        default:
            return Physical{text};
    }
}

text::Span LogicalLines::at(std::uint32_t offset) const {
    return std::visit([&](const auto& lines) { return lines.at(offset); }, lines_);
}

text::Span LogicalLines::Physical::at(std::uint32_t offset) const {
    const auto at = std::min<std::size_t>(offset, text.size());
    const auto before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const auto begin = before == std::string_view::npos ? 0 : before + 1;
    const auto end = std::min(text.find('\n', at), text.size());
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace trainlint::engine
