#include "frontends/shell/fields.hpp"

#include <algorithm>

#include "frontends/shell/names.hpp"
#include "frontends/shell/variables.hpp"

namespace trainlint::shell {
namespace {

constexpr std::string_view blanks = " \t\n";
constexpr std::size_t most_alternatives = 4;
constexpr std::size_t most_words = 20'000;  // of one command, brought in by variables

bool has_blank(const Text& text) {
    return text.text.find_first_of(blanks) != std::string::npos;
}

/// A hole in the place of a value: says which variable it is.
Stretch hole_like(const Text& value, const Bringing* bringing) {
    Stretch hole = value.stretches.empty() ? Stretch{} : value.stretches.front();
    if (bringing) hole = (*bringing)(hole);
    hole.begin = 0;
    hole.hole = true;
    hole.stands = false;
    hole.foreign = 0;
    hole.source = hole.use;
    hole.origin = facts::Origin::unknown;
    return hole;
}

/// The words with which the value and its alternatives begin, up to where they differ.
std::size_t common_words(const Text& value, std::span<const Text> alternatives) {
    std::size_t size = value.text.size();
    for (const Text& other : alternatives) {
        std::size_t same = 0;
        const std::size_t limit = std::min(size, other.text.size());
        while (same < limit && value.text[same] == other.text[same]) ++same;
        const bool ends = same == other.text.size() ||
                          blanks.find(other.text[same]) != std::string_view::npos;
        const bool ends_here =
            same == value.text.size() || blanks.find(value.text[same]) != std::string_view::npos;
        if (!ends || !ends_here) {
            const auto blank = std::string_view(value.text).substr(0, same).find_last_of(blanks);
            same = blank == std::string_view::npos ? 0 : blank;
        }
        size = same;
    }
    return size;
}

}  // namespace

bool ExpansionBudget::spend(std::span<const Text> list) {
    std::size_t cost = 0;
    for (const Text& element : list) {
        cost += cost_of(element);
        if (cost > left && cost > always) break;
    }
    return spend(cost);
}

bool ExpansionBudget::spend_split(const Text& value) {
    constexpr std::size_t one_more = sizeof(facts::Word) + sizeof(facts::Part);
    const auto words = static_cast<std::size_t>(std::count_if(
        value.text.begin(), value.text.end(), [](char c) { return is_separator(c); }));
    return spend(cost_of(value) + words * one_more);
}

void Fields::cut() {
    if (open_ || !current_.value.text.empty()) {
        current_.span = span_;
        done_.push_back(std::move(current_));
        current_.value.text.clear();
        current_.alternatives.clear();
    }
    open_ = false;
}

Field Fields::take_one() {
    current_.span = span_;
    return std::move(current_);
}

void Fields::literal(std::string_view characters, const Stretch& stretch) {
    open_ = true;
    current_.value.append(characters, stretch);
    for (auto& other : current_.alternatives) other += characters;
}

void Fields::append(const Text& value, std::size_t begin, std::size_t end,
                    const Bringing* bringing) {
    current_.value.append(value, begin, end, bringing);
    for (auto& other : current_.alternatives) other.append(value.text, begin, end - begin);
}

void Fields::append_hole(const Text& value, const Bringing* bringing) {
    literal(text::hole_text, hole_like(value, bringing));
}

void Fields::joined(const Text& value, std::span<const Text> alternatives,
                    const Bringing* bringing) {
    open_ = true;
    if (!budget_.spend(value)) return append_hole(value, bringing);
    if (alternatives.empty()) return append(value, 0, value.text.size(), bringing);
    const std::size_t variants =
        (1 + current_.alternatives.size()) * (1 + alternatives.size());
    if (variants > most_alternatives + 1) return append_hole(value, bringing);
    std::vector<std::string> all;
    for (const Text& other : alternatives) {
        if (!budget_.spend(other)) return append_hole(value, bringing);
        all.push_back(current_.value.text + other.text);
        for (const auto& before : current_.alternatives) all.push_back(before + other.text);
    }
    append(value, 0, value.text.size(), bringing);
    for (auto& other : all) {
        const auto same = std::find(current_.alternatives.begin(), current_.alternatives.end(), other);
        if (same == current_.alternatives.end() && other != current_.value.text)
            current_.alternatives.push_back(std::move(other));
    }
}

void Fields::split(const Text& value, std::span<const Text> alternatives,
                   const Bringing* bringing) {
    if (!budget_.spend_split(value)) return append_hole(value, bringing);
    if (alternatives.empty()) return append_split(value, value.text.size(), bringing);
    const auto plain = [](const Text& text) { return !text.text.empty() && !has_blank(text); };
    if (plain(value) && std::all_of(alternatives.begin(), alternatives.end(), plain))
        return joined(value, alternatives, bringing);
    // They differ in how many words they are: what they have in common is known.
    const std::size_t size = value.only_holes() ? 0 : common_words(value, alternatives);
    append_split(value, size, bringing);
    if (size > 0) cut();
    append_hole(value, bringing);
    cut();
}

void Fields::append_split(const Text& value, std::size_t end, const Bringing* bringing) {
    const auto text = std::string_view(value.text).substr(0, end);
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t begin = at;
        while (begin < text.size() && is_separator(text[begin])) ++begin;
        if (begin != at) cut();
        if (begin == text.size()) return;
        at = begin + 1;
        while (at < text.size() && !is_separator(text[at])) ++at;
        if (done_.size() > most_words) return append_hole(value, bringing);
        append(value, begin, at, bringing);
    }
}

void Fields::elements(std::span<const Text> all, bool is_split, const Bringing& bringing) {
    if (!budget_.spend(all)) return append_hole(all.front(), &bringing);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0) one_word_ ? literal(" ", {.source = bringing.use, .stands = false}) : cut();
        const Text& element = all[i];
        if (done_.size() > most_words) return append_hole(element, &bringing);
        if (is_split) {
            if (!budget_.spend_split(element)) return append_hole(element, &bringing);
            append_split(element, element.text.size(), &bringing);
        } else {
            open_ = true;
            append(element, 0, element.text.size(), &bringing);
        }
    }
}

}  // namespace trainlint::shell
