#include "flow/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace trainlint::flow {

namespace {

using Kind = Expression::Kind;

constexpr int deepest_expression = 60;
constexpr std::size_t most_frames = 4000;

std::uint64_t key(char kind, std::uint64_t what) {
    return (static_cast<std::uint64_t>(kind) << 56) ^ (what * 0x9E3779B97F4A7C15ull >> 8);
}

std::uint64_t pair_key(std::uint32_t first, std::uint32_t second) {
    return std::uint64_t{first} << 32 | second;
}

}  // namespace

Values::Values(const Resolved& resolved, Names& names, KnownRows& rows, Calls& calls,
               Terms& terms)
    : resolved_(resolved), names_(names), rows_(rows), calls_(calls), terms_(terms) {
    for (std::uint32_t i = 0; i < resolved.source->functions.size(); ++i) {
        read_spawns(i);
        read_shared(i);
    }
}

Frame Values::frame_of(std::uint32_t function, std::vector<Term> parameters) {
    std::uint64_t hash = function;
    for (const auto term : parameters)
        hash = (hash ^ static_cast<std::uint32_t>(term)) * 0x9E3779B97F4A7C15ull;
    const auto [first, last] = frame_ids_.equal_range(hash);
    for (auto at = first; at != last; ++at) {
        const auto& frame = frames_[at->second];
        if (frame.function == function && frame.parameters == parameters) return Frame{at->second};
    }
    if (frames_.size() >= most_frames) {
        full_ = true;
        return Frame{0};
    }
    const auto id = static_cast<std::uint32_t>(frames_.size());
    frames_.push_back({function, std::move(parameters)});
    frame_ids_.emplace(hash, id);
    return Frame{id};
}

Frame Values::root(std::uint32_t function) {
    if (const auto found = roots_.find(function); found != roots_.end())
        return Frame{found->second};
    const auto count = resolved_.source->functions[function].parameters.size();
    std::vector<Term> parameters(count, no_term);
    // Known at once without its parameters, so that functions that call each other come to an end.
    roots_[function] = static_cast<std::uint32_t>(frame_of(function, parameters));
    for (std::uint32_t i = 0; i < count; ++i) parameters[i] = parameter(function, i);
    const auto frame = frame_of(function, std::move(parameters));
    roots_[function] = static_cast<std::uint32_t>(frame);
    return frame;
}

Frame Values::entered(Frame frame, Id call, std::uint32_t definition) {
    const auto entered = calls_.function_of(definition);
    const auto caller = function_of(frame);
    const auto& callee = resolved_.source->functions[entered];
    const auto& function = resolved_.source->functions[caller];
    std::vector<Term> terms(callee.parameters.size(), no_term);
    std::vector<bool> given(callee.parameters.size(), false);
    std::size_t next = receiver_parameters(entered, caller, call);
    for (std::size_t i = 0; i < next && i < given.size(); ++i) given[i] = true;
    bool open = false;
    const auto operands = function.operands_of(call);
    for (std::size_t i = 1; i < operands.size(); ++i) {
        const auto& argument = function[operands[i]];
        if (argument.kind == Kind::star || argument.kind == Kind::double_star) {
            open = true;
        } else if (argument.kind == Kind::keyword && argument.operand_count > 0) {
            for (std::size_t p = 0; p < given.size(); ++p)
                if (callee.parameters[p].name == argument.symbol) {
                    given[p] = true;
                    terms[p] = of(frame, function.operands_of(argument)[0]);
                }
        } else if (!open && next < given.size() &&
                   callee.parameters[next].kind <= Parameter::Kind::ordinary) {
            given[next] = true;
            terms[next++] = of(frame, operands[i]);
        }
    }
    for (std::uint32_t p = 0; p < given.size(); ++p)
        if (!given[p] && !open) terms[p] = default_of(entered, p);
    return frame_of(entered, std::move(terms));
}

