#include "engine/fragments.hpp"

#include <algorithm>

#include "engine/stating.hpp"

namespace trainlint::engine {

std::optional<text::Span> stretch_in(const text::Fragment& fragment, text::Span place) {
    if (!fragment.parent()) {
        const auto size = static_cast<std::uint32_t>(fragment.text().size());
        if (place.begin > size) return std::nullopt;
        return text::Span{place.begin, std::min(place.end, size)};
    }
    const auto outer = stretch_in(*fragment.parent(), place);
    if (!outer) return std::nullopt;
    std::optional<text::Span> found;
    for (const auto& piece : fragment.pieces()) {
        if (piece.origin.size() == 0) continue;
        const bool inside = piece.origin.begin <= outer->begin && outer->begin < piece.origin.end;
        if (!inside && !piece.origin.overlaps(*outer)) continue;
        auto span = piece.text;
        if (piece.text.size() == piece.origin.size()) {
            span.begin += std::max(outer->begin, piece.origin.begin) - piece.origin.begin;
            span.end -= piece.origin.end -
                        std::max(std::min(outer->end, piece.origin.end), piece.origin.begin);
            span.end = std::max(span.begin, span.end);
        }
        if (!found) {
            if (!inside) return std::nullopt;  // it begins outside of the fragment
            found = span;
        } else {
            found->begin = std::min(found->begin, span.begin);
            found->end = std::max(found->end, span.end);
        }
    }
    return found;
}

std::string logical_line_text(const link::Document& document, text::Place place) {
    const text::Fragment* innermost = nullptr;
    text::Span at{};
    for (const auto& stated : document.stated) {
        if (!stated.fragment) continue;
        if (innermost && stated.fragment->depth() < innermost->depth()) continue;
        if (const auto stretch = stretch_in(*stated.fragment, place.span)) {
            innermost = stated.fragment.get();
            at = *stretch;
        }
    }
    if (!innermost) return {};
    const auto line = logical_line(*innermost, at.begin);
    return std::string(innermost->text().substr(line.begin, line.size()));
}

}  // namespace trainlint::engine
