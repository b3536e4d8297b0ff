// Tests that the script decides by itself, and those that ask whether a variable is empty.
#include <algorithm>
#include <charconv>

#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/patterns.hpp"
#include "frontends/shell/names.hpp"

namespace trainlint::shell {
namespace {

std::optional<std::int64_t> integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
    return value;
}

std::optional<bool> compare_numbers(std::int64_t left, std::string_view operation,
                                    std::int64_t right) {
    if (operation == "-eq") return left == right;
    if (operation == "-ne") return left != right;
    if (operation == "-lt") return left < right;
    if (operation == "-le") return left <= right;
    if (operation == "-gt") return left > right;
    if (operation == "-ge") return left >= right;
    return std::nullopt;
}

}  // namespace

/// `[ ... ]` and `test ...`.
bool Evaluator::is_test_command(Index index) const {
    const Node& node = tree_.nodes[index];
    if (node.kind != Node::Kind::simple || node.parts.count == 0) return false;
    const Item& item = tree_.items[node.parts.first];
    if (item.is_assignment) return false;
    const auto name = view(tree_.words[item.index].span);
    return name == "[" || name == "test";
}

Evaluator::Condition Evaluator::condition_of(Index list) {
    const Range range = tree_.lists[list];
    if (range.count != 1) return {};
    return condition_of_node(tree_.entries[range.first].node);
}

Evaluator::Condition Evaluator::condition_of_node(Index index) {
    const Node& node = tree_.nodes[index];
    if (node.kind == Node::Kind::pipeline && node.parts.count == 1) {
        Condition inner = condition_of_node(links(node.parts).front());
        if (!node.negated) return inner;
        if (inner.value) inner.value = !*inner.value;
        inner.empty_if = !inner.empty_if;
        return inner;
    }
    if (node.kind == Node::Kind::test) return condition_of_words(links(node.parts), true);
    if (!is_test_command(index)) {
        if (node.kind != Node::Kind::simple || node.parts.count != 1) return {};
        const Item& item = tree_.items[node.parts.first];
        const auto word = item.is_assignment ? "" : view(tree_.words[item.index].span);
        if (word == "true" || word == ":") return {.value = true};
        if (word == "false") return {.value = false};
        return {};
    }
    std::vector<Index> words;
    for (const Item& item : std::span(tree_.items).subspan(node.parts.first, node.parts.count)) {
        if (item.is_assignment) return {};
        words.push_back(item.index);
    }
    const bool bracket = view(tree_.words[words.front()].span) == "[";
    if (bracket && view(tree_.words[words.back()].span) != "]") return {};
    const std::size_t size = words.size() - (bracket ? 2 : 1);
    if (words.size() < (bracket ? 2u : 1u)) return {};
    return condition_of_words(std::span(words).subspan(1, size), false);
}

Evaluator::Condition Evaluator::condition_of_words(std::span<const Index> words, bool patterns) {
    bool negated = false;
    const auto written = [&](std::size_t i) { return view(tree_.words[words[i]].span); };
    while (!words.empty() && written(0) == "!") {
        negated = !negated;
        words = words.subspan(1);
    }
    Condition condition;
    if (words.size() == 1) {
        condition = empty_test(words[0], false);
    } else if (words.size() == 2) {
        const auto operation = written(0);
        if (operation == "-z" || operation == "-n")
            condition = empty_test(words[1], operation == "-z");
        else if (operation == "-v")
            condition.tested = variables_.index_of(written(1)), condition.empty_if = false;
    } else if (words.size() == 3) {
        condition = compare(words[0], written(1), words[2], patterns);
    }
    if (negated) {
        if (condition.value) condition.value = !*condition.value;
        condition.empty_if = !condition.empty_if;
    }
    return condition;
}

/// What a word holds, if the script alone decides it.
std::optional<std::string> Evaluator::exact(Index word) {
    guessed_ = false;
    Field field = expand_joined(word);
    const bool sure = !guessed_ && field.alternatives.empty() &&
                      std::all_of(field.value.stretches.begin(), field.value.stretches.end(),
                                  [](const Stretch& stretch) {
                                      return !stretch.hole &&
                                             (stretch.origin == facts::Origin::literal ||
                                              stretch.origin == facts::Origin::assigned ||
                                              stretch.origin == facts::Origin::computed);
                                  });
    if (!sure) return std::nullopt;
    return std::move(field.value.text);
}

/// A test that holds if the word is empty (`empty_if`) or if it is not.
Evaluator::Condition Evaluator::empty_test(Index index, bool empty_if) {
    Condition condition{.empty_if = empty_if};
    if (const auto value = exact(index)) {
        condition.value = value->empty() == empty_if;
        return condition;
    }
    const Range range = tree_.words[index].pieces;
    if (range.count != 1) return condition;
    const Piece& piece = tree_.pieces[range.first];
    if (piece.kind != Piece::Kind::parameter) return condition;
    const Parameter& parameter = tree_.parameters[piece.index];
    using Operation = Parameter::Operation;
    const bool plain = parameter.operation == Operation::plain ||
                       parameter.operation == Operation::default_value ||
                       parameter.operation == Operation::alternative;
    if (!plain || parameter.length || parameter.indirect ||
        parameter.subscript_kind != Parameter::Subscript::absent)
        return condition;
    if (parameter.operation == Operation::default_value &&
        expand_joined(parameter.argument).value.text != "")
        return condition;
    condition.tested = variables_.index_of(view(parameter.name));
    return condition;
}

Evaluator::Condition Evaluator::compare(Index left, std::string_view operation, Index right,
                                        bool patterns) {
    const bool equal = operation == "=" || operation == "==";
    const bool unequal = operation == "!=";
    const auto left_value = exact(left);
    const auto right_value = exact(right);
    if (!right_value) return {};
    if (!left_value) {
        if ((!equal && !unequal) || !right_value->empty()) return {};
        return empty_test(left, equal);
    }
    if (!equal && !unequal) {
        const auto a = integer(*left_value);
        const auto b = integer(*right_value);
        if (!a || !b) return {};
        return {.value = compare_numbers(*a, operation, *b)};
    }
    const bool quoted = tree_.words[right].pieces.count == 1 &&
                        tree_.pieces[tree_.words[right].pieces.first].quoting != Quoting::unquoted;
    if (!patterns || quoted) return {.value = (*left_value == *right_value) == equal};
    const auto match = matches(*right_value, *left_value);
    if (!match) return {};
    return {.value = *match == equal};
}

std::optional<bool> Evaluator::arm_matches(const Arm& arm, const std::string& value) {
    bool sure = true;
    for (const Index pattern : links(arm.patterns)) {
        const auto text = exact(pattern);
        const auto match = text ? matches(*text, value) : std::nullopt;
        if (match == true) return sure ? match : std::nullopt;
        sure &= match.has_value();
    }
    if (!sure) return std::nullopt;
    return false;
}

}  // namespace trainlint::shell
