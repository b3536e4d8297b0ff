#include "text/edits.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace trainlint::text {
namespace {

auto order_of(const Edit& edit) {
    return std::tuple(edit.at.document, edit.at.span.begin, edit.at.span.size() > 0);
}

bool spans_conflict(Span a, Span b) {
    if (a.size() > 0 && b.size() > 0) return a.overlaps(b);
    if (a.size() == 0 && b.size() == 0) return false;
    const Span point = a.size() == 0 ? a : b;
    const Span stretch = a.size() == 0 ? b : a;
    return stretch.begin < point.begin && point.begin < stretch.end;
}

/// The end of the line that holds the offset; of a last line without one, that of the line before.
std::string_view line_end_at(std::string_view text, std::size_t offset) {
    auto at = text.find_first_of("\r\n", offset);
    if (at == std::string_view::npos && offset > 0) at = text.find_last_of("\r\n", offset - 1);
    if (at == std::string_view::npos) return "\n";
    if (text[at] == '\n') return at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
    return at + 1 < text.size() && text[at + 1] == '\n' ? "\r\n" : "\r";
}

void append_with_line_ends(std::string& out, std::string_view text, std::string_view line_end) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool bare = text[i] == '\n' && (i == 0 || text[i - 1] != '\r');
        if (bare) {
            out += line_end;
        } else {
            out += text[i];
        }
    }
}

}  // namespace

void sort_edits(std::vector<Edit>& edits) {
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& a, const Edit& b) { return order_of(a) < order_of(b); });
}

bool conflict(const Edit& a, const Edit& b) {
    return a.at.document == b.at.document && spans_conflict(a.at.span, b.at.span);
}

EditSet::Fit EditSet::fit_insertion(const Edit& edit) const {
    const Point point{edit.at.document, edit.at.span.begin};
    if (const auto found = insertions_.find(point); found != insertions_.end()) {
        const auto& texts = found->second;
        if (std::find(texts.begin(), texts.end(), edit.text) != texts.end()) return Fit::taken;
    }
    const auto next = stretches_.lower_bound(point);
    if (next == stretches_.begin()) return Fit::free;
    const auto& [start, before] = *std::prev(next);
    const bool inside = start.first == point.first && point.second < before.end;
    return inside ? Fit::conflict : Fit::free;
}

EditSet::Fit EditSet::fit_stretch(const Edit& edit) const {
    const Span span = edit.at.span;
    const Point start{edit.at.document, span.begin};
    const Point end{edit.at.document, span.end};
    const auto next = stretches_.lower_bound(start);
    if (next != stretches_.end() && next->first < end) {
        const bool same = next->first == start && next->second.end == span.end;
        return same && next->second.text == edit.text ? Fit::taken : Fit::conflict;
    }
    if (next != stretches_.begin()) {
        const auto& [begin, before] = *std::prev(next);
        if (begin.first == start.first && span.begin < before.end) return Fit::conflict;
    }
    const auto insertion = insertions_.upper_bound(start);
    const bool cut = insertion != insertions_.end() && insertion->first < end;
    return cut ? Fit::conflict : Fit::free;
}

EditSet::Fit EditSet::fit(const Edit& edit) const {
    return edit.at.span.size() == 0 ? fit_insertion(edit) : fit_stretch(edit);
}

bool EditSet::take(std::span<const Edit> fix) {
    std::vector<Edit> fresh;
    for (const Edit& edit : fix) {
        const Fit found = fit(edit);
        if (found == Fit::conflict) return false;
        if (found == Fit::free) fresh.push_back(edit);
    }
    sort_edits(fresh);
    for (std::size_t i = 1; i < fresh.size(); ++i) {
        // Sorted, so that what conflicts with any of those before conflicts with the last.
        if (conflict(fresh[i - 1], fresh[i])) return false;
    }
    for (Edit& edit : fresh) {
        const Point start{edit.at.document, edit.at.span.begin};
        if (edit.at.span.size() == 0) {
            insertions_[start].push_back(std::move(edit.text));
        } else {
            stretches_.emplace(start, Stretch{edit.at.span.end, std::move(edit.text)});
        }
    }
    return true;
}

std::vector<Edit> EditSet::edits() const {
    std::vector<Edit> all;
    for (const auto& [point, texts] : insertions_) {
        for (const std::string& text : texts) {
            all.push_back({{point.first, {point.second, point.second}}, text});
        }
    }
    for (const auto& [start, stretch] : stretches_) {
        all.push_back({{start.first, {start.second, stretch.end}}, stretch.text});
    }
    sort_edits(all);
    return all;
}

std::optional<std::string> apply_edits(std::string_view text, std::span<const Edit> edits) {
    std::vector<Edit> sorted(edits.begin(), edits.end());
    sort_edits(sorted);
    std::string out;
    std::size_t at = 0;
    for (const Edit& edit : sorted) {
        const Span span = edit.at.span;
        if (span.begin < at || span.end < span.begin || span.end > text.size()) return std::nullopt;
        out += text.substr(at, span.begin - at);
        append_with_line_ends(out, edit.text, line_end_at(text, span.begin));
        at = span.end;
    }
    out += text.substr(at);
    return out;
}

}  // namespace trainlint::text
