#include <algorithm>

#include "frontends/python/lower.hpp"

namespace trainlint::python {

using flow::Block;
using flow::Id;
using flow::Statement;

std::uint8_t arithmetic_code(Operator op);

Id Lowering::add(Statement made) {
    auto& to = frame();
    to.function.statements.push_back(made);
    const auto id = Id(static_cast<std::uint32_t>(to.function.statements.size() - 1));
    to.statements.push_back(id);
    return id;
}

Id Lowering::add(Step kind, Index index, Id value, Id target) {
    Statement made{.kind = kind};
    made.value = value;
    made.target = target;
    made.at = node(index).span();
    return add(made);
}

void Lowering::set_blocks(Statement& to, std::initializer_list<Block> blocks) {
    add_blocks(to, std::span(blocks.begin(), blocks.size()));
}

void Lowering::add_blocks(Statement& to, std::span<const Block> blocks) {
    to.first_block = static_cast<std::uint32_t>(function().blocks.size());
    to.block_count = static_cast<std::uint32_t>(blocks.size());
    function().blocks.insert(function().blocks.end(), blocks.begin(), blocks.end());
}

/// The statements that were added since `mark` become a block.
Block Lowering::end_block(std::size_t mark) {
    auto& to = frame();
    auto& sequence = to.function.sequence;
    Block made;
    made.first = static_cast<std::uint32_t>(sequence.size());
    made.count = static_cast<std::uint32_t>(to.statements.size() - mark);
    sequence.insert(sequence.end(), to.statements.begin() + static_cast<std::ptrdiff_t>(mark),
                    to.statements.end());
    to.statements.resize(mark);
    return made;
}

Block Lowering::block(Index index) {
    const auto mark = frame().statements.size();
    if (index != no_node) statement_list(tree_->first(index));
    return end_block(mark);
}

void Lowering::statement_list(Index first) {
    for (auto at = first; at != no_node; at = tree_->next(at)) statement(at);
}

void Lowering::statement(Index index) {
    if (node(index).has(flag::damaged)) function().complete = false;
    switch (node(index).kind) {
        case python::Kind::if_:
            return branch(index);
        case python::Kind::while_:
        case python::Kind::for_:
            return loop(index);
        case python::Kind::try_:
            return attempt(index);
        case python::Kind::with:
            return with(index);
        case python::Kind::match:
            return match(index);
        case python::Kind::decorated:
        case python::Kind::function:
        case python::Kind::class_:
            return definition(index);
        case python::Kind::import:
            return import(index);
        case python::Kind::import_from:
            return import_from(index);
        case python::Kind::error:
            return error(index);
        default:
            return simple(index);
    }
}

void Lowering::simple(Index index) {
    const auto first = tree_->first(index);
    switch (node(index).kind) {
        case python::Kind::expression:
            return expression_statement(first);
        case python::Kind::assign:
        case python::Kind::augmented_assign:
        case python::Kind::annotated_assign:
        case python::Kind::type_alias:
            return assign(index);
        case python::Kind::return_: {
            add(Step::leave_function, index, optional(first));
            return;
        }
        case python::Kind::raise:
        case python::Kind::assert_: {
            const auto value = optional(first);
            const auto second = first == no_node ? no_node : tree_->next(first);
            Statement made{.kind =
                               node(index).kind == python::Kind::raise ? Step::fail : Step::check};
            made.value = value;
            made.extra = optional(second);
            made.at = node(index).span();
            add(made);
            return;
        }
        case python::Kind::delete_:
            return remove(index);
        case python::Kind::break_:
            add(Step::leave_loop, index);
            return;
        case python::Kind::continue_:
            add(Step::next_round, index);
            return;
        case python::Kind::global:
            return declare(index, 0);
        case python::Kind::nonlocal:
            return declare(index, 1);
        default:
            add(Step::nothing, index);
            return;
    }
}

void Lowering::expression_statement(Index value) {
    using K = python::Kind;
    const auto kind = node(value).kind;
    if (kind == K::string || kind == K::string_join) return;  // docstrings and their like
    if (kind == K::constant) {
        add(Step::nothing, value);
        return;
    }
    add(Step::evaluate, value, expression(value));
}

void Lowering::assign(Index index) {
    const auto kind = node(index).kind;
    const auto first = tree_->first(index);
    const auto last = tree_->last_child(index);
    Statement made{.kind = Step::assign};
    made.at = node(index).span();
    if (kind == python::Kind::assign) {
        made.value = expression(last);
        for (auto target = first; target != last; target = tree_->next(target)) {
            made.target = expression(target);
            add(made);
        }
        return;
    }
    if (kind == python::Kind::type_alias) {
        made.value = expression(last);
        made.target = leaf(Kind::name, node(first).span(), symbol(first));
    } else if (kind == python::Kind::augmented_assign) {
        made.kind = Step::augment;
        made.operation = arithmetic_code(node(index).operation());
        made.value = expression(last);
        made.target = expression(first);
    } else {
        made.kind = Step::annotate;
        const auto annotation = tree_->next(first);
        made.value = optional(tree_->next(annotation));
        made.target = expression(first);
        made.extra = expression(annotation);
    }
    add(made);
}

void Lowering::remove(Index index) {
    const auto first = tree_->first(index);
    const bool one = first != no_node && tree_->next(first) == no_node;
    const auto value = one ? expression(first) : sequence(index, flow::SequenceKind::tuple);
    add(Step::remove, index, value);
}

void Lowering::declare(Index index, std::uint8_t operation) {
    const auto mark = frame().operands.size();
    for (const auto child : tree_->children(index)) {
        const auto id = leaf(Kind::name, node(child).span(), symbol(child));
        frame().operands.push_back(id);
    }
    Statement made{.kind = Step::declare, .operation = operation};
    made.value = make(Kind::sequence, node(index).span(), mark, no_symbol,
                      static_cast<std::uint8_t>(flow::SequenceKind::tuple));
    made.at = node(index).span();
    add(made);
}

/// `elif` is an `if` within the `else`. Built from the last one. Those beyond a limit are cases
/// that may hold, so that whoever follows the blocks needs no deep stack.
void Lowering::branch(Index index) {
    std::vector<Arm> arms;
    const auto test = tree_->first(index);
    const auto condition = expression(test);
    auto clause = tree_->next(test);
    arms.push_back({condition, block(clause), node(index).begin});
    Block otherwise;
    while ((clause = tree_->next(clause)) != no_node) {
        const auto first = tree_->first(clause);
        if (node(clause).kind != python::Kind::elif_clause) {
            otherwise = block(first);
            continue;
        }
        const auto inner = expression(first);
        arms.push_back({inner, block(tree_->next(first)), node(clause).begin});
    }
    const auto end = node(index).end;
    if (arms.size() > deepest_chain) otherwise = cases_of(arms, otherwise, end);
    for (auto arm = arms.rbegin(); arm != arms.rend(); ++arm) {
        Statement made{.kind = Step::branch};
        made.value = arm->condition;
        made.at = {arm->begin, end};
        set_blocks(made, {arm->body, otherwise});
        const auto mark = frame().statements.size();
        add(made);
        if (arm + 1 != arms.rend()) otherwise = end_block(mark);
    }
}

/// Takes the arms beyond the limit off; they and the `else` become alternatives.
Block Lowering::cases_of(std::vector<Arm>& arms, const Block& otherwise, std::uint32_t end) {
    Statement made{.kind = Step::alternatives};
    made.at = {arms[deepest_chain].begin, end};
    made.value = leaf(Kind::opaque, made.at, no_symbol);
    std::vector<Block> cases;
    for (auto i = deepest_chain; i < arms.size(); ++i) {
        const auto operands = frame().operands.size();
        frame().operands.push_back(arms[i].condition);
        arms[i].body.head = make(Kind::opaque, function()[arms[i].condition].at, operands);
        cases.push_back(arms[i].body);
    }
    cases.push_back(otherwise);
    arms.resize(deepest_chain);
    add_blocks(made, cases);
    const auto mark = frame().statements.size();
    add(made);
    return end_block(mark);
}

void Lowering::loop(Index index) {
    const bool is_for = node(index).kind == python::Kind::for_;
    Statement made{.kind = Step::loop};
    made.operation =
        static_cast<std::uint8_t>(is_for ? flow::LoopKind::for_each : flow::LoopKind::while_);
    made.at = node(index).span();
    auto child = tree_->first(index);
    if (is_for) {
        const auto iterable = tree_->next(child);
        made.value = expression(iterable);
        made.target = expression(child);
        child = iterable;
    } else {
        made.value = expression(child);
    }
    child = tree_->next(child);
    const auto body = block(child);
    const auto clause = child == no_node ? no_node : tree_->next(child);
    const auto otherwise = clause == no_node ? Block{} : block(tree_->first(clause));
    set_blocks(made, {body, otherwise});
    add(made);
}

void Lowering::attempt(Index index) {
    Block body, otherwise, finally;
    std::vector<Block> handlers;
    for (const auto child : tree_->children(index)) {
        switch (node(child).kind) {
            case python::Kind::block:
                body = block(child);
                break;
            case python::Kind::handler:
                handlers.push_back(handler(child));
                break;
            case python::Kind::else_clause:
                otherwise = block(tree_->first(child));
                break;
            case python::Kind::finally_clause:
                finally = block(tree_->first(child));
                break;
            default:
                break;
        }
    }
    Statement made{.kind = Step::attempt};
    made.at = node(index).span();
    handlers.insert(handlers.begin(), {body, otherwise, finally});
    add_blocks(made, handlers);
    add(made);
}

Block Lowering::handler(Index index) {
    auto child = tree_->first(index);
    auto head = flow::no_id;
    Symbol bound = no_symbol;
    if (node(index).has(flag::has_type) && child != no_node) {
        head = expression(child);
        child = tree_->next(child);
    }
    if (node(index).has(flag::has_name) && child != no_node) {
        bound = symbol(child);
        child = tree_->next(child);
    }
    auto made = block(child);
    made.head = head;
    made.bound = bound;
    return made;
}

/// `with a, b:` is `with a: with b:`.
void Lowering::with(Index index) {
    std::vector<Statement> items;
    Block body;
    for (const auto child : tree_->children(index)) {
        if (node(child).kind != python::Kind::with_item) {
            body = block(child);
            continue;
        }
        if (items.size() == deepest_chain) {
            function().complete = false;
            continue;
        }
        const auto context = tree_->first(child);
        Statement item{.kind = Step::scope};
        item.value = expression(context);
        item.target = optional(tree_->next(context));
        item.at = {items.empty() ? node(index).begin : node(child).begin, node(index).end};
        items.push_back(item);
    }
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        set_blocks(*item, {body});
        const auto mark = frame().statements.size();
        add(*item);
        if (item + 1 != items.rend()) body = end_block(mark);
    }
}

