#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "text/utf8.hpp"
#include "trainlint/output.hpp"

namespace trainlint::output {

namespace {

using Lines = std::vector<std::string_view>;
constexpr std::size_t context = 3;

Lines split(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
        text.remove_prefix(lines.back().size());
    }
    return lines;
}

struct Change {
    std::size_t before, before_count, after, after_count;
};

/// Changed stretches. Fixes change few lines, so a line of one side is looked for a short way ahead
/// on the other; what is not found there counts as replaced.
std::vector<Change> changes(const Lines& before, const Lines& after) {
    constexpr std::size_t ahead = 64;
    std::vector<Change> found;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < before.size() || j < after.size()) {
        if (i < before.size() && j < after.size() && before[i] == after[j]) {
            ++i;
            ++j;
            continue;
        }
        const auto from_i = i;
        const auto from_j = j;
        bool met = false;
        for (std::size_t sum = 1; sum <= ahead && !met; ++sum)
            for (std::size_t skip = 0; skip <= sum && !met; ++skip) {
                const auto x = from_i + skip;
                const auto y = from_j + sum - skip;
                const bool ends = x == before.size() && y == after.size();
                const bool same = x < before.size() && y < after.size() && before[x] == after[y];
                if (!ends && !same) continue;
                i = x;
                j = y;
                met = true;
            }
        if (!met) {
            i = before.size();
            j = after.size();
        }
        found.push_back({from_i, i - from_i, from_j, j - from_j});
    }
    return found;
}

class Hunks {
public:
    Hunks(const Lines& before, const Lines& after, bool colour)
        : before_(before), after_(after), colour_(colour) {}

    std::string write(const std::vector<Change>& all) {
        for (std::size_t first = 0; first < all.size();) {
            auto last = first;
            while (last + 1 < all.size() &&
                   all[last + 1].before <= all[last].before + all[last].before_count + 2 * context)
                ++last;
            hunk({all.data() + first, last - first + 1});
            first = last + 1;
        }
        return std::move(out_);
    }

private:
    void hunk(std::span<const Change> group) {
        const auto& front = group.front();
        const auto& back = group.back();
        const auto lead = std::min(context, front.before);
        const auto begin = front.before - lead;
        const auto end = std::min(before_.size(), back.before + back.before_count + context);
        const auto after_begin = front.after - lead;
        const auto after_end = back.after + back.after_count + end - back.before - back.before_count;
        line("36", fmt::format("@@ -{} +{} @@", range(begin, end), range(after_begin, after_end)));
        auto at = begin;
        for (const auto& change : group) {
            for (; at < change.before; ++at) line("", " ", before_[at]);
            for (; at < change.before + change.before_count; ++at) line("31", "-", before_[at]);
            for (std::size_t i = 0; i < change.after_count; ++i)
                line("32", "+", after_[change.after + i]);
        }
        for (; at < end; ++at) line("", " ", before_[at]);
    }

    static std::string range(std::size_t begin, std::size_t end) {
        const auto count = end - begin;
        return fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
    }

    void line(std::string_view code, std::string_view mark, std::string_view text = {}) {
        auto shown = std::string(mark);
        const bool ended = text.ends_with('\n');
        if (!text.empty()) {
            shown += text;
            if (ended) shown.pop_back();
        }
        // A patch has to hold the file's own bytes; a terminal has to be kept from them.
        if (colour_) shown = text::printable(shown);
        out_ += colour_ && !code.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, shown) : shown;
        out_ += '\n';
        if (!text.empty() && !ended) out_ += "\\ No newline at end of file\n";
    }

    const Lines& before_;
    const Lines& after_;
    bool colour_;
    std::string out_;
};

}  // namespace

std::string diff(std::string_view path, std::string_view before, std::string_view after,
                 const Style& style) {
    const auto old_lines = split(before);
    const auto new_lines = split(after);
    const auto all = changes(old_lines, new_lines);
    if (all.empty()) return {};
    const auto shown = shown_path(path, style);
    return fmt::format("--- {0}\n+++ {0}\n", shown) +
           Hunks(old_lines, new_lines, style.colour).write(all);
}

}  // namespace trainlint::output
