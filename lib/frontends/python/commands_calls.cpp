#include <algorithm>

#include "frontends/python/commands_reader.hpp"

namespace trainlint::python {

using flow::Id;

namespace {

using std::string_view;
using Is = flow::Expression::Kind;
using Form = Starter::Form;

constexpr unsigned deepest_expression = 1200;

/// "--nnodes", "train.py", or a word that nobody knows: choices of an option have none of these.
bool is_like_argument(const TextValue& word) {
    const auto text = word.text();
    return text.starts_with('-') || text.ends_with(".py") || text.ends_with(".sh") || !word.known();
}

bool looks_like_command(const ListValue& list) {
    if (list.words.size() < 2 || !starts_command(list.words[0].text())) return false;
    return std::any_of(list.words.begin() + 1, list.words.end(), is_like_argument);
}

}  // namespace

CommandReader::CommandReader(std::shared_ptr<const text::Fragment> fragment,
                             const flow::Source& source, const frontends::Demand& demand,
                             const CommandWords& words, Names& names, Parser& parser, Tree& tree,
                             frontends::Stated& out)
    : fragment_(std::move(fragment)),
      text_(fragment_->text()),
      source_(source),
      demand_(demand),
      words_(words),
      names_(names),
      parser_(parser),
      tree_(tree),
      out_(out),
      names_of_(source, names),
      environ_(names.intern("environ")) {}

/// Notes what an expression does; its parts first.
void CommandReader::visit(Id id) {
    if (id == flow::no_id || depth_ > deepest_expression) return;
    const auto& e = function()[id];
    if (e.operand_count == 0) return;
    ++depth_;
    if (e.kind == Is::element && is_environment(operands(id)[0])) {
        read_variable(operands(id)[1], e.at);
    } else if (e.kind == Is::compare) {
        const auto in = static_cast<std::uint8_t>(flow::Comparison::in);
        const auto not_in = static_cast<std::uint8_t>(flow::Comparison::not_in);
        if ((e.operation == in || e.operation == not_in) && is_environment(operands(id)[1]))
            read_variable(operands(id)[0], e.at);
    } else if (e.kind == Is::sequence && e.operand_count >= 2 && expected_ == 0 &&
               may_be_command(id)) {
        const auto value = evaluate(id);
        const auto* list = as_list(value);
        if (list && looks_like_command(*list) && !stated_roots_.contains(e.at.begin)) {
            lists_.emplace(e.at.begin, std::make_shared<ListValue>(*list));
            lists_maybe_.emplace(e.at.begin, maybe());
        }
    }
    const bool expected = is_expectation(e, id);
    expected_ += expected ? 1 : 0;
    for (const auto operand : operands(id)) visit(operand);
    expected_ -= expected ? 1 : 0;
    if (e.kind == Is::call) call(id);
    --depth_;
}

/// `command == [...]`, `mock.assert_called_with([...])`: what a command should be starts none.
bool CommandReader::is_expectation(const Expression& e, Id id) const {
    if (e.kind == Is::compare) return true;
    if (e.kind != Is::call) return false;
    const auto& callee = function()[operands(id)[0]];
    return (callee.kind == Is::name || callee.kind == Is::member) &&
           names_.text(callee.symbol).starts_with("assert");
}

/// Cheap: most lists are no commands.
bool CommandReader::may_be_command(Id sequence) const {
    const auto& first = function()[operands(sequence)[0]];
    if (first.kind == Is::literal) return starts_command(names_.text(first.symbol));
    if (first.kind == Is::member) return names_.text(first.symbol) == "executable";
    return first.kind == Is::name || first.kind == Is::text_join;
}

void CommandReader::call(Id id) {
    const auto callee = operands(id)[0];
    const auto& e = function()[callee];
    if (e.kind != Is::name && e.kind != Is::member) return;
    if (dotted(callee)) {
        const auto name = dotted_;
        for (const auto& starter : starters) {
            if (starter.name != name) continue;
            if (starter.form == Form::words)
                start_words(id);
            else if (starter.form == Form::list)
                start_list(id, starter.position, starter.keyword);
            else
                start_shell(id, argument(id, starter.position, starter.keyword));
            return;
        }
        if (environment_call(id, name)) return;
    }
    if (e.kind != Is::member) return;
    const auto object = operands(callee)[0];
    const auto method = names_.text(e.symbol);
    if (environment_method(id, object, method)) return;
    const auto& held_in = function()[object];
    auto* held = held_in.kind == Is::name ? find(held_in.symbol) : nullptr;
    if (!held) return;
    if (const auto* list = as_list(*held)) change_list(id, held_in.symbol, *list, method);
}

/// `x.append(word)` and its like.
void CommandReader::change_list(Id id, Symbol variable, const ListValue& list, string_view method) {
    const auto arguments = operands(id).subspan(1);
    if (!spend(weight(list))) return forget(variable);
    auto made = list;
    if (method == "append" && arguments.size() == 1) {
        made.words.push_back(text_or_unknown(arguments[0]));
    } else if (method == "extend" && arguments.size() == 1) {
        const auto value = evaluate(arguments[0]);
        if (const auto* more = as_list(value)) {
            append(made, *more);
        } else {
            made.words.push_back(unknown_text(function()[arguments[0]].at));
        }
    } else if (method != "copy" && method != "index" && method != "count") {
        return forget(variable);
    }
    set(variable, remember(std::move(made)));
}

Id CommandReader::keyword(Id id, string_view name) const {
    for (const auto argument : operands(id).subspan(1)) {
        const auto& e = function()[argument];
        if (e.kind == Is::keyword && names_.text(e.symbol) == name) return operands(argument)[0];
    }
    return flow::no_id;
}

Id CommandReader::argument(Id id, std::size_t position, string_view name) const {
    std::size_t at = 0;
    for (const auto argument : operands(id).subspan(1)) {
        const auto kind = function()[argument].kind;
        if (kind == Is::star) break;
        if (kind == Is::keyword || kind == Is::double_star) continue;
        if (at++ == position) return argument;
    }
    return name.empty() ? flow::no_id : keyword(id, name);
}

bool CommandReader::is_true(Id id) const {
    return id != flow::no_id && function()[id].kind == Is::literal &&
           names_.text(function()[id].symbol) == "True";
}

void CommandReader::start_list(Id id, std::size_t position, string_view name) {
    const auto given = argument(id, position, name);
    if (given == flow::no_id) return;
    const auto value = evaluate(given);
    const auto shell = keyword(id, "shell");
    const bool is_false =
        shell == flow::no_id || (function()[shell].kind == Is::literal && !is_true(shell));
    if (const auto* text = as_text(value)) {
        if (!is_false) derive_shell(*text, id);
        return;
    }
    const auto* list = as_list(value);
    if (!list) return;
    if (is_false) return state_list(*list, id);
    for (const auto root : list->roots) stated_roots_.insert(root);
    if (list->words.size() == 1) derive_shell(list->words[0], id);
}

void CommandReader::start_shell(Id id, Id given) {
    if (given == flow::no_id) return;
    const auto value = evaluate(given);
    if (const auto* text = as_text(value)) derive_shell(*text, id);
}

/// `create_subprocess_exec("torchrun", "--nnodes", n)`.
void CommandReader::start_words(Id id) {
    ListValue list;
    list.at = function()[id].at;
    for (const auto argument : operands(id).subspan(1)) {
        const auto kind = function()[argument].kind;
        if (kind == Is::keyword || kind == Is::double_star) continue;
        if (kind == Is::star) {
            const auto value = evaluate(operands(argument)[0]);
            if (const auto* more = as_list(value)) {
                append(list, *more);
                continue;
            }
        }
        list.words.push_back(text_or_unknown(argument));
    }
    state_list(list, id);
}

void CommandReader::state_list(const ListValue& list, Id id) {
    for (const auto root : list.roots) stated_roots_.insert(root);
    if (list.words.empty() || !spend(weight(list))) return;
    state_command(list.words, list.at, id);
}

void CommandReader::state_command(const std::vector<TextValue>& words, text::Span at, Id id) {
    facts::Command command{.form = facts::Command::Form::list};
    command.stage = facts::Stage::process;
    command.maybe = maybe();
    command.span = at;
    command.fragment = fragment_;
    for (const auto& word : words) command.words.push_back(word_of(word, fragment_));
    command.environment.assign(demand_.environment.begin(), demand_.environment.end());
    if (id != flow::no_id) take_surroundings(id, command.environment, command.folder);
    out_.commands.push_back(std::move(command));
}

/// `env=` and `cwd=` of the call that starts something.
void CommandReader::take_surroundings(Id id, std::vector<facts::Assignment>& environment,
                                      std::string& folder) {
    if (const auto given = keyword(id, "cwd"); given != flow::no_id) {
        const auto value = evaluate(given);
        if (const auto* text = as_text(value); text && text->known()) folder = text->text();
    }
    const auto given = keyword(id, "env");
    if (given == flow::no_id) return;
    const auto value = evaluate(given);
    const auto* held = as_environment(value);
    if (!held) return;
    if (held->kind == EnvironmentValue::Kind::plain) note_uses(held->uses);
    for (const auto& use : held->uses) {
        if (!use.value || !copied_.spend(facts::weight(*use.value))) continue;
        environment.push_back({use.name, *use.value});
    }
}

void CommandReader::derive_shell(const TextValue& text, Id id) {
    for (const auto root : text.roots) stated_roots_.insert(root);
    if (text.parts.empty() || !spend(weight(text))) return;
    text::Derivation shell(text::Language::shell, fragment_);
    copy(text, shell);
    frontends::Derived derived{.fragment = shell.finish(), .stage = facts::Stage::process};
    derived.maybe = maybe();
    derived.environment.assign(demand_.environment.begin(), demand_.environment.end());
    std::string folder;
    take_surroundings(id, derived.environment, folder);
    out_.derived.push_back(std::move(derived));
}

/// Lists that look like commands and were handed to nobody who is known to start them.
void CommandReader::finish_lists() {
    std::vector<std::uint32_t> begins;
    for (const auto& [begin, list] : lists_)
        if (!stated_roots_.contains(begin)) begins.push_back(begin);
    std::sort(begins.begin(), begins.end());
    const auto branches = branches_;
    for (const auto begin : begins) {
        if (stated_roots_.contains(begin)) continue;
        branches_ = lists_maybe_[begin] ? 1 : 0;
        state_list(*lists_[begin], flow::no_id);
    }
    branches_ = branches;
}

}  // namespace trainlint::python
