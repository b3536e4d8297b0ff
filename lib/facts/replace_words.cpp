#include <algorithm>

#include "facts/words.hpp"
#include "text/spelling.hpp"

namespace trainlint::facts {
namespace {

bool is_continuation_byte(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

/// What differs between two texts, in whole characters.
struct Difference {
    text::Span old;
    std::string_view fresh;
};

Difference difference(std::string_view old, std::string_view fresh) {
    const std::size_t least = std::min(old.size(), fresh.size());
    std::size_t prefix = 0;
    while (prefix < least && old[prefix] == fresh[prefix]) ++prefix;
    while (prefix > 0 && (is_continuation_byte(old, prefix) || is_continuation_byte(fresh, prefix)))
        --prefix;
    std::size_t suffix = 0;
    while (suffix < least - prefix &&
           old[old.size() - 1 - suffix] == fresh[fresh.size() - 1 - suffix])
        ++suffix;
    while (suffix > 0 && is_continuation_byte(old, old.size() - suffix)) --suffix;
    return {{static_cast<std::uint32_t>(prefix), static_cast<std::uint32_t>(old.size() - suffix)},
            fresh.substr(prefix, fresh.size() - suffix - prefix)};
}

/// The part that holds the stretch; beside one that a variable brought in, the one written here.
const Part* part_around(const Word& word, text::Span stretch) {
    const Part* found = nullptr;
    for (const Part& part : word.parts) {
        if (!part.fragment || !part.span.contains(stretch)) continue;
        if (!found || (found->expansion && !part.expansion)) found = &part;
    }
    return found;
}

std::variant<text::Edit, text::Refusal> replace_inside(const Word& word, std::string_view fresh) {
    if (!word.alternatives.empty()) return text::Refusal{"the word has several values"};
    const Difference change = difference(word.text, fresh);
    const Part* part = part_around(word, change.old);
    if (!part) return text::Refusal{"the word is put together from several parts"};
    if (!change.fresh.empty() && !text::is_plain_shell_word(change.fresh)) {
        return text::Refusal{"the new text would have to be quoted inside the word"};
    }
    if (part->span.size() == part->source.size()) {
        const std::uint32_t shift = part->source.begin - part->span.begin;
        return part->fragment->rewrite({change.old.begin + shift, change.old.end + shift},
                                       change.fresh);
    }
    if (part->span != change.old) return text::Refusal{"the place is a part of an escape sequence"};
    return part->fragment->rewrite(part->source, change.fresh);
}

void leave_equal_words(Replacement& replacement) {
    const auto& old = replacement.command.words;
    auto& [command, first, last, words] = replacement;
    while (first < last && !words.empty() && old[first].text == words.front()) {
        ++first;
        words = words.subspan(1);
    }
    while (first < last && !words.empty() && old[last - 1].text == words.back()) {
        --last;
        words = words.first(words.size() - 1);
    }
}

}  // namespace

std::optional<Site> site_of(const Command& command, const Word& word) {
    const auto brought = [](const Part& part) { return part.expansion.has_value(); };
    const bool none = std::none_of(word.parts.begin(), word.parts.end(), brought);
    if (none && command.fragment) return Site{command.fragment.get(), word.span, nullptr};
    if (word.parts.empty() || !word.alternatives.empty()) return std::nullopt;
    if (!std::all_of(word.parts.begin(), word.parts.end(), brought)) return std::nullopt;
    const Part& front = word.parts.front();
    Site site{front.fragment.get(), front.source, &*front.expansion};
    if (!site.fragment) return std::nullopt;
    for (const Part& part : word.parts) {
        if (&part == &front) continue;
        const bool same = part.fragment == front.fragment &&
                          part.expansion->at == front.expansion->at &&
                          part.source.begin == site.span.end;
        if (!same) return std::nullopt;
        site.span.end = part.source.end;
    }
    return site;
}

bool is_between_words(std::string_view gap) {
    for (std::size_t i = 0; i < gap.size(); ++i) {
        const std::string_view rest = gap.substr(i);
        const bool continued = rest.starts_with("\\\n") || rest.starts_with("\\\r\n");
        if (!continued && std::string_view(" \t\r\n").find(gap[i]) == std::string_view::npos) {
            return false;
        }
    }
    return true;
}

Edits replace_inside_words(const Replacement& replacement) {
    std::vector<text::Edit> edits;
    for (std::size_t i = 0; i < replacement.words.size(); ++i) {
        const Word& word = replacement.command.words[replacement.first + i];
        if (word.text == replacement.words[i]) continue;
        auto edit = replace_inside(word, replacement.words[i]);
        if (const auto* refusal = std::get_if<text::Refusal>(&edit)) return *refusal;
        edits.push_back(std::move(std::get<text::Edit>(edit)));
    }
    return edits;
}

Edits replace_words(const Command& command, std::size_t first, std::size_t last,
                    std::span<const std::string> words) {
    if (first > last || last > command.words.size()) {
        return text::Refusal{"the command has no such words"};
    }
    if (command.words.empty()) return text::Refusal{"the command has no words"};
    Replacement replacement{command, first, last, words};
    leave_equal_words(replacement);
    if (replacement.first == replacement.last && replacement.words.empty()) {
        return std::vector<text::Edit>{};
    }
    Edits edits = command.form == Command::Form::list ? replace_in_list(replacement)
                                                      : replace_in_line(replacement);
    const std::size_t count = replacement.last - replacement.first;
    if (!std::holds_alternative<text::Refusal>(edits) || count != replacement.words.size()) {
        return edits;
    }
    Edits inside = replace_inside_words(replacement);
    return std::holds_alternative<text::Refusal>(inside) ? edits : inside;
}

}  // namespace trainlint::facts