std::size_t Values::receiver_parameters(std::uint32_t function, std::uint32_t caller,
                                        Id call) const {
    if (resolved_.class_of(function) == no_index) return 0;
    const auto definition = resolved_.definition_of(function);
    if (decorated(definition, "staticmethod")) return 0;
    const auto& calling = resolved_.source->functions[caller];
    const auto& callee = calling[calling.operands_of(call)[0]];
    if (callee.kind == Kind::member && !decorated(definition, "classmethod")) {
        const auto& object = resolved_.meaning(caller, calling.operands_of(callee)[0]);
        if (object.kind == Meaning::Kind::class_) return 0;      // Class.method(self, ...)
    }
    return 1;
}

bool Values::decorated(std::uint32_t definition, std::string_view name) const {
    if (definition == no_index) return false;
    const auto& d = resolved_.source->definitions[definition];
    if (d.scope == no_index) return false;
    const auto& scope = resolved_.source->functions[d.scope];
    return std::any_of(d.decorators.begin(), d.decorators.end(), [&](Id decorator) {
        return names_.text(scope[decorator].symbol) == name;
    });
}

Term Values::default_of(std::uint32_t function, std::uint32_t index) {
    const auto& callee = resolved_.source->functions[function];
    const auto value = callee.parameters[index].default_value;
    if (value == no_id || callee[value].kind != Kind::literal) return no_term;
    return literal(callee[value]);
}

Term Values::parameter(std::uint32_t function, std::uint32_t index) {
    const auto definition = resolved_.definition_of(function);
    if (definition == no_index) return no_term;
    const auto found = spawned_.find(pair_key(definition, index));
    if (found != spawned_.end()) return found->second;
    return argument_of_callers(definition, index);
}

/// What every caller in this program gives, if it tells ranks apart.
Term Values::argument_of_callers(std::uint32_t definition, std::uint32_t index) {
    constexpr std::size_t most_callers = 24;
    const auto callers = calls_.callers(definition);
    const auto function = calls_.function_of(definition);
    if (callers.empty() || callers.size() > most_callers || function == no_index) return no_term;
    const auto& parameters = resolved_.source->functions[function].parameters;
    if (parameters[index].kind != Parameter::Kind::ordinary &&
        parameters[index].kind != Parameter::Kind::keyword_only)
        return no_term;
    std::optional<Term> common;
    for (const auto& site : callers) {
        if (site.function == function) continue;
        const auto& calling = resolved_.source->functions[site.function];
        const auto skipped = receiver_parameters(function, site.function, site.call);
        bool open = false;
        const auto given = find_argument(
            calling, names_, site.call, names_.text(parameters[index].name),
            index < skipped ? 1000 : static_cast<int>(index - skipped), open);
        if (given == no_id) return no_term;
        const auto term = of(root(site.function), given);
        if (common && *common != term) return no_term;
        common = term;
    }
    return common && is_rank_value(*common) ? *common : no_term;
}

/// mp.spawn(worker, args=...): the first parameter is the index of the process on its node.
void Values::read_spawns(std::uint32_t index) {
    const auto& function = resolved_.source->functions[index];
    for (std::uint32_t i = 0; i < function.expressions.size(); ++i) {
        const auto& e = function.expressions[i];
        if (e.kind != Kind::call || e.operand_count < 2) continue;
        if (resolved_.meaning(index, function.operands_of(e)[0]).kind == Meaning::Kind::external)
            read_spawn(index, Id{i});
    }
}

void Values::read_spawn(std::uint32_t index, Id call) {
    const auto& function = resolved_.source->functions[index];
    const auto name = names_.text(resolved_.meaning(index, function.operands_of(call)[0]).name);
    const bool spawns = name.ends_with(".spawn") || name.ends_with(".start_processes");
    if (!spawns && !name.ends_with(".Process")) return;
    bool open = false;
    auto started = find_argument(function, names_, call, spawns ? "fn" : "target", spawns ? 0 : 1,
                                 open);
    if (started == no_id) return;
    const auto& meaning = resolved_.meaning(index, started);
    if (meaning.kind != Meaning::Kind::function) return;
    if (spawns) {
        spawned_.emplace(pair_key(meaning.index, 0), terms_.rank(Scope::local));
        return;
    }
    // Process(target=worker, args=(rank, ...)) in `for rank in range(...)`.
    const auto args = find_argument(function, names_, call, "args", 3, open);
    if (args == no_id || function[args].kind != Kind::sequence) return;
    const auto given = function.operands_of(args);
    for (std::uint32_t i = 0; i < given.size(); ++i) {
        const auto& value = resolved_.meaning(index, given[i]);
        if (value.kind != Meaning::Kind::variable) continue;
        const auto bindings = resolved_.bindings(value.index);
        if (bindings.size() != 1 || bindings[0].how != Binding::loop) continue;
        const auto& over = function[bindings[0].value];
        if (bindings[0].function != index || over.kind != Kind::call) continue;
        if (names_.text(function[function.operands_of(over)[0]].symbol) == "range")
            spawned_.emplace(pair_key(meaning.index, i), terms_.rank(Scope::local));
    }
}

