// What variables hold behind an if, a case, a loop.
#include <algorithm>

#include "frontends/shell/fields.hpp"
#include "frontends/shell/variables.hpp"

namespace trainlint::shell {
namespace {

constexpr std::size_t most_alternatives = 4;
constexpr std::string_view blanks = " \t\n";

using Options = std::vector<const VariableState*>;

struct Known {
    std::vector<const Text*> texts;  ///< distinct, without holes
    std::vector<const Text*> partly;  ///< with holes, and more than holes
    bool unknown = false;
};

void add_distinct(Known& known, const Text& text) {
    if (known.texts.size() > most_alternatives + 1) return;
    const bool there = std::any_of(known.texts.begin(), known.texts.end(),
                                   [&](const Text* other) { return other->text == text.text; });
    if (!there) known.texts.push_back(&text);
}

Known known_of(const Options& options) {
    Known known;
    for (const auto* option : options) {
        if (option->kind != VariableState::Kind::set || !option->content) {
            known.unknown = true;
            continue;
        }
        const Text& text = option->content->scalar();
        if (text.only_holes())
            known.unknown = true;
        else if (text.known())
            add_distinct(known, text);
        else
            known.partly.push_back(&text);
        for (const Text& other : option->content->alternatives) add_distinct(known, other);
    }
    return known;
}

bool same_stretch(const Stretch* a, const Stretch* b) {
    return a && b && a->begin == b->begin && a->hole == b->hole && a->variable == b->variable &&
           a->source == b->source;
}

/// How much of two texts is the same, up to a blank, so that it holds whole words.
std::size_t common_words(const Text& a, const Text& b) {
    const std::size_t limit = std::min(a.text.size(), b.text.size());
    std::size_t size = 0;
    while (size < limit && a.text[size] == b.text[size]) ++size;
    for (std::size_t i = 0; i < a.stretches.size() && a.stretches[i].begin < size; ++i) {
        const Stretch& stretch = a.stretches[i];
        if (stretch.hole && !same_stretch(&stretch, b.stretch_at(stretch.begin)))
            size = stretch.begin;
    }
    const auto ends = [size](const std::string& text) {
        return size == text.size() || blanks.find(text[size]) != std::string_view::npos;
    };
    if (ends(a.text) && ends(b.text)) return size;
    const auto blank = std::string_view(a.text).substr(0, size).find_last_of(blanks);
    return blank == std::string_view::npos ? 0 : blank;
}

/// The words with which all of them begin, then a hole for the rest.
Text common_beginning(const std::vector<const Text*>& texts) {
    std::size_t size = texts.front()->text.size();
    for (const Text* text : texts) size = std::min(size, common_words(*texts.front(), *text));
    const auto last = std::string_view(texts.front()->text).substr(0, size).find_last_not_of(blanks);
    Text result;
    if (last != std::string_view::npos) {
        result = texts.front()->slice(0, last + 1);
        result.append(" ", {.stands = false});
    }
    result.append(unknown_text());
    result.mark(facts::Origin::branch);
    return result;
}

std::vector<Text> copies(const std::vector<const Text*>& texts, std::size_t from) {
    std::vector<Text> result;
    if (texts.size() - from > most_alternatives) return result;
    for (std::size_t i = from; i < texts.size(); ++i) {
        result.push_back(*texts[i]);
        result.back().mark(facts::Origin::branch);
    }
    return result;
}

Contents merge_scalars(const Options& options) {
    const Known known = known_of(options);
    const bool few = known.texts.size() <= most_alternatives + 1;
    if (!known.unknown && known.partly.empty() && few && !known.texts.empty()) {
        Text first = *known.texts.front();
        if (known.texts.size() > 1) first.mark(facts::Origin::branch);
        return scalar_of(std::move(first), copies(known.texts, 1));
    }
    if (!known.unknown && !(known.texts.empty() && known.partly.empty())) {
        auto all = known.partly;
        all.insert(all.end(), known.texts.begin(), known.texts.end());
        return scalar_of(common_beginning(all));
    }
    return scalar_of(unknown_text(), copies(known.texts, 0));
}

Contents merge_arrays(const Options& options) {
    auto merged = std::make_shared<Content>();
    merged->array = true;
    bool same = true;
    const Content* first = options.front()->content.get();
    for (const auto* option : options) {
        const bool array = option->kind == VariableState::Kind::set && option->content &&
                           option->content->array;
        if (!array) {
            merged->elements = {unknown_text()};
            return merged;
        }
        merged->associative |= option->content->associative;
    }
    std::size_t size = first->elements.size();
    for (const auto* option : options) {
        const auto& elements = option->content->elements;
        same &= elements.size() == first->elements.size();
        size = std::min(size, elements.size());
        for (std::size_t i = 0; i < size; ++i)
            if (elements[i].text != first->elements[i].text) size = i;
    }
    same &= size == first->elements.size();
    merged->elements.assign(first->elements.begin(),
                            first->elements.begin() + static_cast<std::ptrdiff_t>(size));
    if (!same) merged->elements.push_back(unknown_text());
    return merged;
}

bool holds_only(const VariableState& state, Symbol symbol, bool is_tested) {
    if (state.kind == VariableState::Kind::untouched) return is_tested;
    if (state.kind != VariableState::Kind::set || !state.content || state.content->array)
        return false;
    const Text& text = state.content->scalar();
    if (!text.only_holes() || text.stretches.size() != 1) return false;
    return is_tested || text.stretches.front().variable == symbol;
}

bool is_plain(const VariableState& state) {
    return state.kind == VariableState::Kind::set && state.content && !state.content->array &&
           state.content->alternatives.empty() && !state.content->scalar().only_holes();
}

/// `if [ -z "$X" ]; then X=8; fi`: 8 is what X is unless someone sets it.
Contents default_of(const Options& options, std::uint32_t variable, const EmptyTest& test) {
    if (test.variable == EmptyTest{}.variable || test.empty_outcome >= options.size()) return {};
    const auto& chosen = *options[test.empty_outcome];
    if (!is_plain(chosen)) return {};
    for (std::size_t i = 0; i < options.size(); ++i)
        if (i != test.empty_outcome &&
            !holds_only(*options[i], test.symbol, variable == test.variable))
            return {};
    Text text = chosen.content->scalar();
    text.mark(facts::Origin::default_value);
    return scalar_of(std::move(text));
}

/// Of what merging may copy.
std::size_t cost_of(const Options& options) {
    std::size_t cost = 0;
    const auto add = [&](const Text& text) { cost += ExpansionBudget::cost_of(text); };
    for (const auto* option : options) {
        if (!option->content) continue;
        add(option->content->value);
        for (const Text& other : option->content->alternatives) add(other);
        for (const Text& element : option->content->elements) add(element);
    }
    return cost;
}

Contents unknown_like(bool array) {
    auto content = std::make_shared<Content>();
    content->array = array;
    content->value = unknown_text();
    if (array) content->elements.push_back(unknown_text());
    return content;
}

VariableState merge_states(const Options& options, std::uint32_t variable,
                           const EmptyTest& test, ExpansionBudget& budget) {
    VariableState result = *options.front();
    bool same = true;
    bool array = false;
    for (const auto* option : options) {
        same &= option->kind == result.kind && option->content == result.content;
        array |= option->content && option->content->array;
        result.exported |= option->exported;
    }
    if (same) return result;
    result.kind = VariableState::Kind::set;
    const std::size_t cost = cost_of(options);
    constexpr std::size_t short_ones = 4096;
    if (cost > short_ones && !budget.spend(cost))
        result.content = unknown_like(array);
    else if (auto content = default_of(options, variable, test))
        result.content = std::move(content);
    else
        result.content = array ? merge_arrays(options) : merge_scalars(options);
    return result;
}

}  // namespace

Text unknown_text() {
    Text text;
    text.append(text::hole_text, {.origin = facts::Origin::unknown, .stands = false, .hole = true});
    return text;
}

Contents unknown_content() { return scalar_of(unknown_text()); }

void merge(Variables& variables, const std::vector<Outcome>& outcomes, bool before_too,
           const EmptyTest& test, ExpansionBudget& budget) {
    struct Touched {
        std::uint32_t variable;
        std::size_t outcome;
        const VariableState* state;
    };
    std::vector<Touched> touched;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i].lives)
            for (const auto& changed : outcomes[i].changed)
                touched.push_back({changed.variable, i, &changed.state});
    std::stable_sort(touched.begin(), touched.end(),
                     [](const auto& a, const auto& b) { return a.variable < b.variable; });
    for (std::size_t i = 0; i < touched.size();) {
        const std::uint32_t variable = touched[i].variable;
        const VariableState before = variables.state(variable);
        Options options;
        EmptyTest here = test;
        here.empty_outcome = static_cast<std::size_t>(-1);
        for (std::size_t outcome = 0; outcome < outcomes.size(); ++outcome) {
            const bool changed =
                i < touched.size() && touched[i].variable == variable && touched[i].outcome == outcome;
            if (!outcomes[outcome].lives) continue;
            if (outcome == test.empty_outcome) here.empty_outcome = options.size();
            options.push_back(changed ? touched[i].state : &before);
            if (changed) ++i;
        }
        if (before_too) {
            if (test.empty_outcome == outcomes.size()) here.empty_outcome = options.size();
            options.push_back(&before);
        }
        variables.set(variable, merge_states(options, variable, here, budget));
    }
}

VariableState weakened(const VariableState& state) {
    if (state.kind == VariableState::Kind::set && state.content && state.content->array) {
        auto content = std::make_shared<Content>();
        content->array = true;
        content->associative = state.content->associative;
        content->elements.push_back(unknown_text());
        return {VariableState::Kind::set, state.exported, std::move(content)};
    }
    const VariableState unknown{VariableState::Kind::set, state.exported, unknown_content()};
    if (state.kind != VariableState::Kind::set) return unknown;
    return {VariableState::Kind::set, state.exported, merge_scalars({&state, &unknown})};
}

}  // namespace trainlint::shell
