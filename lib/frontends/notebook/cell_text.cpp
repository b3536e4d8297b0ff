#include "frontends/notebook/cell_text.hpp"

#include <algorithm>

namespace trainlint::notebook {

CellText::CellText(std::string_view document, const Cell& cell) {
    SourceStrings strings(document, cell.source);
    for (text::Span string; strings.next(string);) {
        syntax::json::Stretches parts(document, string);
        for (syntax::json::Stretch part; parts.next(part);) {
            runs_.push_back({static_cast<std::uint32_t>(text_.size()), part.origin, part.escape});
            text_ += part.meaning;
        }
    }
}

std::size_t CellText::run_at(std::uint32_t offset) const {
    const auto after =
        std::upper_bound(runs_.begin(), runs_.end(), offset,
                         [](std::uint32_t at, const Run& run) { return at < run.begin; });
    return static_cast<std::size_t>(after - runs_.begin()) - 1;
}

std::uint32_t CellText::end_of(std::size_t run) const {
    return run + 1 < runs_.size() ? runs_[run + 1].begin : static_cast<std::uint32_t>(text_.size());
}

void CellText::copy(text::Span span, text::Derivation& to) const {
    const text::Piece like{.spelling = text::Spelling::json_string, .quote = '"'};
    if (span.begin >= span.end) return;
    for (auto i = run_at(span.begin); i < runs_.size() && runs_[i].begin < span.end; ++i) {
        const auto& run = runs_[i];
        const auto begin = std::max(span.begin, run.begin);
        const auto end = std::min(span.end, end_of(i));
        if (run.escape)
            to.copy(run.origin, like, std::string_view(text_).substr(begin, end - begin));
        else
            to.copy({run.origin.begin + (begin - run.begin), run.origin.begin + (end - run.begin)},
                    like);
    }
}

text::Span CellText::origin(text::Span span) const {
    if (runs_.empty()) return {};
    const auto last_offset = span.end > span.begin ? span.end - 1 : span.begin;
    const auto& first = runs_[run_at(span.begin)];
    const auto last_index = run_at(last_offset);
    const auto& last = runs_[last_index];
    const auto begin = first.origin.begin + (first.escape ? 0 : span.begin - first.begin);
    if (span.begin >= span.end) return {begin, begin};
    return {begin, last.escape ? last.origin.end : last.origin.begin + (span.end - last.begin)};
}

}  // namespace trainlint::notebook