/// What a collective fills is the same on all ranks again.
void Values::read_shared(std::uint32_t index) {
    const auto& function = resolved_.source->functions[index];
    for (const auto& act : calls_.acts(index)) {
        if (!act.collective || function[act.call].kind != Kind::call) continue;
        const auto operands = function.operands_of(act.call);
        if (operands.size() < 2) continue;
        const auto& filled = resolved_.meaning(index, operands[1]);
        if (filled.kind == Meaning::Kind::variable) shared_.insert(filled.index);
    }
}

bool Values::is_rank_value(Term term) const {
    const auto& node = terms_[term];
    return node.depends != 0 && node.kind != TermNode::Kind::rank_opaque;
}

Symbol Values::literal_text(const Function& function, Id id) const {
    if (id == no_id) return no_symbol;
    const auto& e = function[id];
    const bool text = e.kind == Kind::literal && e.operation == static_cast<int>(LiteralKind::text);
    return text ? e.symbol : no_symbol;
}

Term Values::of(Frame frame, Id id) {
    if (id == no_id) return no_term;
    const auto where = pair_key(static_cast<std::uint32_t>(frame), static_cast<std::uint32_t>(id));
    if (const auto found = known_.find(where); found != known_.end()) return found->second;
    if (depth_ > deepest_expression) return no_term;
    ++depth_;
    const auto term = calculate(frame, id);
    --depth_;
    known_.emplace(where, term);
    return term;
}

Term Values::calculate(Frame frame, Id id) {
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    const auto& e = function[id];
    const auto operands = function.operands_of(e);
    const auto unknown = [&] {
        return terms_.opaque(key('?', pair_key(index, static_cast<std::uint32_t>(id))), {}, false);
    };
    switch (e.kind) {
        case Kind::literal: return literal(e);
        case Kind::name: return named(frame, id, e);
        case Kind::member: return member(frame, id, e);
        case Kind::element: return element(frame, id, e);
        case Kind::call: return call(frame, id, e);
        case Kind::negate: return terms_.negate(of(frame, operands[0]));
        case Kind::both:
        case Kind::either: {
            auto term = of(frame, operands[0]);
            for (const auto operand : operands.subspan(1))
                term = e.kind == Kind::both ? terms_.both(term, of(frame, operand))
                                            : terms_.either(term, of(frame, operand));
            return term;
        }
        case Kind::compare: return comparison(frame, e);
        case Kind::arithmetic: {
            const auto operation = static_cast<Arithmetic>(e.operation);
            if (operands.size() == 1 && operation == Arithmetic::minus)
                return terms_.arithmetic(Arithmetic::subtract, terms_.number(0),
                                         of(frame, operands[0]));
            if (operands.size() != 2) return unknown();
            return terms_.arithmetic(operation, of(frame, operands[0]), of(frame, operands[1]));
        }
        case Kind::choose:
            if (operands.size() != 3) return unknown();
            return merged(of(frame, operands[0]), of(frame, operands[1]), of(frame, operands[2]));
        case Kind::bind: return operands.size() == 2 ? of(frame, operands[1]) : unknown();
        case Kind::wait:
        case Kind::keyword: return operands.empty() ? unknown() : of(frame, operands[0]);
        case Kind::sequence:
        case Kind::text_join: {
            std::vector<Term> parts;
            for (const auto operand : operands) parts.push_back(of(frame, operand));
            return terms_.opaque(key(e.kind == Kind::sequence ? 's' : 'j', e.operation), parts, true);
        }
        default: return unknown();
    }
}