void Lowering::match(Index index) {
    const auto subject = tree_->first(index);
    Statement made{.kind = Step::alternatives};
    made.value = expression(subject);
    made.at = node(index).span();
    std::vector<Block> cases;
    for (auto at = tree_->next(subject); at != no_node; at = tree_->next(at))
        cases.push_back(match_case(at));
    add_blocks(made, cases);
    add(made);
}

/// The head holds the values that the pattern compares with, and the guard. Names that it binds
/// are assigned at the beginning of the block: nobody knows to what.
Block Lowering::match_case(Index index) {
    const auto mark = frame().operands.size();
    std::vector<Symbol> bound;
    auto child = tree_->first(index);
    const auto pattern_at = node(child).span();
    pattern(child, bound);
    child = tree_->next(child);
    if (node(index).has(flag::has_guard) && child != no_node) {
        const auto guard = expression(child);
        frame().operands.push_back(guard);
        child = tree_->next(child);
    }
    const auto head = make(Kind::opaque, pattern_at, mark);
    const auto begin = frame().statements.size();
    for (const auto name : bound) {
        Statement binding{.kind = Step::assign};
        binding.value = leaf(Kind::opaque, pattern_at, no_symbol);
        binding.target = leaf(Kind::name, pattern_at, name);
        binding.at = pattern_at;
        add(binding);
    }
    if (child != no_node) statement_list(tree_->first(child));
    auto made = end_block(begin);
    made.head = head;
    return made;
}

