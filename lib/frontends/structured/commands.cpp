#include "frontends/structured/commands.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "frontends/shells.hpp"
#include "frontends/structured/environments.hpp"
#include "frontends/structured/words.hpp"

namespace trainlint::structured {
namespace {

using facts::Value;
using frontends::is_shell;
using frontends::text_for_shell;
using Kind = facts::Value::Kind;
using Values = std::vector<const Value*>;

/// Assignments that all commands of a text may hold together; further ones have none.
constexpr std::size_t assignment_limit = 200'000;
/// Scripts may hold so many bytes more than their text: an alias repeats them.
constexpr std::size_t script_limit = 10'000'000;

template <std::size_t count>
bool is_one_of(std::string_view key, const std::array<std::string_view, count>& keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool runs_text(std::string_view key) {
    constexpr std::array<std::string_view, 9> keys{"run",        "command",       "script",
                                                   "setup",      "cmd",           "entrypoint",
                                                   "launch_cmd", "before_script", "after_script"};
    return is_one_of(key, keys);
}

/// Lists under these keys hold one line of a script an element.
bool runs_lines(std::string_view key) {
    constexpr std::array<std::string_view, 6> keys{"script", "before_script", "after_script",
                                                   "run",    "setup",         "commands"};
    return is_one_of(key, keys);
}

/// Several words, of which the first may be a program's name.
bool looks_like_command(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    constexpr std::string_view starts = "./~$_#([{\"'!:-";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return false;
    const auto last = text.find_last_not_of(blanks);
    const char c = text[first];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool hole = text.substr(first).starts_with(text::hole_text);
    if (!letter && !hole && starts.find(c) == std::string_view::npos) return false;
    return text.substr(first, last - first).find_first_of(blanks) != std::string_view::npos;
}

/// The elements of a list of words; empty: it is none.
Values elements(const Value* list) {
    Values found;
    if (list == nullptr || list->kind != Kind::sequence) return found;
    for (const Value::Member& item : list->members) {
        const Kind kind = item.value.kind;
        if (kind == Kind::mapping || kind == Kind::sequence) return {};
        found.push_back(&item.value);
    }
    return found;
}

bool is_object(const Value& mapping) {
    return mapping.find("apiVersion") != nullptr && mapping.find("kind") != nullptr;
}

bool is_kind(const Value& object, std::string_view kind) {
    const Value* found = object.find("kind");
    return found != nullptr && found->text == kind;
}

/// Services of docker-compose: mappings, one of which has an image or is built.
bool are_services(const Value::Member& member) {
    if (member.key != "services" || member.value.kind != Kind::mapping) return false;
    const auto& services = member.value.members;
    return std::any_of(services.begin(), services.end(), [](const Value::Member& service) {
        return service.value.find("image") != nullptr || service.value.find("build") != nullptr ||
               service.value.find("extends") != nullptr;
    });
}

class Finder {
public:
    Finder(const Tree& tree, const frontends::Demand& demand, Names& names,
           frontends::Stated& stated)
        : source_{stated.fragment, tree, names}, stated_(stated) {
        scope_.stage = demand.stage;
        scope_.maybe = demand.maybe;
        scope_.environment.assign(demand.environment.begin(), demand.environment.end());
    }

    void find() {
        for (const Value& document : source_.tree.documents) walk(document, {}, scope_);
        put_in_order();
    }

private:
    void walk(const Value& value, std::string_view key, const Scope& scope) {
        if (value.kind == Kind::mapping) return mapping(value, key, scope);
        if (value.kind != Kind::sequence) return;
        for (const Value::Member& item : value.members) walk(item.value, key, scope);
    }

    void mapping(const Value& mapping, std::string_view key, const Scope& around) {
        std::optional<Scope> own;
        const auto change = [&]() -> Scope& { return own ? *own : own.emplace(around); };
        if (around.replacer != Replacer::kubernetes && is_object(mapping)) {
            if (is_kind(mapping, "CustomResourceDefinition")) return;
            change().replacer = Replacer::kubernetes;
            change().stage = facts::Stage::container;
        }
        for (const Value::Member& member : mapping.members) {
            if (is_environment(member)) {
                state_environment(source_, member.value, change(), stated_);
            }
        }
        const Scope& scope = own ? *own : around;
        // What an action of GitHub's workflows does with its parameters is its own matter.
        if (key != "exec" && key != "with") commands(mapping, scope);
        if (scope.replacer == Replacer::kubernetes && is_kind(mapping, "ConfigMap")) {
            files(mapping, scope);
        }
        for (const Value::Member& member : mapping.members) {
            if (scope.replacer == Replacer::none && are_services(member)) {
                services(member.value, scope);
            } else {
                walk(member.value, member.key, scope);
            }
        }
    }

    void services(const Value& services, const Scope& around) {
        Scope scope = around;
        scope.replacer = Replacer::compose;
        scope.stage = facts::Stage::container;
        walk(services, "services", scope);
    }

    void commands(const Value& mapping, const Scope& scope) {
        if (list_command(mapping, scope)) return;
        const Value* shell = mapping.find("shell");
        for (const Value::Member& member : mapping.members) {
            if (member.value.kind == Kind::sequence && runs_lines(member.key)) {
                const Values lines = elements(&member.value);
                const bool command = !lines.empty() &&
                                     std::any_of(lines.begin(), lines.end(), [](const Value* line) {
                                         return looks_like_command(line->text);
                                     });
                if (command) script(lines, text::Language::shell, scope);
            } else if (runs_text(member.key) && has_text(member.value) &&
                       looks_like_command(member.value.text)) {
                const auto language = language_of(shell);
                if (language) script({&member.value}, *language, scope);
            }
        }
    }

    /// What a step of GitHub's workflows is written in, by its `shell:`.
    static std::optional<text::Language> language_of(const Value* shell) {
        if (shell == nullptr || shell->text.empty()) return text::Language::shell;
        if (shell->text.starts_with("python")) return text::Language::python;
        const std::string_view program = shell->text;
        if (is_shell(program.substr(0, program.find(' ')))) return text::Language::shell;
        if (shell->kind != Kind::string) return text::Language::shell;
        return std::nullopt;
    }

    /// `command:` and `args:`, or `entrypoint:` and `command:`, where one of them is a list.
    bool list_command(const Value& mapping, const Scope& scope) {
        const bool kubernetes = scope.replacer == Replacer::kubernetes;
        const Value* command = mapping.find("command");
        const Value* args = mapping.find("args");
        if (!kubernetes) {
            const Value* entrypoint = mapping.find("entrypoint");
            if (command == nullptr) command = mapping.find("cmd");
            if (entrypoint != nullptr && !elements(entrypoint).empty()) {
                args = std::exchange(command, entrypoint);
            } else if (entrypoint != nullptr && scope.replacer == Replacer::compose) {
                return false;
            }
        }
        Values words = elements(command);
        const Values further = elements(args);
        if (words.empty() && further.empty()) return false;
        if (words.empty()) {
            const bool json = source_.fragment->language() == text::Language::json;
            if (command != nullptr && is_program(*command)) {
                words.push_back(command);
            } else if (!kubernetes && !json) {
                return false;
            }
        }
        state(words, further, scope);
        return true;
    }

    /// A single word, which a list of arguments follows.
    static bool is_program(const Value& command) {
        return command.kind == Kind::string && !command.text.empty() &&
               command.text.find_first_of(" \t\n") == std::string::npos;
    }

    /// Arguments alone follow what the image begins with: known only if they name a program.
    void state(const Values& command, const Values& args, const Scope& scope) {
        facts::Command stated;
        stated.form = facts::Command::Form::list;
        stated.stage = scope.stage;
        stated.fragment = source_.fragment;
        stated.environment = environment(scope);
        Values all = command;
        all.insert(all.end(), args.begin(), args.end());
        stated.span = all.front()->span;
        for (const Value* word : all) {
            stated.words.push_back(doubtful(*word, all.front()->span)
                                       ? unknown_word(source_, word->span)
                                       : word_of(source_, *word, scope.reading()));
            stated.span.begin = std::min(stated.span.begin, word->span.begin);
            stated.span.end = std::max(stated.span.end, word->span.end);
        }
        if (command.empty() && stated.words[0].text.starts_with('-')) {
            const text::Span at{stated.span.begin, stated.span.begin};
            stated.words.insert(stated.words.begin(), unknown_word(source_, at));
            all.insert(all.begin(), nullptr);
        }
        stated.maybe = scope.maybe || conditional(stated.span.begin);
        const auto index = static_cast<std::uint32_t>(stated_.commands.size());
        const auto text = text_for_shell(stated.words);
        stated_.commands.push_back(std::move(stated));
        if (text && has_text(*all[*text])) {
            script({all[*text]}, text::Language::shell, scope, index);
        }
    }

    void script(const Values& texts, text::Language language, const Scope& scope,
                std::uint32_t inside = flow::no_index) {
        Values known;
        for (const Value* text : texts) {
            script_bytes_ += text->text.size();
            if (has_text(*text)) known.push_back(text);
        }
        if (known.empty() || script_bytes_ > source_.text().size() + script_limit) return;
        frontends::Derived derived;
        derived.fragment = derive(source_, known, language, scope.reading());
        derived.stage = scope.stage;
        derived.environment = environment(scope);
        derived.inside = inside;
        derived.maybe = scope.maybe || conditional(known.front()->span.begin);
        stated_.derived.push_back(std::move(derived));
    }

    /// Scripts and configs that a ConfigMap holds.
    void files(const Value& map, const Scope& scope) {
        const Value* data = map.find("data");
        if (data == nullptr || data->kind != Kind::mapping) return;
        for (const Value::Member& file : data->members) {
            const auto dot = file.key.rfind('.');
            if (dot == std::string::npos || !has_text(file.value)) continue;
            const std::string_view ending = std::string_view(file.key).substr(dot);
            if (ending == ".sh") script({&file.value}, text::Language::shell, scope);
            if (ending == ".py") script({&file.value}, text::Language::python, scope);
            if (ending == ".json") script({&file.value}, text::Language::json, scope);
        }
    }

    std::vector<facts::Assignment> environment(const Scope& scope) {
        assignments_ += scope.environment.size();
        if (assignments_ > assignment_limit) return {};
        return scope.environment;
    }

    const text::Span* condition_at(std::uint32_t at) const {
        const auto& stretches = source_.tree.conditional;
        const auto after = std::upper_bound(
            stretches.begin(), stretches.end(), at,
            [](std::uint32_t place, const text::Span& span) { return place < span.begin; });
        if (after == stretches.begin() || std::prev(after)->end <= at) return nullptr;
        return &*std::prev(after);
    }
    bool conditional(std::uint32_t at) const { return condition_at(at) != nullptr; }

    /// An element that a condition inside its list may leave out.
    bool doubtful(const Value& word, text::Span first) const {
        const text::Span* condition = condition_at(word.span.begin);
        return condition != nullptr && condition->begin > first.begin;
    }

    /// Aliases and merge keys bring commands in from before.
    void put_in_order() {
        const auto& commands = stated_.commands;
        const auto before = [&](std::size_t a, std::size_t b) {
            return commands[a].span.begin < commands[b].span.begin;
        };
        std::vector<std::uint32_t> order(commands.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        if (std::is_sorted(order.begin(), order.end(), before)) return;
        std::stable_sort(order.begin(), order.end(), before);
        std::vector<facts::Command> sorted;
        std::vector<std::uint32_t> place(order.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            sorted.push_back(std::move(stated_.commands[order[i]]));
        }
        stated_.commands = std::move(sorted);
        for (frontends::Derived& derived : stated_.derived) {
            if (derived.inside != flow::no_index) derived.inside = place[derived.inside];
        }
    }

    Source source_;
    frontends::Stated& stated_;
    Scope scope_;
    std::size_t assignments_ = 0;
    std::size_t script_bytes_ = 0;
};

}  // namespace

void state_commands(const Tree& tree, const frontends::Demand& demand, Names& names,
                    frontends::Stated& stated) {
    Finder(tree, demand, names, stated).find();
}

}  // namespace trainlint::structured
