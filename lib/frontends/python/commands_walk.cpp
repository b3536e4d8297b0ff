#include <algorithm>
#include <array>

#include "frontends/python/commands_reader.hpp"

namespace trainlint::python {

using flow::Id;
using flow::Statement;

namespace {

using Step = Statement::Kind;

constexpr std::size_t most_variables = 60;
constexpr unsigned deepest_block = 150;

bool leaves(const flow::Function& function, const flow::Block& block) {
    if (block.count == 0) return false;
    const auto kind = function.statement(function.statements_of(block).back()).kind;
    return kind == Step::leave_function || kind == Step::fail || kind == Step::leave_loop ||
           kind == Step::next_round;
}

bool same(const Value& a, const Value& b) {
    return a == b;
}

/// Is `list` what `base` became by adding to it?
bool extends(const ListValue* list, const ListValue& base) {
    return list && !base.roots.empty() && !list->roots.empty() && list->roots[0] == base.roots[0] &&
           list->words.size() >= base.words.size();
}

/// One word stands for any number of them.
Value with_unknown_word(const ListValue& list) {
    const bool marked = !list.words.empty() && list.words.back().at == list.at;
    auto made = std::make_shared<ListValue>(list);
    if (!marked) made->words.push_back(unknown_text(list.at));
    return std::shared_ptr<const ListValue>(std::move(made));
}

}  // namespace

void CommandReader::read(std::span<const std::uint32_t> interesting) {
    read_function(0);
    // A function sees what the top level holds when all of it has run.
    for (auto& variable : variables_)
        if (names_of_.assignments(0, variable.first) == 1) outer_.push_back(std::move(variable));
    for (const auto index : interesting)
        if (index != 0) read_function(index);
    finish_lists();
}

void CommandReader::read_function(std::uint32_t index) {
    index_ = index;
    branches_ = 0;
    depth_ = 0;
    last_value_ = flow::no_id;
    variables_.clear();
    block(function().body);
}

void CommandReader::block(const flow::Block& block) {
    if (depth_ > deepest_block) return;
    ++depth_;
    for (const auto id : function().statements_of(block)) statement(id);
    --depth_;
}

void CommandReader::statement(Id id) {
    const auto& s = function().statement(id);
    switch (s.kind) {
        case Step::assign:
        case Step::annotate:
            return assign(s);
        case Step::augment:
            return augment(s);
        case Step::branch:
        case Step::attempt:
        case Step::alternatives:
            return nested(s);
        case Step::loop:
            return loop(s);
        case Step::scope:
            visit(s.value);
            if (s.target != flow::no_id) bind_target(s.target, {}, s);
            return block(function().blocks_of(s)[0]);
        case Step::remove: {
            const auto& value = function()[s.value];
            const bool several = value.kind == Expression::Kind::sequence;
            for (const auto target : several ? operands(s.value) : std::span(&s.value, 1)) {
                const auto& element = function()[target];
                if (element.kind != Expression::Kind::element) continue;
                if (is_environment(operands(target)[0])) remove_variable(operands(target)[1], s.at);
            }
            return;
        }
        default:
            visit(s.value);
            visit(s.extra);
            return;
    }
}

/// Each block sees what held before; what they leave different is not known behind them.
void CommandReader::nested(const Statement& s) {
    visit(s.value);
    const auto blocks = function().blocks_of(s);
    const bool is_try = s.kind == Step::attempt;
    const auto before = variables_;
    // No case of a match need hold.
    bool merged = s.kind == Step::alternatives;
    auto result = merged ? before : Variables{};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const bool straight = is_try && i < 3;  // body, else, finally
        if (!straight) variables_ = before;
        branches_ += straight ? 0 : 1;
        block(blocks[i]);
        branches_ -= straight ? 0 : 1;
        if (!straight && leaves(function(), blocks[i])) continue;
        if (!straight && merged) merge(before, result);
        result = variables_;
        merged = true;
    }
    variables_ = merged ? std::move(result) : before;
}

void CommandReader::loop(const Statement& s) {
    visit(s.value);
    const auto blocks = function().blocks_of(s);
    const auto before = variables_;
    mark_changed(blocks[0], 0);
    if (s.target != flow::no_id) bind_target(s.target, {}, s);
    const auto each_round = variables_;
    ++branches_;
    block(blocks[0]);
    merge(before, each_round);
    block(blocks[1]);
    --branches_;
}

