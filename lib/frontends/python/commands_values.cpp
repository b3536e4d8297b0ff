#include "frontends/python/commands_values.hpp"

#include <algorithm>

namespace trainlint::python {

namespace {

constexpr std::size_t most_parts = 500;
constexpr std::size_t most_words = 1000;
constexpr std::size_t most_roots = 50;

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Part of a part: [begin, end) of its text.
TextPart cut(const TextPart& part, std::size_t begin, std::size_t end) {
    if (begin == 0 && end == part.text.size()) return part;
    TextPart made = part;
    made.text = part.text.substr(begin, end - begin);
    if (part.source.size() == part.text.size()) {
        made.source = {part.source.begin + static_cast<std::uint32_t>(begin),
                       part.source.begin + static_cast<std::uint32_t>(end)};
    }
    return made;
}

/// Where the characters of a value stand: its parts, without the quotes around them.
text::Span characters(const TextValue& value) {
    const auto& parts = value.parts;
    if (parts.empty() || !parts.front().written || !parts.back().written) return value.at;
    if (parts.front().source.begin > parts.back().source.end) return value.at;
    return {parts.front().source.begin, parts.back().source.end};
}

}  // namespace

bool TextValue::known() const {
    return std::none_of(parts.begin(), parts.end(),
                        [](const TextPart& part) { return part.origin == facts::Origin::unknown; });
}

std::string TextValue::text() const {
    std::string all;
    for (const auto& part : parts) all += part.text;
    return all;
}

const TextValue* as_text(const Value& value) {
    const auto* held = std::get_if<std::shared_ptr<const TextValue>>(&value);
    return held ? held->get() : nullptr;
}

const ListValue* as_list(const Value& value) {
    const auto* held = std::get_if<std::shared_ptr<const ListValue>>(&value);
    return held ? held->get() : nullptr;
}

const EnvironmentValue* as_environment(const Value& value) {
    const auto* held = std::get_if<std::shared_ptr<const EnvironmentValue>>(&value);
    return held ? held->get() : nullptr;
}

TextValue unknown_text(text::Span at, Symbol variable) {
    TextPart part{.text = std::string(text::hole_text), .source = at};
    part.origin = facts::Origin::unknown;
    part.variable = variable;
    return {{std::move(part)}, at, {}};
}

ListValue unknown_word(text::Span at) { return {{unknown_text(at)}, {}, at}; }

TextValue computed_text(text::Span at, std::string text) {
    TextPart part{.text = std::move(text), .source = at};
    part.origin = facts::Origin::computed;
    return {{std::move(part)}, at, {}};
}

std::size_t weight(const TextValue& value) {
    std::size_t bytes = sizeof(TextValue) + value.roots.size() * sizeof(std::uint32_t);
    for (const auto& part : value.parts) bytes += sizeof(TextPart) + part.text.size();
    return bytes;
}

std::size_t weight(const ListValue& value) {
    std::size_t bytes = sizeof(ListValue) + value.roots.size() * sizeof(std::uint32_t);
    for (const auto& word : value.words) bytes += weight(word);
    return bytes;
}

void append(TextValue& to, const TextValue& more) {
    if (to.parts.size() + more.parts.size() > most_parts) {
        to = unknown_text(to.at);
        return;
    }
    to.parts.insert(to.parts.end(), more.parts.begin(), more.parts.end());
    add_roots(to.roots, more.roots);
}

void append(ListValue& to, const ListValue& more) {
    add_roots(to.roots, more.roots);
    if (to.words.size() > most_words) return;  // it ends with an unknown number of words
    if (to.words.size() + more.words.size() > most_words) {
        to.words.resize(std::min(to.words.size(), most_words));
        to.words.push_back(unknown_text(more.at));
    } else {
        to.words.insert(to.words.end(), more.words.begin(), more.words.end());
    }
}

void add_roots(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& more) {
    for (const auto root : more) {
        if (to.size() >= most_roots) return;
        if (std::find(to.begin(), to.end(), root) == to.end()) to.push_back(root);
    }
}

std::vector<TextValue> split_at_blanks(const TextValue& value) {
    std::vector<TextValue> words;
    bool open = false;
    for (const auto& part : value.parts) {
        std::size_t begin = 0;
        for (std::size_t at = 0; at <= part.text.size(); ++at) {
            if (at < part.text.size() && !is_blank(part.text[at])) continue;
            if (at > begin) {
                if (!open) words.emplace_back();
                open = true;
                words.back().parts.push_back(cut(part, begin, at));
            }
            if (at < part.text.size()) open = false;
            begin = at + 1;
        }
    }
    for (auto& word : words) word.at = characters(word);
    return words;
}

facts::Word word_of(const TextValue& value, const std::shared_ptr<const text::Fragment>& fragment) {
    facts::Word word;
    word.span = value.at;
    word.at = fragment->place(value.at);
    for (const auto& from : value.parts) {
        const auto begin = static_cast<std::uint32_t>(word.text.size());
        word.text += from.text;
        facts::Part part;
        part.span = {begin, static_cast<std::uint32_t>(word.text.size())};
        part.at = fragment->place(from.source);
        part.origin = from.origin;
        if (from.written) {
            part.fragment = fragment;
            part.source = from.source;
        }
        word.parts.push_back(std::move(part));
    }
    return word;
}

void copy(const TextValue& value, text::Derivation& to) {
    for (const auto& part : value.parts) {
        if (part.origin == facts::Origin::unknown)
            to.hole(part.source, part.variable);
        else if (!part.written)
            to.insert(part.text);
        else if (part.text.size() == part.source.size())
            to.copy(part.source, part.like);
        else
            to.copy(part.source, part.like, part.text);
    }
}

}  // namespace trainlint::python
