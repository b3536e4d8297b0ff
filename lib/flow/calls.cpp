#include "flow/calls.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace trainlint::flow {

namespace {

using Kind = Expression::Kind;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::string_view last_component(std::string_view name) {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// Operations that match each other although they are called differently.
std::string_view matching_operation(std::string_view op) {
    constexpr std::array barriers{"wait_for_everyone", "sync_global_devices", "barrier",
                                  "monitored_barrier", "barrier_worker", "rendezvous"};
    return std::find(barriers.begin(), barriers.end(), op) != barriers.end() ? "barrier" : op;
}

/// Tearing down is not waited for by the others in a way that can be told from the code.
bool tears_down(const knowledge::Collective& row) {
    return contains(row.op, "destroy") || contains(row.name, "destroy") ||
           contains(row.name, "shutdown");
}

bool counts_as_collective(const knowledge::Collective& row) {
    return (row.kind == "collective" || row.kind == "group-creating") && !tears_down(row);
}

std::optional<EventKind> event_kind(std::string_view event) {
    constexpr std::array<std::pair<std::string_view, EventKind>, 6> kinds{
        {{"bind_device", EventKind::bind_device},
         {"touch_device", EventKind::touch_device},
         {"init", EventKind::init},
         {"destroy", EventKind::destroy},
         {"spawn", EventKind::spawn},
         {"wrap", EventKind::wrap}}};
    for (const auto& [name, kind] : kinds)
        if (name == event) return kind;
    return std::nullopt;
}

bool is_text(const Function& function, const Names& names, Id id, std::string_view text) {
    if (id == no_id) return false;
    const auto& e = function[id];
    return e.kind == Kind::literal && e.operation == static_cast<int>(LiteralKind::text) &&
           names.text(e.symbol) == text;
}

bool is_none(const Function& function, Id id) {
    const auto& e = function[id];
    return e.kind == Kind::literal && e.operation == static_cast<int>(LiteralKind::none);
}

ReachSet reach_of(const Act& act) {
    if (act.kind != Act::Kind::event)
        return act.kind == Act::Kind::enter ? 0 : static_cast<ReachSet>(Reach::exit);
    ReachSet reach = act.collective ? static_cast<ReachSet>(Reach::collective) : 0;
    switch (act.event) {
        case EventKind::bind_device:
        case EventKind::touch_device:
        case EventKind::env_write:
        case EventKind::init: reach |= static_cast<ReachSet>(Reach::device); break;
        default: break;
    }
    return reach;
}

}  // namespace

Id find_argument(const Function& function, const Names& names, Id call, std::string_view name,
                 int position, bool& open) {
    const auto operands = function.operands_of(call);
    int at = 0;
    Id found = no_id;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        const auto& argument = function[operands[i]];
        if (argument.kind == Kind::star || argument.kind == Kind::double_star) {
            open = true;
            at = 1000;
        } else if (argument.kind == Kind::keyword) {
            if (names.text(argument.symbol) == name && argument.operand_count > 0)
                return function.operands_of(argument)[0];
        } else if (at++ == position) {
            found = operands[i];
        }
    }
    return found;
}

Calls::Calls(const Resolved& resolved, Names& names, KnownRows& rows)
    : resolved_(resolved),
      names_(names),
      rows_(rows),
      init_(names.intern("__init__")),
      cuda_(names.intern("cuda")),
      to_(names.intern("to")),
      device_(names.intern("device")) {
    const auto& source = *resolved.source;
    acts_.resize(source.functions.size());
    marks_.resize(source.functions.size());
    leaving_.resize(source.functions.size());
    leaving_known_.resize(source.functions.size());
    callers_.resize(source.definitions.size());
    reach_.resize(source.functions.size());
    for (std::uint32_t i = 0; i < source.functions.size(); ++i) read_function(i);
    // Uses of a device matter only beside something that binds one.
    if (binds_devices())
        for (std::uint32_t i = 0; i < source.functions.size(); ++i) read_device_uses(i);
    spread();
    for (std::uint32_t i = 0; i < source.functions.size(); ++i) mark(i);
}

bool Calls::binds_devices() const {
    for (const auto& acts : acts_)
        for (const auto& act : acts)
            if (act.kind == Act::Kind::event && act.event == EventKind::bind_device) return true;
    return false;
}

void Calls::read_function(std::uint32_t index) {
    const auto& function = resolved_.source->functions[index];
    for (std::uint32_t i = 0; i < function.expressions.size(); ++i) {
        if (function.expressions[i].kind != Kind::call) continue;
        auto act = act_of(index, Id{i});
        if (!act) continue;
        act->call = Id{i};
        if (act->kind == Act::Kind::enter)
            callers_[act->definition].push_back({.function = index, .call = Id{i}});
        acts_[index].push_back(*act);
    }
}

