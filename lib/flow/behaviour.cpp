#include "flow/behaviour.hpp"

#include <algorithm>
#include <array>

namespace trainlint::flow {

namespace {

using Kind = Expression::Kind;
using Does = Statement::Kind;

constexpr int deepest_block = 120;
constexpr int most_steps = 60'000;
constexpr std::size_t most_calls_deep = 8;
/// Stands for a call that is not followed: alike on all ranks.
constexpr std::uint64_t not_followed = 1ull << 40;

}  // namespace

Behaviour::Behaviour(const Resolved& resolved, const Names& names, Calls& calls,
                     Values& values, Terms& terms, Graph& graph, Question question)
    : resolved_(resolved),
      names_(names),
      calls_(calls),
      values_(values),
      terms_(terms),
      graph_(graph),
      question_(question) {}

const Function& Behaviour::function(Frame frame) const {
    return resolved_.source->functions[values_.function_of(frame)];
}

Node Behaviour::of(std::uint32_t index) {
    const auto end = graph_.end();
    const Exits exits{.next = end, .leave = end, .failed = graph_.fail()};
    active_.push_back(index);
    auto node = whole(values_.root(index), exits);
    active_.pop_back();
    const auto definition = resolved_.definition_of(index);
    const auto decorator = calls_.rank_decorator(definition);
    if (decorator != no_id)
        node = decide(values_.decorator_condition(definition, decorator), node, end,
                      {resolved_.source->definitions[definition].scope, decorator});
    return node;
}

Node Behaviour::whole(Frame frame, const Exits& exits) {
    const auto& f = function(frame);
    if (!f.complete) given_up_ = true;
    const auto outer_depth = loop_depth_;
    const auto node = block(frame, f.body, exits);
    loop_depth_ = outer_depth;
    return node;
}

Node Behaviour::block(Frame frame, const Block& block, Exits exits) {
    if (++depth_ > deepest_block) given_up_ = true;
    const auto& f = function(frame);
    const auto statements = f.statements_of(block);
    for (auto at = statements.size(); at-- > 0 && !given_up();)
        exits.next = statement(frame, f.statement(statements[at]), exits);
    --depth_;
    return exits.next;
}

bool Behaviour::relevant(Frame frame, text::Span stretch) const {
    constexpr auto collectives = static_cast<ReachSet>(static_cast<int>(Reach::collective) |
                                                       static_cast<int>(Reach::exit));
    constexpr auto devices = static_cast<ReachSet>(
        static_cast<int>(Reach::collective) | static_cast<int>(Reach::device) |
        static_cast<int>(Reach::exit));
    const auto wanted = question_.kind == Question::Kind::devices ? devices : collectives;
    return (calls_.reached(values_.function_of(frame), stretch) & wanted) != 0;
}

Node Behaviour::statement(Frame frame, const Statement& statement, const Exits& exits) {
    if (++steps_ > most_steps) given_up_ = true;
    const auto index = values_.function_of(frame);
    if (!exits.body && !calls_.leaves(index, statement.at) && !relevant(frame, statement.at))
        return exits.next;
    const auto valued = [&](Node next) {
        return expression(frame, statement.value, next, exits);
    };
    switch (statement.kind) {
        case Does::branch: return branch(frame, statement, exits);
        case Does::loop: return loop(frame, statement, exits);
        case Does::attempt: return attempt(frame, statement, exits);
        case Does::scope: return scope(frame, statement, exits);
        case Does::alternatives: return alternatives(frame, statement, exits);
        case Does::leave_function: return valued(exits.leave);
        case Does::leave_loop: return exits.stop != no_node ? exits.stop : exits.next;
        case Does::next_round: return exits.again != no_node ? exits.again : exits.next;
        case Does::fail: return valued(exits.failed);
        case Does::define:
        case Does::import_:
        case Does::declare: return exits.next;
        default: return valued(expression(frame, statement.target, exits.next, exits));
    }
}

Node Behaviour::branch(Frame frame, const Statement& statement, const Exits& exits) {
    const auto blocks = function(frame).blocks_of(statement);
    if (blocks.empty()) return exits.next;
    // A branch that is never taken in a distributed run is not looked at.
    const auto known = terms_.truth(values_.of(frame, statement.value));
    const auto then = known && !*known ? exits.next : block(frame, blocks[0], exits);
    const auto otherwise = blocks.size() < 2 || (known && *known)
                               ? exits.next
                               : block(frame, blocks[1], exits);
    if (known)
        return expression(frame, statement.value, *known ? then : otherwise, exits);
    return condition(frame, statement.value, then, otherwise, exits);
}

Node Behaviour::loop(Frame frame, const Statement& statement, const Exits& exits) {
    const auto blocks = function(frame).blocks_of(statement);
    if (blocks.empty()) return exits.next;
    const bool repeats = static_cast<LoopKind>(statement.operation) == LoopKind::while_;
    const auto over = values_.of(frame, statement.value);
    const auto after = blocks.size() > 1 ? block(frame, blocks[1], exits) : exits.next;
    const auto known = repeats ? terms_.truth(over) : std::nullopt;
    if (known && !*known) return after;
    const auto depth = loop_depth_++;
    auto inside = exits;
    inside.next = inside.again = graph_.again(over, depth);
    inside.stop = exits.next;
    auto body = block(frame, blocks[0], inside);
    if (repeats) body = expression(frame, statement.value, body, exits);
    loop_depth_ = depth;
    const std::array ways{exits.next, exits.leave, exits.failed};
    const Site site{values_.function_of(frame), statement.value};
    const auto made = graph_.loop(over, depth, body, after, ways, known && *known, site);
    return repeats ? made : expression(frame, statement.value, made, exits);
}

/// What is raised inside goes to the handlers. That something fails of itself is left out: it is
/// not known to differ between ranks.
Node Behaviour::attempt(Frame frame, const Statement& statement, const Exits& exits) {
    const auto blocks = function(frame).blocks_of(statement);
    if (blocks.size() < 3) return exits.next;
    const auto finally = [&](Node next) {
        if (next == no_node || blocks[2].count == 0) return next;
        auto last = exits;
        last.next = next;
        return block(frame, blocks[2], last);
    };
    auto inside = exits;
    inside.next = finally(exits.next);
    inside.leave = exits.leave == exits.next ? inside.next : finally(exits.leave);
    inside.stop = finally(exits.stop);
    inside.again = finally(exits.again);
    inside.failed = finally(exits.failed);
    auto handled = inside.failed;
    for (auto at = blocks.size(); at-- > 3;) {
        const auto handler = block(frame, blocks[at], inside);
        const std::array parts{terms_.number(statement.at.begin),
                               terms_.number(static_cast<std::int64_t>(at))};
        handled = at + 1 == blocks.size()
                      ? handler
                      : graph_.choice(GraphNode::Kind::choice, terms_.opaque(77, parts, true),
                                      handler, handled, {});
    }
    auto attempted = inside;
    attempted.next = block(frame, blocks[1], inside);
    attempted.failed = handled;
    return block(frame, blocks[0], attempted);
}

bool Behaviour::is_context_manager(std::uint32_t definition) const {
    const auto& d = resolved_.source->definitions[definition];
    if (d.scope == no_index) return false;
    const auto& scope = resolved_.source->functions[d.scope];
    return std::any_of(d.decorators.begin(), d.decorators.end(), [&](Id decorator) {
        return names_.text(scope[decorator].symbol).ends_with("contextmanager");
    });
}

Node Behaviour::scope(Frame frame, const Statement& statement, const Exits& exits) {
    const auto& f = function(frame);
    const auto index = values_.function_of(frame);
    const auto blocks = f.blocks_of(statement);
    if (blocks.empty()) return exits.next;
    const std::function<Node(Node)> body = [&](Node after) {
        auto inside = exits;
        inside.next = after;
        return block(frame, blocks[0], inside);
    };
    const auto* act = statement.value == no_id ? nullptr : calls_.of(index, statement.value);
    const bool follows = act && act->kind == Act::Kind::enter &&
                         is_context_manager(act->definition) &&
                         relevant(frame, f[statement.value].at);
    if (!follows) return expression(frame, statement.value, body(exits.next), exits);
    // Leaving the body by another way would run the rest of the context manager as well.
    if (calls_.leaves(index, statement.at)) return body(exits.next);
    auto managed = exits;
    managed.body = &body;
    return enter(frame, *act, exits.next, managed);
}

Node Behaviour::alternatives(Frame frame, const Statement& statement, const Exits& exits) {
    const auto& f = function(frame);
    const auto blocks = f.blocks_of(statement);
    const auto subject = values_.of(frame, statement.value);
    auto node = exits.next;
    for (auto at = blocks.size(); at-- > 0;) {
        const std::array parts{subject, terms_.number(static_cast<std::int64_t>(at))};
        const auto matches = terms_[subject].depends != 0
                                 ? terms_.rank_opaque(78, parts, terms_[subject].depends)
                                 : terms_.opaque(78, parts, true);
        node = decide(matches, block(frame, blocks[at], exits), node,
                      {values_.function_of(frame), statement.value});
    }
    return expression(frame, statement.value, node, exits);
}

Node Behaviour::condition(Frame frame, Id id, Node then, Node otherwise, const Exits& exits) {
    if (id == no_id) return then;
    if (++depth_ > deepest_block) given_up_ = true;
    const auto& f = function(frame);
    const auto& e = f[id];
    const auto operands = f.operands_of(e);
    auto node = no_node;
    if (given_up()) {
        node = then;
    } else if (e.kind == Kind::negate) {
        node = condition(frame, operands[0], otherwise, then, exits);
    } else if (e.kind == Kind::both || e.kind == Kind::either) {
        node = e.kind == Kind::both ? then : otherwise;
        for (auto at = operands.size(); at-- > 0;)
            node = e.kind == Kind::both ? condition(frame, operands[at], node, otherwise, exits)
                                        : condition(frame, operands[at], then, node, exits);
    } else {
        node = decide(values_.of(frame, id), then, otherwise, {values_.function_of(frame), id});
        node = expression(frame, id, node, exits);
    }
    --depth_;
    return node;
}

GraphNode::Kind Behaviour::kind_of(Term term) const {
    const auto depends = terms_[term].depends;
    const auto ranks = question_.ranks();
    if (depends == 0 || ranks == 0) return GraphNode::Kind::choice;
    const bool decidable = terms_.truth(term, Process{}).has_value();
    if (question_.group != no_term) {
        const bool of_group = depends == ranks && group_of(term) == question_.group;
        return of_group && decidable ? GraphNode::Kind::rank_choice : GraphNode::Kind::doubtful;
    }
    // A rank test of one group splits only events on that group.
    if ((depends & ranks) == 0) return GraphNode::Kind::choice;
    return (depends & ~ranks) == 0 && decidable ? GraphNode::Kind::rank_choice
                                                : GraphNode::Kind::doubtful;
}

/// The group of the rank in the term; no_term: none, or not one.
Term Behaviour::group_of(Term term) const {
    const auto& node = terms_[term];
    if (node.kind == TermNode::Kind::rank) return Term{node.first};
    switch (node.kind) {
        case TermNode::Kind::arithmetic:
        case TermNode::Kind::equal:
        case TermNode::Kind::less: {
            const auto left = group_of(Term{node.first});
            const auto right = group_of(Term{node.second});
            if (left == no_term || left == right) return right;
            return right == no_term ? left : no_term;
        }
        default: return no_term;
    }
}

Node Behaviour::decide(Term term, Node then, Node otherwise, Site site) {
    if (then == otherwise) return then;
    if (const auto known = terms_.truth(term)) return *known ? then : otherwise;
    const auto node = terms_[term];
    const Term first{node.first}, second{node.second}, third{node.third};
    switch (node.kind) {
        case TermNode::Kind::negate: return decide(first, otherwise, then, site);
        case TermNode::Kind::both:
            return decide(first, decide(second, then, otherwise, site), otherwise, site);
        case TermNode::Kind::either:
            return decide(first, then, decide(second, then, otherwise, site), site);
        case TermNode::Kind::choose:
            return decide(first, decide(second, then, otherwise, site),
                          decide(third, then, otherwise, site), site);
        default: break;
    }
    if (terms_[term].kind == TermNode::Kind::rank)
        term = terms_.negate(terms_.compare(Comparison::equal, term, terms_.number(0)));
    if (terms_[term].kind == TermNode::Kind::negate) return decide(term, then, otherwise, site);
    return graph_.choice(kind_of(term), term, then, otherwise, site);
}

Node Behaviour::expression(Frame frame, Id id, Node next, const Exits& exits) {
    if (id == no_id || next == no_node || given_up()) return next;
    const auto& f = function(frame);
    const auto& e = f[id];
    if (!exits.body && !relevant(frame, e.at)) return next;
    if (++depth_ > deepest_block) given_up_ = true;
    const auto operands = f.operands_of(e);
    auto node = next;
    switch (e.kind) {
        case Kind::call: node = call(frame, id, next, exits); break;
        case Kind::element:
            for (auto at = operands.size(); at-- > 0;)
                node = expression(frame, operands[at], node, exits);
            // os.environ["CUDA_VISIBLE_DEVICES"] = ...
            if (calls_.of(values_.function_of(frame), id) &&
                question_.kind == Question::Kind::devices)
                node = graph_.event(0, next, {values_.function_of(frame), id}, true);
            break;
        case Kind::function: break;
        case Kind::comprehension: node = comprehension(frame, e, next, exits); break;
        case Kind::choose:
            if (operands.size() == 3)
                node = condition(frame, operands[0], expression(frame, operands[1], next, exits),
                                 expression(frame, operands[2], next, exits), exits);
            break;
        case Kind::both:
        case Kind::either:
            if (operands.empty()) break;
            node = expression(frame, operands.back(), next, exits);
            for (auto at = operands.size() - 1; at-- > 0;)
                node = e.kind == Kind::both ? condition(frame, operands[at], node, next, exits)
                                            : condition(frame, operands[at], next, node, exits);
            break;
        case Kind::produce:
            if (exits.body) node = (*exits.body)(next);
            [[fallthrough]];
        default:
            for (auto at = operands.size(); at-- > 0;)
                node = expression(frame, operands[at], node, exits);
    }
    --depth_;
    return node;
}

Node Behaviour::comprehension(Frame frame, const Expression& e, Node next, const Exits& exits) {
    const auto& f = function(frame);
    auto over = no_id;
    std::vector<Id> elements;
    for (const auto operand : f.operands_of(e)) {
        if (f[operand].kind != Kind::clause)
            elements.push_back(operand);
        else if (over == no_id && f[operand].operand_count > 1)
            over = f.operands_of(operand)[1];
    }
    const auto term = values_.of(frame, over);
    const auto depth = loop_depth_++;
    auto body = graph_.again(term, depth);
    for (auto at = elements.size(); at-- > 0;) body = expression(frame, elements[at], body, exits);
    loop_depth_ = depth;
    const auto made =
        graph_.loop(term, depth, body, next, {}, false, {values_.function_of(frame), over});
    return expression(frame, over, made, exits);
}

Node Behaviour::call(Frame frame, Id id, Node next, const Exits& exits) {
    const auto& f = function(frame);
    const auto* act = calls_.of(values_.function_of(frame), id);
    auto node = next;
    if (act) switch (act->kind) {
            case Act::Kind::event:
                if (counts(frame, *act))
                    node = graph_.event(static_cast<std::uint32_t>(act->acts_as), next,
                                        {values_.function_of(frame), id},
                                        question_.kind == Question::Kind::devices);
                break;
            case Act::Kind::enter: {
                auto inside = exits;
                inside.body = nullptr;
                node = enter(frame, *act, next, inside);
                break;
            }
            case Act::Kind::leave: node = graph_.exit(); break;
            case Act::Kind::fail: node = graph_.fail(); break;
        }
    const auto operands = f.operands_of(id);
    for (auto at = operands.size(); at-- > 0;) node = expression(frame, operands[at], node, exits);
    return node;
}

bool Behaviour::counts(Frame frame, const Act& act) {
    if (question_.kind == Question::Kind::devices) return true;
    if (!act.collective) return false;
    if (act.whole_group) return question_.group == no_term;
    if (act.group == no_id) return false;
    const auto group = values_.of(frame, act.group);
    const bool world = terms_[group].kind == TermNode::Kind::none;
    return world ? question_.group == no_term : group == question_.group && group != no_term;
}

Node Behaviour::enter(Frame frame, const Act& act, Node next, const Exits& exits) {
    const auto entered = calls_.function_of(act.definition);
    if (entered == no_index) return next;
    const auto& callee = resolved_.source->functions[entered];
    if (!exits.body && calls_.reached(entered) == 0) return next;
    const bool again = std::find(active_.begin(), active_.end(), entered) != active_.end();
    if (again || active_.size() >= most_calls_deep || !callee.complete) {
        if (exits.body) return (*exits.body)(next);
        if (question_.kind == Question::Kind::devices) return next;
        return graph_.event(not_followed + act.definition, next,
                            {values_.function_of(frame), act.call});
    }
    const auto inner = values_.entered(frame, act.call, act.definition);
    const auto key = std::uint64_t{static_cast<std::uint32_t>(inner)} << 32 |
                     static_cast<std::uint32_t>(exits.failed);
    if (!exits.body)
        for (const auto& [after, known] : entered_[key])
            if (after == next) return known;
    active_.push_back(entered);
    const Exits inside{.next = next, .leave = next, .failed = exits.failed, .body = exits.body};
    auto node = whole(inner, inside);
    active_.pop_back();
    const auto decorator = calls_.rank_decorator(act.definition);
    if (decorator != no_id)
        node = decide(values_.decorator_condition(act.definition, decorator), node, next,
                      {resolved_.source->definitions[act.definition].scope, decorator});
    if (!exits.body) entered_[key].emplace_back(next, node);
    return node;
}

}  // namespace trainlint::flow
