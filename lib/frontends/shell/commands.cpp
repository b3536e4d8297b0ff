// Simple commands: their words, their assignments, functions.
#include <algorithm>

#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/names.hpp"

namespace trainlint::shell {
namespace {

constexpr std::size_t longest_value = 16 * 1024;
constexpr std::size_t most_stretches = 1024;
constexpr std::size_t most_elements = 4096;

bool is_too_long(const Text& text) {
    return text.text.size() > longest_value || text.stretches.size() > most_stretches ||
           (text.stretches.size() > 4 && text.only_holes());
}

/// Does it change what later commands get?
bool is_builtin(std::string_view name) {
    constexpr std::string_view names[] = {
        "break", "cd",     "continue",  "declare", "exec",  "exit",  "export", "getopts",
        "let",   "local",  "mapfile",   "popd",    "printf", "pushd", "read",  "readonly",
        "return", "set",   "shift",     "typeset", "unset"};
    return is_one_of(name, names) || name == "readarray";
}

bool declares(std::string_view name) {
    constexpr std::string_view names[] = {"export", "declare", "local", "readonly", "typeset"};
    return is_one_of(name, names);
}

}  // namespace

/// The words of a command in order; assignments before the first are `prefixes`.
void Evaluator::expand_items(const Node& node, std::vector<Field>& words,
                             std::vector<Index>& prefixes) {
    Fields fields(budget_);
    fields.reserve(node.parts.count + 1);
    bool any = false;
    for (const Item& item : std::span(tree_.items).subspan(node.parts.first, node.parts.count)) {
        if (!item.is_assignment) {
            expand(item.index, fields, Splitting::split);
            any = true;
            continue;
        }
        if (!any) {
            prefixes.push_back(item.index);
            continue;
        }
        const AssignmentNode& assignment = tree_.assignments[item.index];
        const auto value = assignment.value == none ? assignment.span.end
                                                    : tree_.words[assignment.value].span.begin;
        const text::Span beginning{assignment.span.begin, value};
        fields.begin_word(assignment.span);
        fields.literal(view(beginning), {.source = beginning});
        fields.one_word(true);
        if (assignment.value != none)
            expand_pieces(pieces(tree_.words[assignment.value].pieces), fields, Splitting::joined);
        fields.end_word();
        fields.one_word(false);
    }
    words = fields.take_all();
}

Evaluator::Flow Evaluator::run_simple(Index index) {
    const Node& node = tree_.nodes[index];
    std::vector<Field> fields;
    std::vector<Index> prefixes;
    run_launch_alternatives(index);
    expand_items(node, fields, prefixes);
    run_redirections(node.redirections);
    if (!fields.empty()) return run_command(index, fields, prefixes);
    for (const Index prefix : prefixes) assign(prefix, false, false);
    return Flow::on;
}

/// `$LAUNCHER train.py`, where an if decided what LAUNCHER is: each of the commands that it may be.
void Evaluator::run_launch_alternatives(Index index) {
    const Node& node = tree_.nodes[index];
    if (node.parts.count == 0 || stated_[index] != none) return;
    const Item& first = tree_.items[node.parts.first];
    if (first.is_assignment) return;
    const Range range = tree_.words[first.index].pieces;
    if (range.count != 1) return;
    const Piece& piece = tree_.pieces[range.first];
    if (piece.kind != Piece::Kind::parameter || piece.quoting != Quoting::unquoted) return;
    const auto name = view(tree_.parameters[piece.index].name);
    if (name.empty() || !is_name_start(name.front())) return;
    const std::uint32_t variable = variables_.index_of(name);
    const VariableState before = variables_.state(variable);
    if (!before.content || before.content->alternatives.empty()) return;
    std::vector<Text> values = before.content->alternatives;
    if (before.content->scalar().known()) values.insert(values.begin(), before.content->scalar());
    const bool words = std::any_of(values.begin(), values.end(), [](const Text& value) {
        return value.text.find(' ') != std::string::npos;
    });
    if (!words) return;
    const Perhaps perhaps(*this);
    for (Text& value : values) {
        variables_.set(variable, {before.kind, before.exported, scalar_of(std::move(value))});
        std::vector<Field> fields;
        std::vector<Index> prefixes;
        expand_items(node, fields, prefixes);
        if (!fields.empty())
            derive(index, state_command(index, fields, true, prefixes, true), fields);
    }
    variables_.set(variable, before);
}

Evaluator::Flow Evaluator::run_command(Index index, std::vector<Field>& fields,
                                       std::vector<Index>& prefixes) {
    const Node& node = tree_.nodes[index];
    // A copy: stating it may move the words.
    const std::string name = fields.front().value.text;
    const auto function = functions_.find(name);
    const bool is_function = function != functions_.end();
    const bool derives = may_derive(node, fields);
    const bool keep = is_function || derives || is_builtin(name);
    const std::uint32_t command = state_command(index, fields, keep, prefixes, false);
    if (!keep) return Flow::on;
    if (derives && command != none) derive(index, command, fields);
    if (declares(name)) {
        declare(name, node, fields);
        return Flow::on;
    }
    if (!is_function) return run_builtin(name, fields);
    std::vector<std::pair<std::uint32_t, VariableState>> before;
    for (const Index prefix : prefixes) {
        const auto variable = variables_.index_of(view(tree_.assignments[prefix].name));
        before.emplace_back(variable, variables_.state(variable));
        assign(prefix, true, false);
    }
    const Flow flow =
        run_function(name, tree_.nodes[function->second], std::span(fields).subspan(1));
    for (auto& [variable, state] : before) variables_.set(variable, std::move(state));
    return flow;
}

void Evaluator::run_redirections(Range range) {
    for (const auto& redirection :
         std::span(tree_.redirections).subspan(range.first, range.count))
        if (redirection.target != none && tree_.words[redirection.target].pieces.count > 0)
            (void)expand_joined(redirection.target);
}

void Evaluator::set_variable(std::uint32_t variable, Contents content, bool exported) {
    const bool too_long =
        is_too_long(content->value) ||
        std::any_of(content->elements.begin(), content->elements.end(), is_too_long);
    if (too_long || content->elements.size() > most_elements) {
        auto unknown = std::make_shared<Content>();
        unknown->array = content->array;
        unknown->span = content->span;
        unknown->value = unknown_text();
        if (unknown->array) unknown->elements.push_back(unknown_text());
        content = std::move(unknown);
    }
    const bool is_exported = exported || export_all_;
    variables_.set(variable, {VariableState::Kind::set, is_exported, std::move(content)});
}

void Evaluator::make_local(std::uint32_t variable) {
    if (!locals_) return;
    if (locals_->names.insert(variable).second)
        locals_->before.emplace_back(variable, variables_.state(variable));
}

void Evaluator::assign(Index index, bool exported, bool local) {
    const AssignmentNode& node = tree_.assignments[index];
    const std::uint32_t variable = variables_.index_of(view(node.name));
    const VariableState before = variables_.state(variable);
    if (local) make_local(variable);
    Contents content = node.array              ? assigned_array(node, before)
                       : node.subscript != none ? assigned_element(node, before)
                                                : assigned_scalar(node, before);
    const bool is_exported = exported || before.exported || export_all_;
    if (first_visit(node.name.begin))
        state_use(facts::VariableUse::Action::set, symbol(view(node.name)), node.name, node.span,
                  content, is_exported);
    set_variable(variable, std::move(content), is_exported);
}

Contents Evaluator::assigned_scalar(const AssignmentNode& node, const VariableState& before) {
    Fields fields(budget_);
    fields.one_word(true);
    fields.begin_word(tree_.words[node.value].span);
    fields.open();
    if (node.append && before.kind != VariableState::Kind::removed) {
        if (before.content && !before.content->array) {
            fields.joined(before.content->scalar(), before.content->alternatives);
        } else {
            const Bringing bringing{symbol(view(node.name)), node.name};
            fields.joined(unknown_text(), {}, &bringing);
        }
    }
    expand_pieces(pieces(tree_.words[node.value].pieces), fields, Splitting::joined);
    Field field = fields.take_one();
    auto content = std::make_shared<Content>();
    content->span = field.span;
    for (const auto& other : field.alternatives) {
        Text text;
        text.append(other, {.source = field.span, .origin = facts::Origin::branch, .stands = false});
        content->alternatives.push_back(std::move(text));
    }
    content->value = std::move(field.value);
    return content;
}

Contents Evaluator::assigned_array(const AssignmentNode& node, const VariableState& before) {
    auto content = std::make_shared<Content>();
    content->array = true;
    content->associative = before.content && before.content->associative;
    if (node.append && before.content) {
        if (budget_.spend(before.content->elements))
            content->elements = before.content->elements;
        else
            content->elements.push_back(unknown_text());
    }
    Fields fields(budget_);
    for (const auto& element :
         std::span(tree_.elements).subspan(node.elements.first, node.elements.count)) {
        // Elements with places of their own: what stands where is not followed.
        content->associative |= element.subscript != none;
        if (element.value != none) expand(element.value, fields, Splitting::split);
    }
    for (Field& field : fields.take_all()) {
        if (!field.alternatives.empty()) field.value = unknown_text();
        content->elements.push_back(std::move(field.value));
    }
    return content;
}

/// `A[i]=value`
Contents Evaluator::assigned_element(const AssignmentNode& node, const VariableState& before) {
    auto content = std::make_shared<Content>();
    content->array = true;
    content->elements.push_back(unknown_text());
    const Field subscript = expand_joined(node.subscript);
    const Field value = expand_joined(node.value);
    if (!before.content || !before.content->array || before.content->associative) return content;
    const std::string& number = subscript.value.text;
    const auto& old = before.content->elements;
    const bool counted = before.content->counted_before(old.size());
    const bool is_number = !number.empty() && number.size() < 5 &&
                           std::all_of(number.begin(), number.end(), is_digit);
    if (!is_number || !counted || node.append || !value.alternatives.empty()) return content;
    const auto wanted = static_cast<std::size_t>(std::stoul(number));
    if (wanted > old.size() || !budget_.spend(value.value) || !budget_.spend(old)) return content;
    content->elements = old;
    if (wanted == old.size()) content->elements.emplace_back();
    content->elements[wanted] = value.value;
    return content;
}

void Evaluator::declare(std::string_view command, const Node& node,
                        std::span<const Field> fields) {
    bool exported = command == "export";
    bool removes_export = false;
    bool associative = false;
    bool global = false;
    for (const Field& field : fields.subspan(1)) {
        const std::string& text = field.value.text;
        if (text.size() < 2 || (text[0] != '-' && text[0] != '+')) continue;
        const bool on = text[0] == '-';
        exported |= on && command != "export" && text.find('x') != std::string::npos;
        removes_export |= command == "export" && text.find('n') != std::string::npos;
        associative |= on && text.find('A') != std::string::npos;
        global |= on && text.find('g') != std::string::npos;
    }
    const bool local = command == "local" ||
                       ((command == "declare" || command == "typeset") && !global);
    for (const Item& item : std::span(tree_.items).subspan(node.parts.first, node.parts.count))
        if (item.is_assignment && item.index != none) {
            const AssignmentNode& assignment = tree_.assignments[item.index];
            if (associative) {
                auto content = std::make_shared<Content>();
                content->array = content->associative = true;
                const auto variable = variables_.index_of(view(assignment.name));
                if (local) make_local(variable);
                set_variable(variable, std::move(content), false);
            }
            assign(item.index, exported && !removes_export, local && locals_);
        }
    for (const Field& field : fields.subspan(1)) {
        const std::string& text = field.value.text;
        const bool name = !text.empty() && is_name_start(text[0]) &&
                          std::all_of(text.begin(), text.end(), is_name_character);
        if (!name || field.value.stretches.size() != 1) continue;
        if (exported) export_name(field, !removes_export);
        if (!associative && !(local && locals_)) continue;
        const auto variable = variables_.index_of(text);
        if (local) make_local(variable);
        auto content = std::make_shared<Content>();
        content->array = content->associative = associative;
        set_variable(variable, std::move(content), false);
    }
}

/// `export NAME`, after NAME was set, or before.
void Evaluator::export_name(const Field& field, bool exported) {
    const auto variable = variables_.index_of(field.value.text);
    VariableState state = variables_.state(variable);
    const Stretch& stretch = field.value.stretches.front();
    const bool written = !stretch.brought && stretch.stands && stretch.foreign == 0;
    if (exported && written && first_visit(stretch.source.begin)) {
        // Without a value of its own it passes on what there is.
        const bool set = state.kind == VariableState::Kind::set;
        if (set)
            state_use(facts::VariableUse::Action::set, symbol(field.value.text), stretch.source,
                      field.span, state.content, true);
        else
            state_use(facts::VariableUse::Action::forward, symbol(field.value.text),
                      stretch.source, field.span, {}, true);
    }
    state.exported = exported;
    variables_.set(variable, std::move(state));
}

}  // namespace trainlint::shell