Term Values::literal(const Expression& e) {
    const auto spelled = names_.text(e.symbol);
    switch (static_cast<LiteralKind>(e.operation)) {
        case LiteralKind::none: return terms_.none();
        case LiteralKind::boolean: return terms_.number(spelled == "True" ? 1 : 0);
        case LiteralKind::text: return terms_.text(e.symbol);
        case LiteralKind::number: {
            std::int64_t value = 0;
            const auto end = spelled.data() + spelled.size();
            const auto [at, error] = std::from_chars(spelled.data(), end, value);
            if (error == std::errc{} && at == end && !spelled.empty()) return terms_.number(value);
            return terms_.opaque(key('n', static_cast<std::uint32_t>(e.symbol)), {}, true);
        }
        default: return terms_.opaque(key('l', static_cast<std::uint32_t>(e.symbol)), {}, true);
    }
}

Term Values::named(Frame frame, Id id, const Expression& e) {
    const auto& meaning = resolved_.meaning(function_of(frame), id);
    switch (meaning.kind) {
        case Meaning::Kind::variable: return variable(frame, meaning.index);
        case Meaning::Kind::external:
            // We ask about the program that was started.
            if (names_.text(meaning.name) == "__name__")
                return terms_.text(names_.intern("__main__"));
            return terms_.opaque(key('e', static_cast<std::uint32_t>(meaning.name)), {}, true);
        case Meaning::Kind::function:
        case Meaning::Kind::class_: return terms_.opaque(key('d', meaning.index), {}, true);
        default: break;
    }
    return terms_.opaque(key('u', static_cast<std::uint32_t>(e.symbol)), {}, true);
}

Term Values::member(Frame frame, Id id, const Expression& e) {
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    const auto& meaning = resolved_.meaning(index, id);
    const auto object = function.operands_of(e)[0];
    switch (meaning.kind) {
        case Meaning::Kind::variable: return variable(frame, meaning.index);
        case Meaning::Kind::member:
            if (const auto* row = rows_.of(meaning.name).rank)
                return from_row(*row, row->scope == "group" ? of(frame, object) : no_term);
            break;
        case Meaning::Kind::external:
            return terms_.opaque(key('e', static_cast<std::uint32_t>(meaning.name)), {}, true);
        case Meaning::Kind::function: {
            if (!decorated(meaning.index, "property") &&
                !decorated(meaning.index, "cached_property"))
                break;
            const auto entered = calls_.function_of(meaning.index);
            const auto term = entered == no_index ? no_term : result(root(entered));
            if (term != no_term) return term;
            break;
        }
        default: break;
    }
    const std::array parts{of(frame, object)};
    return terms_.opaque(key('m', static_cast<std::uint32_t>(e.symbol)), parts, true);
}

Term Values::element(Frame frame, Id id, const Expression& e) {
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    const auto operands = function.operands_of(e);
    if (operands.size() != 2) return no_term;
    const auto& object = resolved_.meaning(index, operands[0]);
    if (object.kind == Meaning::Kind::external && names_.text(object.name) == "os.environ")
        return environment(frame, operands[1], no_id);
    (void)id;
    const std::array parts{of(frame, operands[0]), of(frame, operands[1])};
    return terms_.opaque(key('[', 0), parts, true);
}

Term Values::comparison(Frame frame, const Expression& e) {
    const auto& function = resolved_.source->functions[function_of(frame)];
    const auto operands = function.operands_of(e);
    if (operands.size() != 2) return no_term;
    const auto operation = static_cast<Comparison>(e.operation);
    if (operation == Comparison::in || operation == Comparison::not_in) {
        const auto inside = membership(frame, operands[0], operands[1]);
        return operation == Comparison::in ? inside : terms_.negate(inside);
    }
    return terms_.compare(operation, of(frame, operands[0]), of(frame, operands[1]));
}

