#include "engine/fragments.hpp"

#include <algorithm>
#include <utility>

namespace trainlint::engine {

namespace {

using text::Piece;
using text::Span;

/// What a piece holds of a stretch of the parent.
Span part_of(const Piece& piece, Span outer) {
    auto span = piece.text;
    if (piece.text.size() != piece.origin.size()) return span;
    span.begin += std::max(outer.begin, piece.origin.begin) - piece.origin.begin;
    span.end -= piece.origin.end -
                std::max(std::min(outer.end, piece.origin.end), piece.origin.begin);
    span.end = std::max(span.begin, span.end);
    return span;
}

}  // namespace

DocumentLines::DocumentLines(std::shared_ptr<const link::Document> document)
    : document_(std::move(document)) {
    for (const auto& stated : document_->stated) {
        if (!stated.fragment) continue;
        const auto size = static_cast<std::uint32_t>(stated.fragment->text().size());
        candidates_.push_back({stated.fragment, stated.fragment->place({0, size}).span});
    }
}

/// The stretch of the fragment that a place of its file became; nothing: it is no part of it.
std::optional<Span> DocumentLines::stretch_in(const text::Fragment& fragment, Span place) {
    if (!fragment.parent()) {
        const auto size = static_cast<std::uint32_t>(fragment.text().size());
        if (place.begin > size) return std::nullopt;
        return Span{place.begin, std::min(place.end, size)};
    }
    const auto outer = stretch_in(*fragment.parent(), place);
    if (!outer) return std::nullopt;
    const auto& pieces = fragment.pieces();
    const bool in_order = is_in_order(fragment);
    auto piece = pieces.begin();
    if (in_order)
        piece = std::partition_point(piece, pieces.end(), [&](const Piece& one) {
            return one.origin.end <= outer->begin;
        });
    std::optional<Span> found;
    for (; piece != pieces.end(); ++piece) {
        const auto origin = piece->origin;
        if (in_order && origin.begin > outer->begin && origin.begin >= outer->end) break;
        if (origin.size() == 0) continue;
        const bool inside = origin.begin <= outer->begin && outer->begin < origin.end;
        if (!inside && !origin.overlaps(*outer)) continue;
        if (!found && !inside) return std::nullopt;  // it begins outside of the fragment
        const auto span = part_of(*piece, *outer);
        if (!found) found = span;
        found->begin = std::min(found->begin, span.begin);
        found->end = std::max(found->end, span.end);
    }
    return found;
}

/// Do its pieces follow each other as their origins do?
bool DocumentLines::is_in_order(const text::Fragment& fragment) {
    const auto [known, added] = in_order_.try_emplace(&fragment, true);
    if (!added) return known->second;
    const auto& pieces = fragment.pieces();
    known->second = std::is_sorted(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
        return a.origin.begin < b.origin.begin || a.origin.end < b.origin.end;
    });
    return known->second;
}

const LogicalLines& DocumentLines::lines_of(const text::Fragment& fragment) {
    return lines_.try_emplace(&fragment, fragment).first->second;
}

std::string_view DocumentLines::at(text::Place place) {
    const text::Fragment* innermost = nullptr;
    Span stretch{};
    for (const auto& [fragment, hull] : candidates_) {
        if (innermost && fragment->depth() < innermost->depth()) continue;
        if (place.span.begin < hull.begin || place.span.begin > hull.end) continue;
        if (const auto found = stretch_in(*fragment, place.span)) {
            innermost = fragment.get();
            stretch = *found;
        }
    }
    if (!innermost) return {};
    const auto line = lines_of(*innermost).at(stretch.begin);
    return innermost->text().substr(line.begin, line.size());
}

}  // namespace trainlint::engine
