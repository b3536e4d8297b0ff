// `{a,b}` and `{0..7}`: one word becomes several.
#include <charconv>

#include "frontends/shell/evaluator.hpp"

namespace trainlint::shell {
namespace {

constexpr std::size_t most_variants = 64;
constexpr unsigned deepest = 8;

using Pieces = std::vector<Piece>;

/// A character of an unquoted text piece.
struct Position {
    std::size_t piece = 0;
    std::uint32_t offset = 0;
};

struct Braces {
    Position open, close;
    std::vector<Position> commas;
};

bool is_bare(const Piece& piece) {
    return piece.kind == Piece::Kind::text && piece.quoting == Quoting::unquoted &&
           piece.index == none;
}

/// The first braces that hold a comma or a range.
bool find_braces(const Pieces& pieces, std::string_view text, Braces& found) {
    std::vector<Braces> open;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (!is_bare(pieces[i])) continue;
        for (std::uint32_t at = pieces[i].span.begin; at < pieces[i].span.end; ++at) {
            const char c = text[at];
            if (c == '{') open.push_back({.open = {i, at}});
            if (c == ',' && !open.empty()) open.back().commas.push_back({i, at});
            if (c != '}' || open.empty()) continue;
            found = std::move(open.back());
            open.pop_back();
            found.close = {i, at};
            const bool same = found.open.piece == i;
            const auto inside = text.substr(found.open.offset + 1, at - found.open.offset - 1);
            const bool range = same && inside.find("..") != std::string_view::npos;
            if (open.empty() && (!found.commas.empty() || range)) return true;
        }
    }
    return false;
}

/// [from, to), cut out of the pieces.
void append_between(const Pieces& pieces, Position from, Position to, Pieces& out) {
    for (std::size_t i = from.piece; i <= to.piece && i < pieces.size(); ++i) {
        Piece piece = pieces[i];
        if (i == from.piece && is_bare(piece)) piece.span.begin = from.offset;
        if (i == to.piece && is_bare(piece)) piece.span.end = to.offset;
        if (i == to.piece && !is_bare(piece)) break;
        if (is_bare(piece) && piece.span.size() == 0) continue;
        out.push_back(piece);
    }
}

Position beginning_of(const Pieces& pieces) {
    return {0, pieces.empty() ? 0 : pieces.front().span.begin};
}

Position end_of(const Pieces& pieces) { return {pieces.size(), 0}; }

/// "0..7", "01..16", "a..d"; empty: it is no range, or too long a one.
std::vector<std::string> range_of(std::string_view inside) {
    std::vector<std::string> result;
    const auto dots = inside.find("..");
    const auto first = inside.substr(0, dots);
    auto last = inside.substr(dots + 2);
    int step = 1;
    const auto number = [](std::string_view text, int& value) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return !text.empty() && error == std::errc() && end == text.data() + text.size();
    };
    if (const auto more = last.find(".."); more != std::string_view::npos) {
        if (!number(last.substr(more + 2), step) || step == 0) return result;
        last = last.substr(0, more);
        step = step < 0 ? -step : step;
    }
    int from = 0;
    int to = 0;
    const bool letters = first.size() == 1 && last.size() == 1 && !number(first, from);
    if (letters) {
        from = first.front();
        to = last.front();
    } else if (!number(first, from) || !number(last, to)) {
        return result;
    }
    const auto width = first.size() > 1 && first.front() == '0' ? first.size() : 0;
    if (step > 100'000 || std::abs(std::int64_t(to) - from) / step >= 64) return result;
    for (int i = from; from <= to ? i <= to : i >= to; i += from <= to ? step : -step) {
        std::string text = letters ? std::string(1, static_cast<char>(i)) : std::to_string(i);
        if (text.size() < width) text.insert(0, width - text.size(), '0');
        result.push_back(std::move(text));
    }
    return result;
}

}  // namespace

/// The word once for each variant; a word with too many is one that nobody knows.
std::vector<std::vector<Piece>> Evaluator::braces_of(const WordNode& word) {
    struct Open {
        Pieces pieces;
        unsigned depth;
    };
    const auto all = pieces(word.pieces);
    const Pieces unknown{{.kind = Piece::Kind::placeholder, .span = word.span}};
    std::vector<Pieces> done;
    std::vector<Open> open{{Pieces(all.begin(), all.end()), 0}};
    if (word.span.size() > 4096) return {unknown};
    while (!open.empty()) {
        Open next = std::move(open.back());
        open.pop_back();
        Braces braces;
        if (next.depth >= deepest || !find_braces(next.pieces, text_, braces)) {
            done.push_back(std::move(next.pieces));
            if (done.size() + open.size() > most_variants) return {unknown};
            continue;
        }
        std::vector<Pieces> variants;
        const Position inside{braces.open.piece, braces.open.offset + 1};
        if (braces.commas.empty()) {
            const text::Span span{braces.open.offset, braces.close.offset + 1};
            for (auto& text : range_of(view({span.begin + 1, span.end - 1}))) {
                generated_.push_back(std::move(text));
                generated_at_.push_back(span);
                variants.push_back({{.kind = Piece::Kind::text,
                                     .span = span,
                                     .index = static_cast<Index>(generated_.size() - 1)}});
            }
            if (variants.empty()) return {{all.begin(), all.end()}};
        }
        Position from = inside;
        if (!braces.commas.empty()) braces.commas.push_back(braces.close);
        for (const Position comma : braces.commas) {
            append_between(next.pieces, from, comma, variants.emplace_back());
            from = {comma.piece, comma.offset + 1};
        }
        if (variants.size() + open.size() + done.size() > most_variants) return {unknown};
        // The last on the stack is the first to be done.
        for (auto variant = variants.rbegin(); variant != variants.rend(); ++variant) {
            Pieces whole;
            append_between(next.pieces, beginning_of(next.pieces), braces.open, whole);
            whole.insert(whole.end(), variant->begin(), variant->end());
            append_between(next.pieces, {braces.close.piece, braces.close.offset + 1},
                           end_of(next.pieces), whole);
            open.push_back({std::move(whole), next.depth + 1});
        }
    }
    return done;
}

}  // namespace trainlint::shell
