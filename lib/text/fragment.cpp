#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "text/pieces.hpp"
#include "trainlint/text.hpp"

namespace trainlint::text {
namespace {

Span cut_to(Span span, std::size_t size) {
    const auto limit = static_cast<std::uint32_t>(size);
    const std::uint32_t begin = std::min(span.begin, limit);
    return {begin, std::clamp(span.end, begin, limit)};
}

/// The smallest span of the parent that holds all that the stretch was copied from.
Span in_parent(const std::vector<Piece>& pieces, std::string_view text, Span stretch) {
    const auto [first, last] = touched(pieces, text, stretch);
    std::optional<Span> found;
    for (std::size_t i = first; i < last; ++i) {
        if (is_inserted(pieces[i])) continue;
        const Span origin = origin_of(pieces[i], stretch);
        if (!found) found = origin;
        found->begin = std::min(found->begin, origin.begin);
        found->end = std::max(found->end, origin.end);
    }
    if (found) return *found;
    if (first < last) return pieces[first].origin;
    return {};
}

/// The same string goes on at once: one piece will do.
bool continues(const Piece& before, const Piece& piece) {
    return is_bytewise(before) && is_bytewise(piece) && before.origin.size() > 0 &&
           before.origin.end == piece.origin.begin && same_spelling(before, piece);
}

}  // namespace

bool same_spelling(const Piece& a, const Piece& b) {
    return a.spelling == b.spelling && a.quote == b.quote && a.raw == b.raw &&
           a.triple == b.triple && a.formatted == b.formatted && a.indent == b.indent;
}

Touched touched(const std::vector<Piece>& pieces, std::string_view text, Span span) {
    const auto ends_before = [](const Piece& piece, std::uint32_t at) {
        return piece.text.end <= at;
    };
    const auto found = std::lower_bound(pieces.begin(), pieces.end(), span.begin, ends_before);
    auto first = static_cast<std::size_t>(found - pieces.begin());
    if (span.size() > 0) {
        std::size_t last = first;
        while (last < pieces.size() && pieces[last].text.begin < span.end) ++last;
        return {first, last};
    }
    if (pieces.empty()) return {0, 0};
    if (first == pieces.size()) return {first - 1, first};
    const bool between = first > 0 && pieces[first].text.begin == span.begin;
    if (!between) return {first, first + 1};
    const Piece& before = pieces[first - 1];
    const Piece& after = pieces[first];
    const bool after_editable = !after.hole && !is_inserted(after);
    const bool before_editable = !before.hole && !is_inserted(before);
    const bool new_line = text[span.begin - 1] == '\n';
    if (after_editable && (new_line || !before_editable)) return {first, first + 1};
    return {first - 1, first};
}

Span origin_of(const Piece& piece, Span stretch) {
    if (!is_bytewise(piece)) {
        if (stretch.size() > 0 || piece.text.size() == 0) return piece.origin;
        const bool at_end = stretch.begin >= piece.text.end;
        const std::uint32_t point = at_end ? piece.origin.end : piece.origin.begin;
        return {point, point};
    }
    const std::uint32_t begin = std::max(stretch.begin, piece.text.begin);
    const std::uint32_t end = std::min(stretch.end, piece.text.end);
    const std::uint32_t shift = piece.origin.begin - piece.text.begin;
    return {begin + shift, std::max(begin, end) + shift};
}

std::shared_ptr<const Fragment> Fragment::of_document(DocumentId document, Language language,
                                                      std::string text) {
    auto fragment = std::make_shared<Fragment>();
    fragment->document_ = document;
    fragment->language_ = language;
    fragment->text_ = std::move(text);
    return fragment;
}

Place Fragment::place(Span span) const {
    const Fragment* level = this;
    span = cut_to(span, text_.size());
    while (level->parent_) {
        span = cut_to(in_parent(level->pieces_, level->text_, span), level->parent_->text_.size());
        level = level->parent_.get();
    }
    return {level->document_, span};
}

Derivation::Derivation(Language language, std::shared_ptr<const Fragment> parent)
    : built_(std::make_shared<Fragment>()) {
    assert(parent);
    built_->language_ = language;
    built_->document_ = parent->document_;
    built_->depth_ = parent->depth_ + 1;
    built_->parent_ = std::move(parent);
}

Derivation& Derivation::copy(Span origin, const Piece& like, std::string_view decoded) {
    Piece known = like;
    known.hole.reset();
    append(origin, known, decoded);
    return *this;
}

Derivation& Derivation::copy(Span origin, const Piece& like) {
    const Span cut = cut_to(origin, built_->parent_->text_.size());
    return copy(cut, like, built_->parent_->text().substr(cut.begin, cut.size()));
}

Derivation& Derivation::hole(Span origin, Symbol variable, std::string_view text) {
    Piece like;
    like.hole = static_cast<std::uint32_t>(built_->holes_.size());
    if (append(origin, like, text)) built_->holes_.push_back(variable);
    return *this;
}

Derivation& Derivation::insert(std::string_view text) {
    const auto& pieces = built_->pieces_;
    const std::uint32_t at = pieces.empty() ? 0 : pieces.back().origin.end;
    append({at, at}, {}, text);
    return *this;
}

std::shared_ptr<const Fragment> Derivation::finish() {
    built_->pieces_.shrink_to_fit();
    return std::exchange(built_, nullptr);
}

/// False: there is nothing to append.
bool Derivation::append(Span origin, const Piece& like, std::string_view decoded) {
    auto& pieces = built_->pieces_;
    auto& text = built_->text_;
    // An empty piece says where an empty text stands; beside others it says nothing.
    if (decoded.empty() && !pieces.empty()) return false;
    if (decoded.size() > std::numeric_limits<std::uint32_t>::max() - text.size()) return false;
    if (pieces.size() == 1 && text.empty()) pieces.clear();
    origin = cut_to(origin, built_->parent_->text_.size());
    const auto begin = static_cast<std::uint32_t>(text.size());
    text += decoded;
    Piece piece = like;
    piece.text = {begin, static_cast<std::uint32_t>(text.size())};
    piece.origin = origin;
    if (!pieces.empty() && continues(pieces.back(), piece)) {
        pieces.back().text.end = piece.text.end;
        pieces.back().origin.end = piece.origin.end;
        return true;
    }
    pieces.push_back(piece);
    return true;
}

}  // namespace trainlint::text