/// What a loop's body changes is not known when it begins: it may have run before.
void CommandReader::mark_changed(const flow::Block& block, unsigned depth) {
    if (depth > deepest_block || variables_.empty()) return;
    for (const auto id : function().statements_of(block)) {
        const auto& s = function().statement(id);
        std::vector<Symbol> bound;
        const bool binds = s.kind == Step::assign || s.kind == Step::annotate ||
                           s.kind == Step::augment || s.kind == Step::loop || s.kind == Step::scope;
        if (binds && s.target != flow::no_id) names_in_target(function(), s.target, bound);
        for (const auto name : bound) {
            const auto* held = find(name);
            const auto* list = held ? as_list(*held) : nullptr;
            if (list && s.kind == Step::augment)
                set(name, with_unknown_word(*list));
            else if (held)
                forget(name);
        }
        if (s.kind == Step::evaluate && function()[s.value].kind == Expression::Kind::call) {
            const auto callee = operands(s.value)[0];
            if (function()[callee].kind == Expression::Kind::member) {
                const auto& object = function()[operands(callee)[0]];
                auto* held = object.kind == Expression::Kind::name ? find(object.symbol) : nullptr;
                if (held && as_list(*held)) set(object.symbol, with_unknown_word(*as_list(*held)));
            }
        }
        for (const auto& inner : function().blocks_of(s)) mark_changed(inner, depth + 1);
    }
}

/// variables_ becomes what is true both of it and of `other`.
void CommandReader::merge(const Variables& before, const Variables& other) {
    const auto value_in = [](const Variables& variables, Symbol name) -> const Value* {
        for (const auto& [symbol, value] : variables)
            if (symbol == name) return &value;
        return nullptr;
    };
    std::erase_if(variables_, [&](auto& variable) {
        auto& [name, value] = variable;
        const auto* there = value_in(other, name);
        if (there && same(*there, value)) return false;
        const auto* base = value_in(before, name);
        const auto* list = base ? as_list(*base) : nullptr;
        const bool grown =
            list && there && extends(as_list(value), *list) && extends(as_list(*there), *list);
        if (!grown) return true;
        value = with_unknown_word(*list);
        remember(*as_list(value));
        return false;
    });
}

void CommandReader::assign(const Statement& s) {
    if (s.value == flow::no_id) return;
    if (s.value != last_value_) visit(s.value);
    last_value_ = s.value;
    bind_target(s.target, evaluate(s.value), s);
}

void CommandReader::bind_target(Id target, const Value& value, const Statement& s) {
    const auto& expression = function()[target];
    using Is = Expression::Kind;
    if (expression.kind == Is::name) return set(expression.symbol, value);
    if (expression.kind == Is::element) {
        const auto object = operands(target)[0], key = operands(target)[1];
        visit(key);
        if (is_environment(object)) return set_variable(key, s.value, s.at, maybe());
        const auto& holder = function()[object];
        if (holder.kind != Is::name) return;
        const auto* held = find(holder.symbol);
        if (held && !set_element(*held, holder.symbol, key, s.value, s.at)) forget(holder.symbol);
        return;
    }
    std::vector<Symbol> bound;
    names_in_target(function(), target, bound);
    for (const auto name : bound) forget(name);
}

void CommandReader::augment(const Statement& s) {
    visit(s.value);
    const auto& target = function()[s.target];
    using Is = Expression::Kind;
    if (target.kind == Is::element && is_environment(operands(s.target)[0])) {
        read_variable(operands(s.target)[1], s.at);
        return set_variable(operands(s.target)[1], flow::no_id, s.at, maybe());
    }
    const bool union_ = s.operation == static_cast<std::uint8_t>(flow::Arithmetic::bit_or);
    if (union_ && is_environment(s.target)) {
        if (const auto value = evaluate(s.value); const auto* more = as_environment(value))
            note_uses(more->uses);
        return;
    }
    if (target.kind != Is::name) return;
    const auto* held = find(target.symbol);
    if (!held) return;
    const auto added = evaluate(s.value);
    const bool sum = s.operation == static_cast<std::uint8_t>(flow::Arithmetic::add);
    if (const auto* list = as_list(*held); list && sum) {
        if (!spend(weight(*list))) return forget(target.symbol);
        auto made = *list;
        if (const auto* more = as_list(added)) {
            append(made, *more);
        } else {
            made.words.push_back(unknown_text(function()[s.value].at));
        }
        return set(target.symbol, remember(std::move(made)));
    }
    if (const auto* text = as_text(*held); text && sum) {
        if (!spend(weight(*text))) return forget(target.symbol);
        auto made = std::make_shared<TextValue>(*text);
        append(*made, text_or_unknown(s.value));
        return set(target.symbol, std::shared_ptr<const TextValue>(std::move(made)));
    }
    forget(target.symbol);
}

Value* CommandReader::find(Symbol name) {
    for (auto& [symbol, value] : variables_)
        if (symbol == name) return &value;
    return nullptr;
}

/// Does the top level hold a value of this name that is known?
bool CommandReader::names_outer(Symbol name) const {
    return std::any_of(outer_.begin(), outer_.end(),
                       [name](const auto& variable) { return variable.first == name; });
}

void CommandReader::forget(Symbol name) {
    std::erase_if(variables_, [name](const auto& variable) { return variable.first == name; });
}

/// What nobody knows is not kept: a name of this function without a value is unknown anyway.
void CommandReader::set(Symbol name, Value value) {
    if (std::holds_alternative<std::monostate>(value)) return forget(name);
    if (auto* held = find(name))
        *held = std::move(value);
    else if (variables_.size() < most_variables)
        variables_.emplace_back(name, std::move(value));
}

}  // namespace trainlint::python