void Calls::read_device_uses(std::uint32_t index) {
    const auto& function = resolved_.source->functions[index];
    for (std::uint32_t i = 0; i < function.expressions.size(); ++i) {
        if (function.expressions[i].kind != Kind::call || of(index, Id{i})) continue;
        auto act = tensor_act(index, Id{i});
        if (!act) continue;
        act->call = Id{i};
        const auto at = std::lower_bound(acts_[index].begin(), acts_[index].end(), act->call,
                                         [](const Act& a, Id id) { return a.call < id; });
        acts_[index].insert(at, *act);
    }
    read_environment_writes(index);
}

/// os.environ["CUDA_VISIBLE_DEVICES"] = ...: gives the process devices of its own.
void Calls::read_environment_writes(std::uint32_t index) {
    const auto& function = resolved_.source->functions[index];
    for (const auto& statement : function.statements) {
        if (statement.kind != Statement::Kind::assign || statement.target == no_id) continue;
        const auto& target = function[statement.target];
        if (target.kind != Kind::element || target.operand_count != 2) continue;
        const auto parts = function.operands_of(target);
        const auto& object = resolved_.meaning(index, parts[0]);
        if (object.kind != Meaning::Kind::external || names_.text(object.name) != "os.environ")
            continue;
        const auto& key = function[parts[1]];
        if (key.kind != Kind::literal || !names_.text(key.symbol).ends_with("VISIBLE_DEVICES"))
            continue;
        acts_[index].push_back({.kind = Act::Kind::event,
                                .event = EventKind::env_write,
                                .operation = key.symbol,
                                .call = statement.target});
    }
    std::sort(acts_[index].begin(), acts_[index].end(),
              [](const Act& a, const Act& b) { return a.call < b.call; });
}

std::optional<Act> Calls::act_of(std::uint32_t index, Id call) {
    const auto& function = resolved_.source->functions[index];
    const auto operands = function.operands_of(call);
    if (operands.empty()) return std::nullopt;
    const auto& callee = resolved_.meaning(index, operands[0]);
    switch (callee.kind) {
        case Meaning::Kind::external:
        case Meaning::Kind::member:
            if (!resolved_.binder->may_be_known(index, operands[0])) return std::nullopt;
            return external_act(index, call, callee.name);
        case Meaning::Kind::function:
            return Act{.kind = Act::Kind::enter, .definition = callee.index};
        case Meaning::Kind::class_: {
            const auto constructor = resolved_.member(callee.index, init_);
            if (constructor == no_index) return std::nullopt;
            return Act{.kind = Act::Kind::enter, .definition = constructor};
        }
        default: break;
    }
    const auto method = resolved_.binder->called_method(index, operands[0]);
    if (method == no_index) return std::nullopt;
    return Act{.kind = Act::Kind::enter, .definition = method};
}

std::optional<Act> Calls::external_act(std::uint32_t index, Id call, Symbol name) {
    const auto& rows = rows_.of(name);
    if (rows.no_return) return exit_act(index, call);
    std::optional<Act> act;
    if (rows.collective && counts_as_collective(*rows.collective))
        act = collective_act(index, call, *rows.collective);
    if (rows.event)
        if (const auto kind = event_kind(rows.event->event)) {
            if (!act) act = Act{.kind = Act::Kind::event};
            act->event = *kind;
            act->operation = names_.intern(rows.event->name);
            act->framework = names_.intern(rows.event->framework);
        }
    return act;
}

Act Calls::collective_act(std::uint32_t index, Id call, const knowledge::Collective& row) {
    const auto& function = resolved_.source->functions[index];
    Act act{.kind = Act::Kind::event,
            .event = EventKind::collective,
            .collective = true,
            .operation = names_.intern(row.name),
            .acts_as = names_.intern(
                matching_operation(row.op.empty() ? last_component(row.name) : row.op)),
            .framework = names_.intern(row.framework),
            .applies = names_.intern(row.applies)};
    if (row.kind == "group-creating")
        act.event = row.op.starts_with("init") ? EventKind::init : EventKind::group_create;
    find_group(index, call, row, act);
    if (has_one_process(index, call)) act.whole_group = false;
    bool open = false;
    // A group that is told who belongs to it is joined by those alone.
    if (act.event == EventKind::init)
        for (const auto* size : {"world_size", "num_processes", "num_workers"})
            if (find_argument(function, names_, call, size, 1000, open) != no_id)
                act.whole_group = false;
    const bool barrier = names_.text(act.acts_as) == "barrier";
    if (row.framework == "torch" && barrier)
        act.on_current_device =
            find_argument(function, names_, call, "device_ids", 2, open) == no_id && !open;
    else if (row.framework == "torch" && contains(row.name, "object"))
        act.on_current_device =
            find_argument(function, names_, call, "device", 100, open) == no_id && !open;
    else if (const auto operands = function.operands_of(call); operands.size() > 1)
        act.on_current_device = on_default_device(index, operands[1], 4);
    return act;
}

