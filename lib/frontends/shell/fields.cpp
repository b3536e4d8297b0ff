#include "frontends/shell/fields.hpp"

#include <algorithm>

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
Text hole_like(const Text& value) {
    Text hole = unknown_text();
    if (value.stretches.empty()) return hole;
    Stretch stretch = value.stretches.front();
    stretch.hole = true;
    stretch.stands = false;
    stretch.foreign = 0;
    stretch.source = stretch.use;
    stretch.origin = facts::Origin::unknown;
    hole.stretches.front() = stretch;
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

void Fields::cut() {
    if (open_ || !current_.value.text.empty()) {
        current_.span = span_;
        done_.push_back(std::move(current_));
    }
    current_ = {};
    open_ = false;
}

void Fields::literal(std::string_view characters, const Stretch& stretch) {
    open_ = true;
    current_.value.append(characters, stretch);
    for (auto& other : current_.alternatives) other += characters;
}

void Fields::append_hole(const Text& value) {
    const Text hole = hole_like(value);
    open_ = true;
    current_.value.append(hole);
    for (auto& other : current_.alternatives) other += hole.text;
}

void Fields::joined(const Text& value, std::span<const Text> alternatives) {
    open_ = true;
    const std::size_t variants =
        (1 + current_.alternatives.size()) * (1 + alternatives.size());
    if (!fits(value) || variants > most_alternatives + 1) return append_hole(value);
    std::vector<std::string> all;
    for (const Text& other : alternatives) {
        if (!fits(other)) return append_hole(value);
        all.push_back(current_.value.text + other.text);
        for (const auto& before : current_.alternatives) all.push_back(before + other.text);
    }
    current_.value.append(value);
    for (auto& other : current_.alternatives) other += value.text;
    for (auto& other : all) {
        const auto same = std::find(current_.alternatives.begin(), current_.alternatives.end(), other);
        if (same == current_.alternatives.end() && other != current_.value.text)
            current_.alternatives.push_back(std::move(other));
    }
}

void Fields::split(const Text& value, std::span<const Text> alternatives) {
    if (!fits(value)) return append_hole(value);
    if (alternatives.empty()) return append_split(value);
    const auto plain = [](const Text& text) { return !text.text.empty() && !has_blank(text); };
    if (plain(value) && std::all_of(alternatives.begin(), alternatives.end(), plain))
        return joined(value, alternatives);
    // They differ in how many words they are: what they have in common is known.
    const std::size_t size = value.only_holes() ? 0 : common_words(value, alternatives);
    append_split(value.slice(0, size));
    if (size > 0) cut();
    append_hole(value);
    cut();
}

void Fields::append_split(const Text& value) {
    const std::string_view text = value.text;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t begin = text.find_first_not_of(blanks, at);
        if (begin != at) cut();
        if (begin == std::string_view::npos) return;
        at = std::min(text.find_first_of(blanks, begin), text.size());
        if (done_.size() > most_words) return append_hole(value);
        const Text word = value.slice(begin, at);
        current_.value.append(word);
        for (auto& other : current_.alternatives) other += word.text;
    }
}

void Fields::elements(std::span<const Text> all, bool is_split) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0) cut();
        if (done_.size() > most_words || !fits(all[i])) return append_hole(all[i]);
        if (is_split)
            append_split(all[i]);
        else
            joined(all[i], {});
    }
}

}  // namespace trainlint::shell