/// Adds the values of a pattern to the operands and the names it binds to `bound`.
void Lowering::pattern(Index index, std::vector<Symbol>& bound) {
    switch (node(index).kind) {
        case python::Kind::pattern_value: {
            const auto value = expression(tree_->first(index));
            frame().operands.push_back(value);
            return;
        }
        case python::Kind::pattern_capture:
            bound.push_back(symbol(index));
            return;
        case python::Kind::pattern_singleton: {
            const auto value = constant(index);
            frame().operands.push_back(value);
            return;
        }
        case python::Kind::pattern_star:
        case python::Kind::pattern_rest:
            if (const auto name = tree_->first(index); name != no_node)
                bound.push_back(symbol(name));
            return;
        default:
            break;
    }
    const bool names_last = node(index).kind == python::Kind::pattern_as;
    for (const auto child : tree_->children(index)) {
        const auto kind = node(child).kind;
        if (kind == python::Kind::identifier) {
            if (names_last) bound.push_back(symbol(child));
        } else if (kind >= python::Kind::pattern_value) {
            pattern(child, bound);
        } else {
            const auto value = expression(child);  // a class, a key
            frame().operands.push_back(value);
        }
    }
}

/// What stood in the damaged line is not known, so the lines below it may run or not. A damaged
/// definition is left out whole: its body is no part of this function.
void Lowering::error(Index index) {
    function().complete = false;
    const auto body = tree_->first(index);
    Statement made{.kind = Step::nothing, .operation = 1};
    made.at = node(index).span();
    const auto start = written(made.at);
    const bool defines = start.starts_with("def ") || start.starts_with("async def") ||
                         start.starts_with("class ") || start.starts_with('@');
    if (body != no_node && !defines) {
        made.kind = Step::branch;
        made.operation = 0;
        made.value = opaque(index);
        const auto lines = block(body);
        set_blocks(made, {lines, Block{}});
    }
    add(made);
}

}  // namespace trainlint::python
