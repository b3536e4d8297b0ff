#include "program/survey.hpp"

#include <algorithm>
#include <string>

#include "knowledge/tables.hpp"

namespace trainlint::program {

namespace {

using flow::Expression;
using flow::Id;
using flow::Meaning;
using flow::no_id;
using flow::Statement;

text::Span last_part(text::Span span, std::size_t length) {
    const auto size = static_cast<std::uint32_t>(length);
    return span.size() > size ? text::Span{span.end - size, span.end} : span;
}

}  // namespace

void Survey::run() {
    const auto count = static_cast<std::uint32_t>(resolved_.source->functions.size());
    for (std::uint32_t i = 0; i < count; ++i) read_function(i);
    read_imports();
    for (auto& use : module_.uses)
        use.replaced = std::find(replaced_.begin(), replaced_.end(), use.name) != replaced_.end();
    std::sort(module_.uses.begin(), module_.uses.end(),
              [](const Use& a, const Use& b) { return a.span.begin < b.span.begin; });
    std::sort(module_.calls.begin(), module_.calls.end(), [](const Call& a, const Call& b) {
        return a.at.span.begin < b.at.span.begin;
    });
}

Use& Survey::add_use(Use::Form form, Symbol name, text::Span span, text::Span last) {
    return module_.uses.emplace_back(Use{.form = form,
                                         .name = name,
                                         .at = fragment_->place(span),
                                         .last = fragment_->place(last),
                                         .guarded = guards_.cover(span),
                                         .alias = {},
                                         .fragment = fragment_,
                                         .span = span,
                                         .last_span = last});
}

/// An import of a name that was not renamed only helps to spell what replaces one that was.
void Survey::read_imports() {
    const auto& imports = resolved_.source->imports;
    const bool wanted = !module_.uses.empty() ||
                        std::any_of(imports.begin(), imports.end(),
                                    [&](const auto& import) { return is_renamed(import); });
    if (!wanted) return;
    for (const auto& import : imports) read_import(import);
}

bool Survey::is_renamed(const flow::Import& import) {
    if (!candidates_.may_be_renamed(import)) return false;
    const auto bound = resolver_.import_name(import);
    return bound != no_symbol &&
           facts_.of(import.name == no_symbol ? import.module : bound).renamed;
}

void Survey::read_import(const flow::Import& import) {
    const auto bound = resolver_.import_name(import);
    if (bound == no_symbol) return;
    if (import.name == no_symbol) {
        const auto module = names_.text(import.module);
        auto& use = add_use(Use::Form::import_module, import.module, import.module_at,
                            last_part(import.module_at, last_component(module).size()));
        use.alias = import.star ? no_symbol : import.bound;
        return;
    }
    auto& use = add_use(Use::Form::from_import, bound, import.name_at, import.name_at);
    use.bound_here = true;
    use.alias = import.bound;
    use.module_span = import.module_at;
}

void Survey::read_function(std::uint32_t index) {
    const auto& f = function(index);
    no_use_.clear();
    for (const auto& statement : f.statements)
        if (statement.kind == Statement::Kind::assign && statement.target != no_id)
            note_replaced(index, statement.target);
    const auto first_call = module_.calls.size();
    for (std::uint32_t i = 0; i < f.expressions.size(); ++i) {
        switch (f.expressions[i].kind) {
            case Expression::Kind::name:
            case Expression::Kind::member:
                if (candidates_.may_be_renamed(index, Id{i})) read_use(index, Id{i});
                break;
            case Expression::Kind::call: read_call(index, Id{i}); break;
            case Expression::Kind::element:
            case Expression::Kind::arithmetic: read_habits(index, Id{i}); break;
            default: break;
        }
    }
    if (module_.calls.size() != first_call) name_results(index, first_call);
}

void Survey::note_replaced(std::uint32_t index, Id target) {
    if (function(index)[target].kind != Expression::Kind::member ||
        !candidates_.may_be_renamed(index, target))
        return;
    const auto& meaning = resolved_.meaning(index, target);
    if (meaning.kind == Meaning::Kind::external) replaced_.push_back(meaning.name);
}

/// The names that the function's calls are assigned to.
void Survey::name_results(std::uint32_t index, std::size_t first_call) {
    const auto& f = function(index);
    for (const auto& statement : f.statements) {
        if (statement.kind != Statement::Kind::assign || statement.value == no_id ||
            statement.target == no_id || f[statement.target].kind != Expression::Kind::name)
            continue;
        auto value = statement.value;
        if (f[value].kind == Expression::Kind::wait && f[value].operand_count > 0)
            value = f.operands_of(value)[0];
        // Calls were met in the order of their numbers.
        const auto begin = call_ids_.begin() + static_cast<std::ptrdiff_t>(first_call);
        const auto found =
            std::lower_bound(begin, call_ids_.end(), static_cast<std::uint32_t>(value));
        if (found != call_ids_.end() && *found == static_cast<std::uint32_t>(value))
            module_.calls[static_cast<std::size_t>(found - call_ids_.begin())].result =
                f[statement.target].symbol;
    }
}

/// Of `torch.x.y` the whole is the use: its name begins with that of torch.x. What is assigned to is
/// none. Marked when a function first asks: most have no use of anything.
bool Survey::is_use(std::uint32_t index, Id id) {
    const auto& f = function(index);
    if (no_use_.empty()) {
        no_use_.resize(f.expressions.size());
        for (const auto& e : f.expressions)
            if (e.kind == Expression::Kind::member && e.operand_count > 0)
                no_use_[static_cast<std::uint32_t>(f.operands_of(e)[0])] = true;
        for (const auto& statement : f.statements)
            if (statement.kind == Statement::Kind::assign && statement.target != no_id)
                no_use_[static_cast<std::uint32_t>(statement.target)] = true;
    }
    return !no_use_[static_cast<std::uint32_t>(id)];
}

void Survey::read_use(std::uint32_t index, Id id) {
    if (!is_use(index, id)) return;
    const auto& f = function(index);
    const auto& meaning = resolved_.meaning(index, id);
    if (meaning.kind != Meaning::Kind::external || meaning.built_in) return;
    if (!facts_.of(meaning.name).renamed) return;
    const auto& e = f[id];
    const bool alias = e.kind == Expression::Kind::name;
    // `x = torch.y` uses the name; `x` further on is the project's own.
    if (alias && meaning.assigned) return;
    auto& use = add_use(Use::Form::expression, meaning.name, e.at,
                        alias ? e.at : last_part(e.at, names_.text(e.symbol).size()));
    if (alias) {
        use.alias = e.symbol;
        use.bound_here = true;
    }
}

void Survey::read_call(std::uint32_t index, Id id) {
    const auto& f = function(index);
    const auto operands = f.operands_of(id);
    if (operands.empty()) return;
    read_habits(index, id);
    if (!candidates_.may_be_known(index, operands[0])) return;
    const auto& meaning = resolved_.meaning(index, operands[0]);
    if (meaning.kind != Meaning::Kind::external && meaning.kind != Meaning::Kind::member) return;
    const auto& facts = facts_.of(meaning.name);
    if (!facts.of_interest) return;
    if (facts.keywords) read_keywords(index, id, meaning.name);
    Call call{.callee = meaning.name,
              .at = fragment_->place(f[id].at),
              .name_at = fragment_->place(f[operands[0]].at),
              .arguments = {},
              .guarded = facts.keywords && guards_.cover(f[id].at),
              .result = {},
              .fragment = fragment_};
    for (const auto operand : operands.subspan(1)) {
        const auto kind = f[operand].kind;
        if (kind == Expression::Kind::star || kind == Expression::Kind::double_star)
            call.open = true;
        else
            call.arguments.push_back(argument(index, operand));
    }
    // Behind *args nobody knows which parameter a positional argument fills.
    bool star_seen = false;
    std::size_t at = 0;
    for (const auto operand : operands.subspan(1)) {
        const auto kind = f[operand].kind;
        if (kind == Expression::Kind::star) star_seen = true;
        if (kind == Expression::Kind::star || kind == Expression::Kind::double_star) continue;
        if (star_seen && kind != Expression::Kind::keyword && at < call.arguments.size())
            call.arguments[at].name = names_.intern("*");
        ++at;
    }
    name_arguments(names_.text(meaning.name), call);
    module_.calls.push_back(std::move(call));
    call_ids_.push_back(static_cast<std::uint32_t>(id));
}

Argument Survey::argument(std::uint32_t index, Id id) {
    const auto& f = function(index);
    const auto& e = f[id];
    Argument made{.whole = fragment_->place(e.at),
                  .whole_span = e.at,
                  .constant = {},
                  .made_by = {}};
    auto value = id;
    if (e.kind == Expression::Kind::keyword) {
        made.name = e.symbol;
        if (e.operand_count > 0) value = f.operands_of(e)[0];
    }
    made.span = f[value].at;
    made.at = fragment_->place(made.span);
    made.constant = constants_.of(index, value);
    if (!made.constant) made.made_by = resolver_.made_by(index, value);
    return made;
}

/// Positional arguments get the names of the parameters that they fill, where these are known.
void Survey::name_arguments(std::string_view callee, Call& call) const {
    const auto* signature = knowledge::find_signature(callee);
    const auto hidden = names_.find("*");
    std::size_t position = 0;
    for (auto& argument : call.arguments) {
        if (argument.name == hidden && hidden != no_symbol) {
            argument.name = no_symbol;
            continue;
        }
        if (argument.name != no_symbol || !signature) continue;
        const auto& parameters = signature->parameters;
        if (position < parameters.size() && !parameters[position].starts_with("*"))
            argument.name = names_.intern(parameters[position++]);
        else
            position = parameters.size();
    }
}

void Survey::read_keywords(std::uint32_t index, Id call, Symbol callee) {
    const auto& f = function(index);
    for (const auto operand : f.operands_of(call).subspan(1)) {
        const auto& e = f[operand];
        if (e.kind != Expression::Kind::keyword) continue;
        const auto keyword = names_.text(e.symbol);
        const auto start = std::string(names_.text(callee)) + "(" + std::string(keyword) + "=";
        const text::Span at{e.at.begin,
                            e.at.begin + static_cast<std::uint32_t>(keyword.size())};
        if (knowledge::find_renamed_api(start + ")"))
            add_use(Use::Form::keyword, names_.intern(start + ")"), at, at);
    }
}

/// `local_rank % device_count()`, and LOCAL_RANK read from the environment.
void Survey::read_habits(std::uint32_t index, Id id) {
    const auto& f = function(index);
    const auto& e = f[id];
    const auto operands = f.operands_of(e);
    if (operands.size() < 2) return;
    const auto named = [&](Id expression) {
        const auto& meaning = resolved_.meaning(index, expression);
        return meaning.kind == Meaning::Kind::external ? names_.text(meaning.name)
                                                       : std::string_view{};
    };
    if (e.kind == Expression::Kind::arithmetic) {
        if (static_cast<flow::Arithmetic>(e.operation) != flow::Arithmetic::modulo) return;
        auto divisor = operands[1];
        const auto& meaning = resolved_.meaning(index, divisor);
        if (meaning.kind == Meaning::Kind::variable) {
            const auto bindings = resolved_.bindings(meaning.index);
            if (bindings.size() != 1 || bindings[0].function != index ||
                bindings[0].value == no_id)
                return;
            divisor = bindings[0].value;
        }
        if (f[divisor].kind == Expression::Kind::call && f[divisor].operand_count > 0 &&
            named(f.operands_of(divisor)[0]).ends_with("device_count"))
            module_.takes_device_modulo_count = true;
        return;
    }
    const auto& key = f[operands[1]];
    if (key.kind != Expression::Kind::literal || key.symbol != local_rank_) return;
    const auto reader = named(operands[0]);
    if (reader == "os.environ" || reader == "os.environ.get" || reader == "os.getenv" ||
        reader == "os.environ.pop")
        module_.reads_local_rank = true;
}

}  // namespace trainlint::program