/// Trainer(devices=1).test(): an object that was told to work alone waits for nobody.
bool Calls::has_one_process(std::uint32_t index, Id call) const {
    const auto& function = resolved_.source->functions[index];
    const auto& callee = function[function.operands_of(call)[0]];
    if (callee.kind != Kind::member) return false;
    const auto made_alone = [&](std::uint32_t maker, Id value) {
        const auto& f = resolved_.source->functions[maker];
        if (value == no_id || f[value].kind != Kind::call) return false;
        for (const auto* count : {"devices", "gpus", "num_processes"}) {
            bool open = false;
            const auto given = find_argument(f, names_, value, count, 1000, open);
            if (given != no_id && f[given].kind == Kind::literal &&
                names_.text(f[given].symbol) == "1")
                return true;
        }
        return false;
    };
    const auto object = function.operands_of(callee)[0];
    if (made_alone(index, object)) return true;
    const auto& meaning = resolved_.meaning(index, object);
    if (meaning.kind != Meaning::Kind::variable) return false;
    const auto bindings = resolved_.bindings(meaning.index);
    return std::any_of(bindings.begin(), bindings.end(), [&](const Assigned& assigned) {
        return assigned.how == Binding::plain && made_alone(assigned.function, assigned.value);
    });
}

/// A group that is not given, None or WORLD is the group of all ranks.
void Calls::find_group(std::uint32_t index, Id call, const knowledge::Collective& row, Act& act) {
    const auto& function = resolved_.source->functions[index];
    if (contains(row.name, "ProcessGroup.")) return;
    const auto* signature = knowledge::find_signature(row.name);
    const auto name = row.group_arg.empty() ? std::string_view("group") : row.group_arg;
    int position = row.group_position;
    if (position < 0 && signature) {
        const auto& parameters = signature->parameters;
        const auto found = std::find(parameters.begin(), parameters.end(), name);
        if (found != parameters.end()) position = static_cast<int>(found - parameters.begin());
    }
    bool open = false;
    auto given = find_argument(function, names_, call, name, position, open);
    if (given == no_id && position < 0 && !signature) {
        // Without a signature the last ones of many positional arguments may name the group.
        const int first_doubtful = names_.text(act.acts_as) == "barrier" ? 0 : 2;
        given = find_argument(function, names_, call, name, first_doubtful, open);
    }
    if (given == no_id) {
        act.whole_group = !open;
        return;
    }
    const auto& meaning = resolved_.meaning(index, given);
    act.whole_group = is_none(function, given) || (meaning.kind == Meaning::Kind::external &&
                                                   names_.text(meaning.name).ends_with(".WORLD"));
    act.group = given;
}

/// sys.exit() and sys.exit(0) end this process well: the launcher does not end the others.
std::optional<Act> Calls::exit_act(std::uint32_t index, Id call) {
    const auto& function = resolved_.source->functions[index];
    const auto operands = function.operands_of(call);
    const auto name = last_component(
        names_.text(resolved_.meaning(index, operands[0]).name));
    const bool exits = name == "exit" || name == "_exit" || name == "quit";
    bool well = exits && operands.size() == 1;
    if (exits && operands.size() > 1) {
        const auto& status = function[operands[1]];
        well = status.kind == Kind::literal && (names_.text(status.symbol) == "0" ||
                                                is_none(function, operands[1]));
    }
    return Act{.kind = well ? Act::Kind::leave : Act::Kind::fail};
}

/// tensor.cuda(), module.to("cuda"): on the current device of the process.
std::optional<Act> Calls::tensor_act(std::uint32_t index, Id call) {
    const auto& function = resolved_.source->functions[index];
    if (!on_default_device(index, call, 0)) return std::nullopt;
    const auto& callee = function[function.operands_of(call)[0]];
    if (callee.kind != Kind::member) return std::nullopt;
    const auto& object = resolved_.meaning(index, function.operands_of(callee)[0]);
    const bool factory = object.kind == Meaning::Kind::external;
    const auto spelled = factory ? names_.text(object.name) : std::string_view{};
    if (factory && spelled != "torch") return std::nullopt;
    return Act{.kind = Act::Kind::event,
               .event = EventKind::touch_device,
               .operation = callee.symbol,
               .framework = names_.intern("torch")};
}