/// `rank in (0, 1)` is two comparisons; `"RANK" in os.environ` holds in a distributed run.
Term Values::membership(Frame frame, Id left, Id right) {
    constexpr std::size_t most_elements = 8;
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    const auto& container = resolved_.meaning(index, right);
    if (container.kind == Meaning::Kind::external && names_.text(container.name) == "os.environ") {
        const auto name = names_.text(literal_text(function, left));
        if (name == "RANK" || name == "LOCAL_RANK" || name == "WORLD_SIZE") return terms_.number(1);
    }
    const auto term = of(frame, left);
    const auto& e = function[right];
    const auto elements = function.operands_of(e);
    if (e.kind == Kind::sequence && elements.size() <= most_elements) {
        auto any = terms_.number(0);
        for (const auto element : elements)
            any = terms_.either(any,
                                terms_.compare(Comparison::equal, term, of(frame, element)));
        return any;
    }
    const bool range = e.kind == Kind::call && elements.size() == 2 &&
                       names_.text(function[elements[0]].symbol) == "range";
    if (range)
        return terms_.both(
            terms_.negate(terms_.compare(Comparison::less, term, terms_.number(0))),
            terms_.compare(Comparison::less, term, of(frame, elements[1])));
    return terms_.compare(Comparison::in, term, of(frame, right));
}

Term Values::group_argument(Frame frame, Id call, std::string_view name) {
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    bool open = false;
    const auto given = find_argument(function, names_, call, name, 0, open);
    if (open) return terms_.opaque(key('g', pair_key(index, static_cast<std::uint32_t>(call))), {},
                                   true);
    if (given == no_id) return no_term;
    const auto& meaning = resolved_.meaning(index, given);
    if (meaning.kind == Meaning::Kind::external && names_.text(meaning.name).ends_with(".WORLD"))
        return no_term;
    const auto term = of(frame, given);
    if (terms_[term].kind == TermNode::Kind::none) return no_term;
    if (term != no_term) return term;
    return terms_.opaque(key('g', pair_key(index, static_cast<std::uint32_t>(given))), {}, true);
}

Term Values::decorator_condition(std::uint32_t definition, Id decorator) {
    const auto scope = resolved_.source->definitions[definition].scope;
    const auto& function = resolved_.source->functions[scope];
    auto named = decorator;
    const bool called = function[named].kind == Kind::call;
    if (called) named = function.operands_of(named)[0];
    const auto& meaning = resolved_.meaning(scope, named);
    const auto* row = meaning.name == no_symbol ? nullptr : rows_.of(meaning.name).rank;
    if (!row) return no_term;
    const auto counted = row->scope == "local" ? Scope::local : Scope::global;
    const auto rank = terms_.rank(counted);
    if (row->name.find("last") != std::string_view::npos)
        return terms_.compare(
            Comparison::equal, rank,
            terms_.arithmetic(Arithmetic::subtract, terms_.size(counted), terms_.number(1)));
    const bool chosen = row->name.ends_with("on_process") || row->name.ends_with("one_rank_only") ||
                        row->name.ends_with("on_local_process");
    if (chosen && called)
        return terms_.rank_opaque(key('D', static_cast<std::uint32_t>(meaning.name)), {},
                                  terms_[rank].depends);
    return terms_.compare(Comparison::equal, rank, terms_.number(0));
}

void Values::sources(Frame frame, Id id, std::vector<std::pair<std::uint32_t, Id>>& chain) {
    constexpr std::size_t longest_chain = 4;
    const auto index = function_of(frame);
    const auto& function = resolved_.source->functions[index];
    std::vector<Id> open{id};
    for (std::size_t i = 0; i < open.size() && i < 32 && chain.size() < longest_chain; ++i) {
        if (open[i] == no_id) continue;
        const auto& e = function[open[i]];
        for (const auto operand : function.operands_of(e)) open.push_back(operand);
        const auto& meaning = resolved_.meaning(index, open[i]);
        if (meaning.kind != Meaning::Kind::variable || terms_[of(frame, open[i])].depends == 0)
            continue;
        for (const auto& assigned : resolved_.bindings(meaning.index)) {
            if (assigned.value == no_id || assigned.how != Binding::plain) continue;
            const auto where = assigned.function == index ? frame : root(assigned.function);
            if (terms_[of(where, assigned.value)].depends == 0) continue;
            chain.emplace_back(assigned.function, assigned.value);
            break;
        }
    }
}

}  // namespace trainlint::flow
