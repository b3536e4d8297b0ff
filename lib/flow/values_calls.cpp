// Values of calls, variables and functions' results.
#include <algorithm>
#include <array>

#include "flow/values.hpp"

namespace trainlint::flow {

namespace {

using Kind = Expression::Kind;

constexpr int most_calls_deep = 8;
constexpr std::size_t most_statements = 300;

std::uint64_t key(char kind, std::uint64_t what) {
    return (static_cast<std::uint64_t>(kind) << 56) ^ (what * 0x9E3779B97F4A7C15ull >> 8);
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::string_view last_component(std::string_view name) {
    const auto dot = name.find_last_of(".:");
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// We ask about a distributed run: the process group is there.
bool holds_in_a_run(std::string_view name) {
    const auto last = last_component(name);
    if (last != "is_initialized" && last != "is_available") return false;
    return contains(name, "distributed") || contains(name, ".comm") || contains(name, "horovod") ||
           contains(name, "dist.");
}

bool is_pure(std::string_view name) {
    constexpr std::array pure{"len", "isinstance", "hasattr", "getattr", "callable", "min", "max",
                              "abs", "any", "all", "issubclass", "type", "os.path.join"};
    return std::find(pure.begin(), pure.end(), name) != pure.end();
}

/// Calls that iterate over their first argument.
bool passes_elements(std::string_view name) {
    constexpr std::array same{"enumerate", "list", "tuple", "iter", "tqdm", "trange", "reversed"};
    return std::find(same.begin(), same.end(), name) != same.end();
}

}  // namespace

Term Values::call(Frame frame, Id id, const Expression& e) {
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    const auto operands = function.operands_of(e);
    if (operands.empty()) return no_term;
    const auto& callee = resolved_.meaning(index, operands[0]);
    switch (callee.kind) {
        case Meaning::Kind::external: return external_call(frame, id, callee.name);
        case Meaning::Kind::member:
            if (const auto* row = rows_.of(callee.name).rank)
                return from_row(*row, row->scope == "group" ? of(frame, operands[0]) : no_term);
            return unknown_call(frame, id, false);
        case Meaning::Kind::function: {
            if (calls_.function_of(callee.index) == no_index || calls_deep_ >= most_calls_deep)
                return unknown_call(frame, id, false);
            ++calls_deep_;
            const auto term = result(entered(frame, id, callee.index));
            --calls_deep_;
            return term != no_term ? term : unknown_call(frame, id, false);
        }
        default: break;
    }
    const auto spelled = names_.text(function[operands[0]].symbol);
    if (operands.size() > 1 && passes_elements(spelled) && function[operands[0]].kind == Kind::name)
        return of(frame, operands[1]);
    return unknown_call(frame, id, false);
}

Term Values::external_call(Frame frame, Id id, Symbol symbol) {
    const auto name = names_.text(symbol);
    const auto& function = resolved_.source->functions[function_of(frame)];
    const auto operands = function.operands_of(id);
    if (const auto* row = rows_.of(symbol).rank) {
        const bool may_be_of_group = row->value == "rank" && row->framework != "env" &&
                                     last_component(name) == "get_rank";
        return from_row(*row, may_be_of_group ? group_argument(frame, id, "group") : no_term);
    }
    if (holds_in_a_run(name)) return terms_.number(1);
    if (name == "os.getenv" || name == "os.environ.get")
        return operands.size() > 1 ? environment(frame, operands[1], id) : no_term;
    if (!contains(name, ".")) return builtin_call(frame, id, name);
    return unknown_call(frame, id, is_pure(name));
}

Term Values::builtin_call(Frame frame, Id id, std::string_view name) {
    const auto& function = resolved_.source->functions[function_of(frame)];
    const auto operands = function.operands_of(id);
    if (operands.size() > 1) {
        if (name == "int" || name == "str" || name == "float" || passes_elements(name))
            return of(frame, operands[1]);
        if (name == "bool") {
            const auto inner = of(frame, operands[1]);
            const auto known = terms_.truth(inner);
            return known ? terms_.number(*known ? 1 : 0) : terms_.negate(terms_.negate(inner));
        }
    }
    return unknown_call(frame, id, is_pure(name));
}

/// A call of which nothing is known but what it is given. Given a rank, it may decide by it.
Term Values::unknown_call(Frame frame, Id id, bool pure) {
    const auto& function = resolved_.source->functions[function_of(frame)];
    std::vector<Term> parts;
    std::uint8_t depends = 0;
    std::uint64_t names = 0;
    const auto operands = function.operands_of(id);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        parts.push_back(of(frame, operands[i]));
        if (i > 0 && is_rank_value(parts.back())) depends |= terms_[parts.back()].depends;
        names = names * 31 + static_cast<std::uint32_t>(function[operands[i]].symbol);
    }
    if (depends != 0) return terms_.rank_opaque(key('c', names), parts, depends);
    return terms_.opaque(key('c', names), parts, pure);
}

/// The value of an environment variable; `call` is the call that reads it with a default, if any.
Term Values::environment(Frame frame, Id name_at, Id call) {
    const auto& function = resolved_.source->functions[function_of(frame)];
    const auto name = literal_text(function, name_at);
    if (name == no_symbol) return no_term;
    if (const auto* row = rows_.environment(name)) return from_row(*row, no_term);
    std::vector<Term> parts;
    if (call != no_id)
        for (const auto operand : function.operands_of(call).subspan(2))
            parts.push_back(of(frame, operand));
    return terms_.opaque(key('v', static_cast<std::uint32_t>(name)), parts, true);
}

Term Values::from_row(const knowledge::RankSource& row, Term group) {
    auto scope = Scope::global;
    if (row.scope == "local") scope = Scope::local;
    if (row.scope == "node") scope = Scope::node;
    if (row.scope == "group" || group != no_term) scope = Scope::group;
    const auto name = key('r', std::hash<std::string_view>{}(row.name));
    const auto bit = static_cast<std::uint8_t>(1u << static_cast<unsigned>(scope));
    if (scope == Scope::group && group == no_term) group = terms_.opaque(name, {}, true);
    if (row.value == "uniform") return uniform(row);
    if (row.value == "decorator") return terms_.opaque(name, {}, true);
    const auto rank = terms_.rank(scope, group);
    if (row.value == "rank") return rank;
    if (row.value != "bool") return terms_.rank_opaque(name, {}, bit);
    if (!contains(row.name, "last")) {
        return terms_.compare(Comparison::equal, rank, terms_.number(0));
    }
    return terms_.compare(
        Comparison::equal, rank,
        terms_.arithmetic(Arithmetic::subtract, terms_.size(scope), terms_.number(1)));
}

Term Values::uniform(const knowledge::RankSource& row) {
    if (holds_in_a_run(row.name)) return terms_.number(1);
    const auto last = last_component(row.name);
    const bool counts = contains(last, "size") || contains(last, "SIZE") ||
                        contains(last, "count") || contains(last, "num") ||
                        contains(last, "NTASKS") || contains(last, "TRAINERS_NUM") ||
                        contains(last, "nranks");
    if (counts && row.scope == "global") return terms_.size(Scope::global);
    if (counts && row.scope == "node") return terms_.size(Scope::local);
    return terms_.opaque(key('r', std::hash<std::string_view>{}(row.name)), {}, true);
}

Term Values::identity(std::uint32_t index, bool stable) {
    return terms_.opaque(key('V', index), {}, stable);
}

Term Values::variable(Frame frame, std::uint32_t index) {
    const auto& v = resolved_.variables[index];
    const auto function = function_of(frame);
    if (shared_.contains(index)) return identity(index, v.count <= 1);
    if (v.function != no_index && v.function != function) frame = root(v.function);
    const auto guard = std::uint64_t{index} << 1;
    if (v.parameter != no_index && v.count == 0) {
        const auto& parameters = frames_[static_cast<std::uint32_t>(frame)].parameters;
        const auto given = v.parameter < parameters.size() ? parameters[v.parameter] : no_term;
        return given != no_term ? given : identity(index, true);
    }
    if (v.count == 0) return identity(index, true);
    if (!in_progress_.insert(guard).second) return identity(index, false);
    const auto term = merged_bindings(frame, index);
    in_progress_.erase(guard);
    if (term != no_term) return term;
    bool changes = false;
    int here = 0;
    for (const auto& assigned : resolved_.bindings(index))
        if (assigned.function == function) {
            ++here;
            changes = changes || assigned.how == Binding::augment;
        }
    return identity(index, here <= 1 && !changes);
}

/// One value, or a rank or size beside constants for a run that is not distributed.
Term Values::merged_bindings(Frame frame, std::uint32_t index) {
    constexpr std::size_t most_bindings = 8;
    const auto bindings = resolved_.bindings(index);
    const auto& v = resolved_.variables[index];
    if (bindings.size() > most_bindings) return no_term;
    if (v.parameter != no_index && v.function != no_index) {
        const auto fallback = default_of(v.function, v.parameter);
        if (fallback == no_term) return no_term;
    }
    Term common = no_term;
    for (const auto& assigned : bindings) {
        const auto term = bound_value(frame, assigned);
        if (term == no_term) return no_term;
        if (bindings.size() == 1 && v.parameter == no_index) {
            const auto& node = terms_[term];
            // The result of an unknown call has no identity of its own, but the variable has.
            if (node.kind == TermNode::Kind::opaque && !node.stable) return no_term;
            return term;
        }
        const auto kind = terms_[term].kind;
        if (kind == TermNode::Kind::number || kind == TermNode::Kind::none) continue;
        const bool tells = is_rank_value(term) || kind == TermNode::Kind::size;
        if (!tells || (common != no_term && common != term)) return no_term;
        common = term;
    }
    return common;
}

Term Values::bound_value(Frame frame, const Assigned& assigned) {
    if (assigned.how != Binding::plain || assigned.value == no_id) return no_term;
    const auto where = assigned.function == function_of(frame) ? frame : root(assigned.function);
    if (assigned.element == whole_value) return of(where, assigned.value);
    // rank, world_size = get_dist_info()
    const auto& function = resolved_.source->functions[assigned.function];
    if (function[assigned.value].kind != Kind::call) return no_term;
    const auto& callee =
        resolved_.meaning(assigned.function, function.operands_of(assigned.value)[0]);
    if (callee.kind != Meaning::Kind::external) return no_term;
    const auto* row = rows_.of(callee.name).rank;
    if (!row || row->value != "rank") return no_term;
    if (assigned.element == 0) return from_row(*row, no_term);
    return assigned.element == 1 ? terms_.size(Scope::global) : no_term;
}

Term Values::result(Frame frame) {
    const auto id = static_cast<std::uint32_t>(frame);
    if (const auto found = results_.find(id); found != results_.end()) return found->second;
    results_[id] = no_term;                    // for functions that call themselves
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    if (!function.complete || function.statements.size() > most_statements) return no_term;
    const auto term = returned(frame, function.body, terms_.none(), 0);
    const bool nothing = terms_[term].kind == TermNode::Kind::none ||
                         terms_[term].kind == TermNode::Kind::failure;
    return results_[id] = nothing ? no_term : term;
}

Term Values::returned(Frame frame, const Block& block, Term next, int depth) {
    constexpr int deepest_block = 24;
    if (depth > deepest_block) return no_term;
    const auto& function = resolved_.source->functions[function_of(frame)];
    const auto statements = function.statements_of(block);
    for (auto at = statements.size(); at-- > 0;)
        next = returned_by(frame, function.statement(statements[at]), next, depth);
    return next;
}

Term Values::returned_by(Frame frame, const Statement& statement, Term next, int depth) {
    using Does = Statement::Kind;
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    const auto blocks = function.blocks_of(statement);
    switch (statement.kind) {
        case Does::leave_function:
            return statement.value == no_id ? terms_.none() : of(frame, statement.value);
        case Does::fail: return terms_.failure();
        case Does::branch: {
            if (blocks.empty() || !calls_.leaves(index, statement.at)) return next;
            const auto then = returned(frame, blocks[0], next, depth + 1);
            const auto otherwise =
                blocks.size() > 1 ? returned(frame, blocks[1], next, depth + 1) : next;
            return merged(of(frame, statement.value), then, otherwise);
        }
        case Does::scope:
        case Does::attempt:
            return blocks.empty() ? next : returned(frame, blocks[0], next, depth + 1);
        case Does::loop:
        case Does::alternatives: return calls_.leaves(index, statement.at) ? no_term : next;
        default: return next;
    }
}

/// A constant beside a value that tells ranks apart is for a run that is not distributed.
Term Values::merged(Term condition, Term then, Term otherwise) {
    if (condition == no_term) return then == otherwise ? then : no_term;
    const auto constant = [&](Term term) {
        const auto kind = terms_[term].kind;
        return kind == TermNode::Kind::number || kind == TermNode::Kind::none;
    };
    const auto tells = [&](Term term) {
        return is_rank_value(term) || terms_[term].kind == TermNode::Kind::size;
    };
    if (!terms_.truth(condition) && terms_[condition].depends == 0) {
        if (constant(then) && tells(otherwise)) return otherwise;
        if (constant(otherwise) && tells(then)) return then;
    }
    return terms_.choose(condition, then, otherwise);
}

}  // namespace trainlint::flow