/// Does the value lie on "cuda" without an index?
bool Calls::on_default_device(std::uint32_t index, Id value, int depth) const {
    const auto& function = resolved_.source->functions[index];
    const auto& e = function[value];
    if (e.kind == Kind::name && depth > 0) {
        const auto& meaning = resolved_.meaning(index, value);
        if (meaning.kind != Meaning::Kind::variable) return false;
        const auto bindings = resolved_.bindings(meaning.index);
        return bindings.size() == 1 && bindings[0].how == Binding::plain &&
               bindings[0].element == whole_value && bindings[0].value != no_id &&
               on_default_device(bindings[0].function, bindings[0].value, depth - 1);
    }
    if (e.kind != Kind::call) return false;
    const auto operands = function.operands_of(e);
    if (operands.empty() || function[operands[0]].kind != Kind::member) return false;
    const auto method = function[operands[0]].symbol;
    if (method == cuda_) return operands.size() == 1;
    for (const auto operand : operands.subspan(1)) {
        const auto& argument = function[operand];
        const bool keyword = argument.kind == Kind::keyword;
        if (keyword && argument.symbol == device_ && argument.operand_count > 0)
            return is_text(function, names_, function.operands_of(argument)[0], "cuda");
        if (!keyword && method == to_ && operand == operands[1])
            return is_text(function, names_, operand, "cuda");
    }
    return false;
}

/// Carries what functions reach to their callers until nothing changes.
void Calls::spread() {
    const auto count = static_cast<std::uint32_t>(acts_.size());
    std::vector<std::uint32_t> changed;
    for (std::uint32_t i = 0; i < count; ++i) {
        for (const auto& act : acts_[i]) reach_[i] |= reach_of(act);
        if (reach_[i] != 0) changed.push_back(i);
    }
    while (!changed.empty()) {
        const auto function = changed.back();
        changed.pop_back();
        const auto definition = resolved_.definition_of(function);
        if (definition == no_index) continue;
        for (const auto& site : callers_[definition]) {
            const auto before = reach_[site.function];
            reach_[site.function] |= reach_[function];
            if (reach_[site.function] != before) changed.push_back(site.function);
        }
    }
}

void Calls::mark(std::uint32_t index) {
    const auto& function = resolved_.source->functions[index];
    for (const auto& act : acts_[index]) {
        auto reach = reach_of(act);
        if (act.kind == Act::Kind::enter) {
            const auto entered = function_of(act.definition);
            if (entered != no_index) reach = reach_[entered];
        }
        if (reach != 0) marks_[index].push_back({function[act.call].at.begin, reach});
    }
    std::sort(marks_[index].begin(), marks_[index].end(),
              [](const Mark& a, const Mark& b) { return a.at < b.at; });
}

const Act* Calls::of(std::uint32_t function, Id call) const {
    const auto& acts = acts_[function];
    const auto found = std::lower_bound(acts.begin(), acts.end(), call,
                                        [](const Act& act, Id id) { return act.call < id; });
    return found != acts.end() && found->call == call ? &*found : nullptr;
}

ReachSet Calls::reached(std::uint32_t function, text::Span stretch) const {
    const auto& marks = marks_[function];
    auto at = std::lower_bound(marks.begin(), marks.end(), stretch.begin,
                               [](const Mark& mark, std::uint32_t place) { return mark.at < place; });
    ReachSet reach = 0;
    for (; at != marks.end() && at->at < stretch.end; ++at) reach |= at->reach;
    return reach;
}

bool Calls::leaves(std::uint32_t function, text::Span stretch) {
    auto& places = leaving_[function];
    if (!leaving_known_[function]) {
        leaving_known_[function] = true;
        for (const auto& statement : resolved_.source->functions[function].statements)
            switch (statement.kind) {
                case Statement::Kind::leave_function:
                case Statement::Kind::leave_loop:
                case Statement::Kind::next_round:
                case Statement::Kind::fail: places.push_back(statement.at.begin); break;
                default: break;
            }
        std::sort(places.begin(), places.end());
    }
    const auto at = std::lower_bound(places.begin(), places.end(), stretch.begin);
    return at != places.end() && *at < stretch.end;
}

std::uint32_t Calls::function_of(std::uint32_t definition) const {
    if (definition == no_index) return no_index;
    const auto function = resolved_.source->definitions[definition].function;
    return function < resolved_.source->functions.size() ? function : no_index;
}

Id Calls::rank_decorator(std::uint32_t definition) const {
    if (definition == no_index) return no_id;
    const auto& d = resolved_.source->definitions[definition];
    if (d.scope == no_index) return no_id;
    const auto& scope = resolved_.source->functions[d.scope];
    for (const auto decorator : d.decorators) {
        auto named = decorator;
        if (scope[named].kind == Kind::call && scope[named].operand_count > 0)
            named = scope.operands_of(named)[0];
        const auto& meaning = resolved_.meaning(d.scope, named);
        if (meaning.name == no_symbol) continue;
        const auto* row = rows_.of(meaning.name).rank;
        if (row && row->value == "decorator") return decorator;
    }
    return no_id;
}

}  // namespace trainlint::flow
