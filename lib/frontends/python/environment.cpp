// Environment variables: what a program reads, sets and passes on.
#include <algorithm>

#include "frontends/python/commands_reader.hpp"

namespace trainlint::python {

using facts::VariableUse;
using flow::Id;

namespace {

using std::string_view;
using Is = flow::Expression::Kind;
using Action = VariableUse::Action;

constexpr std::size_t most_pairs = 300;

}  // namespace

bool CommandReader::is_environment(Id id) {
    const auto& e = function()[id];
    if (e.kind == Is::member) {
        if (e.symbol != environ_) return false;
    } else if (e.kind != Is::name ||
               (!find(e.symbol) && !words_.contains(e.symbol) && !names_outer(e.symbol))) {
        return false;  // almost all
    }
    const auto value = evaluate(id);
    const auto* held = as_environment(value);
    return held && held->kind == EnvironmentValue::Kind::process;
}

/// A use of the variable that `key` names; false: nobody knows which.
bool CommandReader::named_use(Action action, Id key, text::Span at, VariableUse& out) {
    const auto value = evaluate(key);
    const auto* name = as_text(value);
    if (!name || !name->known() || name->parts.empty()) return false;
    const auto text = name->text();
    if (text.find_first_of(std::string_view("=\0", 2)) != std::string::npos) return false;
    out = VariableUse{.action = action};
    out.name = names_.intern(text);
    out.maybe = maybe();
    out.stage = facts::Stage::process;
    out.at = fragment_->place(at);
    const auto& part = name->parts[0];
    const bool one = name->parts.size() == 1 && part.written;
    out.name_at = fragment_->place(one ? part.source : name->at);
    if (one) {
        out.fragment = fragment_;
        out.name_span = part.source;
    }
    return true;
}

void CommandReader::read_variable(Id key, text::Span at) {
    VariableUse use;
    if (named_use(Action::read, key, at, use)) out_.variables.push_back(std::move(use));
}

void CommandReader::remove_variable(Id key, text::Span at) {
    VariableUse use;
    if (named_use(Action::remove, key, at, use)) out_.variables.push_back(std::move(use));
}

void CommandReader::set_variable(Id key, Id value, text::Span at, bool is_maybe) {
    VariableUse use;
    if (!named_use(Action::set, key, at, use)) return;
    use.maybe = is_maybe;
    if (value != flow::no_id) use.value = word_of(text_or_unknown(value), fragment_);
    out_.variables.push_back(std::move(use));
}

/// Each place of a plain dict once, however often it is passed on.
void CommandReader::note_uses(const std::vector<VariableUse>& uses) {
    for (const auto& use : uses)
        if (noted_.insert(use.name_at.span.begin).second) out_.variables.push_back(use);
}

void CommandReader::add_pairs(Id mapping, std::vector<VariableUse>& out) {
    for (const auto pair : operands(mapping)) {
        if (function()[pair].kind != Is::pair || out.size() >= most_pairs) continue;
        VariableUse use;
        if (!named_use(Action::set, operands(pair)[0], function()[pair].at, use)) continue;
        use.value = word_of(text_or_unknown(operands(pair)[1]), fragment_);
        out.push_back(std::move(use));
    }
}

/// `dict(NAME="x")`, `environ.update(NAME="x")`.
void CommandReader::add_keywords(Id call, std::vector<VariableUse>& out) {
    for (const auto argument : operands(call).subspan(1)) {
        const auto& e = function()[argument];
        if (e.kind != Is::keyword || out.size() >= most_pairs) continue;
        VariableUse use{.action = Action::set};
        use.name = e.symbol;
        use.maybe = maybe();
        use.stage = facts::Stage::process;
        use.at = fragment_->place(e.at);
        const auto size = static_cast<std::uint32_t>(names_.text(e.symbol).size());
        use.name_span = {e.at.begin, e.at.begin + size};
        use.name_at = fragment_->place(use.name_span);
        use.fragment = fragment_;
        use.value = word_of(text_or_unknown(operands(argument)[0]), fragment_);
        out.push_back(std::move(use));
    }
}

/// `{**os.environ, "NAME": "x"}`, `{"NAME": "x"}`.
Value CommandReader::evaluate_mapping(Id id) {
    if (function()[id].operand_count > most_pairs) return {};
    EnvironmentValue made;
    for (const auto part : operands(id)) {
        if (function()[part].kind != Is::double_star) continue;
        const auto value = evaluate(operands(part)[0]);
        const auto* held = as_environment(value);
        if (!held) continue;
        if (made.uses.size() + held->uses.size() > most_pairs) return {};
        made.uses.insert(made.uses.end(), held->uses.begin(), held->uses.end());
        if (held->kind != EnvironmentValue::Kind::plain)
            made.kind = EnvironmentValue::Kind::inherited;
    }
    add_pairs(id, made.uses);
    if (made.kind == EnvironmentValue::Kind::inherited) note_uses(made.uses);
    return std::make_shared<const EnvironmentValue>(std::move(made));
}

/// `dict(os.environ, NAME="x")`.
Value CommandReader::evaluate_dict_call(Id id) {
    EnvironmentValue made;
    if (const auto given = argument(id, 0, ""); given != flow::no_id) {
        const auto value = evaluate(given);
        const auto* held = as_environment(value);
        if (!held) return {};
        made.uses = held->uses;
        if (held->kind != EnvironmentValue::Kind::plain)
            made.kind = EnvironmentValue::Kind::inherited;
    }
    add_keywords(id, made.uses);
    if (made.kind == EnvironmentValue::Kind::inherited) note_uses(made.uses);
    return std::make_shared<const EnvironmentValue>(std::move(made));
}

/// A call of something imported. True: it was about the environment.
bool CommandReader::environment_call(Id id, string_view name) {
    const auto at = function()[id].at;
    const auto first = argument(id, 0, "key");
    if (name == "os.getenv" || name == "os.environ.get") {
        if (first != flow::no_id) read_variable(first, at);
        return true;
    }
    if (name == "os.putenv" && first != flow::no_id) {
        set_variable(first, argument(id, 1, "value"), at, maybe());
        return true;
    }
    if (name == "os.unsetenv" && first != flow::no_id) {
        remove_variable(first, at);
        return true;
    }
    return false;
}

/// A method of os.environ or of a mapping that holds variables. True: it was one.
bool CommandReader::environment_method(Id id, Id object, string_view method) {
    const auto kind = function()[object].kind;
    if (kind != Is::name && kind != Is::member) return false;
    const auto value = evaluate(object);
    const auto* held = as_environment(value);
    if (!held) return false;
    const auto at = function()[id].at;
    const auto first = argument(id, 0, "");
    const bool process = held->kind == EnvironmentValue::Kind::process;
    if (method == "update") {
        update(*held, kind == Is::name ? function()[object].symbol : no_symbol, id);
        return true;
    }
    if (first == flow::no_id) return process;
    if (method == "get" && process)
        read_variable(first, at);
    else if (method == "setdefault" && process)
        set_variable(first, argument(id, 1, "default"), at, true);
    else if (method == "setdefault" && kind == Is::name)
        return set_element(value, function()[object].symbol, first, argument(id, 1, "default"), at);
    else if (method == "pop" && process)
        remove_variable(first, at);
    return process;
}

/// `environ.update({...}, NAME="x")`.
void CommandReader::update(const EnvironmentValue& to, Symbol variable, Id call) {
    std::vector<VariableUse> uses;
    if (const auto given = argument(call, 0, ""); given != flow::no_id) {
        const auto value = evaluate(given);
        if (const auto* more = as_environment(value)) uses = more->uses;
    }
    add_keywords(call, uses);
    if (to.kind != EnvironmentValue::Kind::plain) note_uses(uses);
    if (to.kind == EnvironmentValue::Kind::process || variable == no_symbol) return;
    auto made = std::make_shared<EnvironmentValue>(to);
    made->uses.insert(made->uses.end(), uses.begin(), uses.end());
    if (made->uses.size() > 2 * most_pairs) return forget(variable);
    set(variable, std::shared_ptr<const EnvironmentValue>(std::move(made)));
}

/// `env["NAME"] = value` of a mapping that a variable holds. False: nobody knows what it holds now.
bool CommandReader::set_element(const Value& object, Symbol variable, Id key, Id value,
                                text::Span at) {
    const auto* held = as_environment(object);
    if (!held || held->uses.size() > most_pairs) return false;
    if (!spend(held->uses.size() * sizeof(VariableUse))) return false;
    VariableUse use;
    if (!named_use(Action::set, key, at, use)) return true;
    if (value != flow::no_id) use.value = word_of(text_or_unknown(value), fragment_);
    auto made = std::make_shared<EnvironmentValue>(*held);
    made->uses.push_back(use);
    if (held->kind == EnvironmentValue::Kind::inherited) note_uses({use});
    set(variable, std::shared_ptr<const EnvironmentValue>(std::move(made)));
    return true;
}

}  // namespace trainlint::python
