// From what the evaluator knows to facts.
#include <algorithm>

#include "facts/weight.hpp"
#include "frontends/shell/evaluator.hpp"
#include "frontends/shell/names.hpp"

namespace trainlint::shell {
namespace {

constexpr std::size_t most_commands = 100'000;
constexpr std::size_t most_uses = 200'000;

// Run within the shell: nothing receives an environment.
constexpr std::string_view inside_shell[] = {
    ":",       "[",      "alias",    "break",  "builtin", "cd",      "continue", "declare",
    "dirs",    "echo",   "exit",     "export", "false",   "getopts", "hash",     "let",
    "local",   "mapfile", "popd",    "printf", "pushd",   "pwd",     "read",     "readonly",
    "return",  "set",    "shift",    "shopt",  "test",    "trap",    "true",     "type",
    "typeset", "ulimit", "umask",    "unalias", "unset",  "wait",
};

void show_folder_as_hole(std::string& text) {
    for (auto at = text.find(script_folder_text); at != std::string::npos;
         at = text.find(script_folder_text, at))
        text.replace(at, text::hole_text.size(), text::hole_text);
}

}  // namespace

bool Evaluator::first_visit(std::uint32_t offset) {
    if (offset >= visited_.size() || visited_[offset]) return false;
    visited_[offset] = true;
    return true;
}

facts::Part Evaluator::part_of(const Text& text, std::size_t index) const {
    const Stretch& stretch = text.stretches[index];
    facts::Part part;
    part.span = {stretch.begin, static_cast<std::uint32_t>(text.end_of(index))};
    part.origin = stretch.origin;
    part.source = stretch.source;
    const facts::Part* foreign = stretch.foreign > 0 ? &foreign_[stretch.foreign - 1] : nullptr;
    if (foreign) {
        part.fragment = foreign->fragment;
        part.at = foreign->fragment ? foreign->fragment->place(stretch.source) : foreign->at;
    } else {
        part.at = script_->place(stretch.source);
        if (stretch.stands) part.fragment = script_;
    }
    if (foreign && stretch.hole && foreign->expansion)
        part.expansion = foreign->expansion;
    else if (stretch.brought)
        part.expansion = facts::Expansion{stretch.variable, stage_, script_->place(stretch.use)};
    return part;
}

facts::Word Evaluator::word_of(Field&& field) const {
    // The text may move out only after its stretches were read.
    facts::Word word = word_of(field.value, {}, field.span);
    word.text = std::move(field.value.text);
    word.alternatives = std::move(field.alternatives);
    if (!field.value.known()) show_folder_as_hole(word.text);
    for (auto& other : word.alternatives) show_folder_as_hole(other);
    return word;
}

facts::Word Evaluator::word_of(const Text& value, std::string text, text::Span span) const {
    facts::Word word;
    word.span = span;
    word.at = script_->place(span);
    word.parts.reserve(value.stretches.size());
    for (std::size_t i = 0; i < value.stretches.size(); ++i) {
        word.parts.push_back(part_of(value, i));
        if (value.stretches[i].source.size() == 0) word.parts.back().at = word.at;
    }
    word.text = std::move(text);
    if (!value.known()) show_folder_as_hole(word.text);
    return word;
}

facts::Word Evaluator::word_of(const Content& content, text::Span span) const {
    facts::Word word = word_of(content.scalar(), std::string(content.scalar().text), span);
    for (const Text& other : content.alternatives) {
        word.alternatives.push_back(other.text);
        show_folder_as_hole(word.alternatives.back());
    }
    return word;
}

const facts::Word& Evaluator::exported_word(const Content& content) {
    if (!content.word)
        content.word = std::make_unique<const facts::Word>(word_of(content, content.span));
    return *content.word;
}

bool Evaluator::spend_environment(const facts::Word& word) {
    const std::size_t cost = sizeof(Symbol) + facts::weight(word);
    if (cost > environment_left_) {
        environment_left_ = 0;
        return false;
    }
    environment_left_ -= cost;
    return true;
}

bool Evaluator::spend_environment(std::span<const facts::Assignment> all) {
    return std::all_of(all.begin(), all.end(), [&](const facts::Assignment& assignment) {
        return spend_environment(assignment.value);
    });
}

/// All of it, or nothing: after too many commands with too large a one.
std::vector<facts::Assignment> Evaluator::environment() {
    std::vector<facts::Assignment> result;
    const auto& exported = variables_.exported();
    // To look at them costs as well.
    const std::size_t cost = exported.size() * sizeof(facts::Assignment) / 4;
    if (cost > environment_left_) return result;
    environment_left_ -= cost;
    for (const std::uint32_t index : exported) {
        const Variable& variable = variables_[index];
        const VariableState& state = variable.state;
        if (!state.exported || state.kind != VariableState::Kind::set || !state.content ||
            state.content->array)
            continue;
        const facts::Word& word = exported_word(*state.content);
        if (!spend_environment(word)) return {};
        result.push_back({symbol(variable.name), word});
    }
    return result;
}

void Evaluator::add_environment(facts::Command& command, std::span<const Index> prefixes) {
    if (!command.words.empty() && !is_one_of(command.words.front().text, inside_shell))
        command.environment = environment();
    std::unordered_map<Symbol, facts::Word> own;
    std::vector<Symbol> order;
    for (const Index prefix : prefixes) {
        const AssignmentNode& node = tree_.assignments[prefix];
        if (node.array || node.value == none) continue;
        const auto content = assigned_scalar(node, variables_.state(variables_.index_of(view(node.name))));
        if (!content) continue;
        const Symbol name = symbol(view(node.name));
        if (first_visit(node.name.begin))
            state_use(facts::VariableUse::Action::set, name, node.name, node.span, content, true);
        if (own.insert_or_assign(name, exported_word(*content)).second) order.push_back(name);
    }
    if (own.empty()) return;
    auto& all = command.environment;
    std::erase_if(all, [&](const auto& other) { return own.contains(other.name); });
    for (const Symbol name : order) all.push_back({name, std::move(own.at(name))});
}

/// `again`: it was stated for another way through the script; only a way that is sure replaces it.
std::uint32_t Evaluator::state_command(Index node, std::span<Field> fields, bool keep,
                                       std::span<const Index> prefixes, bool again) {
    const std::uint32_t before = stated_[node];
    if (before != none && !again && (maybe_ || !out_.commands[before].maybe)) return none;
    if (out_.commands.size() >= most_commands && before == none) {
        if (!full_)
            out_.problems.push_back({"too many commands: the rest was not stated",
                                     script_->place(tree_.nodes[node].span)});
        full_ = true;
        return none;
    }
    facts::Command command;
    command.form = facts::Command::Form::line;
    command.span = tree_.nodes[node].span;
    command.fragment = script_;
    command.stage = stage_;
    command.maybe = maybe_;
    command.folder = folder();
    command.words.reserve(fields.size());
    for (Field& field : fields)
        command.words.push_back(keep ? word_of(Field(field)) : word_of(std::move(field)));
    add_environment(command, prefixes);
    if (before != none && !again) {
        out_.commands[before] = std::move(command);
        return none;
    }
    const auto index = static_cast<std::uint32_t>(out_.commands.size());
    if (!again) stated_[node] = index;
    out_.commands.push_back(std::move(command));
    return index;
}

void Evaluator::state_use(facts::VariableUse::Action action, Symbol name, text::Span name_span,
                          text::Span at, const Contents& content, bool environment) {
    if (out_.variables.size() >= most_uses) return;
    facts::VariableUse use{.action = action, .name = name};
    if (content && !content->array) {
        if (environment)
            use.value = exported_word(*content);
        else
            use.value = word_of(*content, content->span);
    }
    use.environment = environment;
    use.maybe = maybe_;
    use.stage = stage_;
    use.name_span = name_span;
    use.name_at = script_->place(name_span);
    use.at = script_->place(at);
    use.fragment = script_;
    out_.variables.push_back(std::move(use));
}

void Evaluator::state_read(Symbol name, text::Span name_span, text::Span at) {
    state_use(facts::VariableUse::Action::read, name, name_span, at, {}, true);
}

/// The value of a variable that came with the environment: it stands in another text.
Text Evaluator::foreign_text(const facts::Word& word) {
    Text text;
    for (const auto& part : word.parts) {
        if (part.span.end > word.text.size() || part.span.begin > part.span.end) return unknown_text();
        foreign_.push_back(part);
        const auto characters =
            std::string_view(word.text).substr(part.span.begin, part.span.size());
        Stretch stretch{.foreign = static_cast<std::uint32_t>(foreign_.size()),
                        .source = part.source,
                        .origin = part.origin,
                        .brought = part.expansion.has_value(),
                        .stands = part.fragment != nullptr,
                        .hole = characters == text::hole_text};
        if (part.expansion) stretch.variable = part.expansion->variable;
        text.append(characters, stretch);
    }
    if (text.text.size() != word.text.size()) return unknown_text();
    return text;
}

void Evaluator::add_inherited(const frontends::Demand& demand) {
    for (const auto& [name, word] : demand.environment) {
        auto content = std::make_shared<Content>();
        content->value = foreign_text(word);
        for (const auto& other : word.alternatives) {
            Text text;
            text.append(other, {.origin = facts::Origin::branch, .stands = false});
            content->alternatives.push_back(std::move(text));
        }
        content->word = std::make_unique<const facts::Word>(word);
        const auto variable = variables_.index_of(names_.text(name));
        variables_.set(variable, {VariableState::Kind::set, true, std::move(content)});
    }
}

}  // namespace trainlint::shell
