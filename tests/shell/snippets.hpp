/// States snippets and writes what came out in one line a command, for tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/shell/state.hpp"

namespace trainlint::tests {

/// `?` for a value that nobody knows.
inline std::string readable(std::string text) {
    for (auto at = text.find(text::hole_text); at != std::string::npos;
         at = text.find(text::hole_text, at))
        text.replace(at, text::hole_text.size(), "?");
    return text;
}

/// The text, and `{other,other}` if there are others.
inline std::string readable(const facts::Word& word) {
    std::string out = readable(word.text);
    for (std::size_t i = 0; i < word.alternatives.size(); ++i)
        out += (i == 0 ? "{" : ",") + readable(word.alternatives[i]);
    return word.alternatives.empty() ? out : out + "}";
}

/// Words with `|` between them; `maybe:` before those that may not run.
inline std::string readable(const facts::Command& command) {
    std::string out = command.maybe ? "maybe:" : "";
    for (std::size_t i = 0; i < command.words.size(); ++i)
        out += (i == 0 ? "" : "|") + readable(command.words[i]);
    return out;
}

struct Snippet {
    std::shared_ptr<Names> names = std::make_shared<Names>();
    frontends::Stated stated;

    explicit Snippet(std::string text, facts::Stage stage = facts::Stage::batch_shell) {
        frontends::Demand demand;
        demand.stage = stage;
        shell::state(text::Fragment::of_document({}, text::Language::shell, std::move(text)),
                     demand, *names, stated);
    }
    /// What a derived fragment of `outer` states.
    Snippet(const Snippet& outer, std::size_t derived) : names(outer.names) {
        const auto& found = outer.stated.derived.at(derived);
        frontends::Demand demand;
        demand.stage = found.stage;
        demand.environment = found.environment;
        demand.maybe = found.maybe;
        shell::state(found.fragment, demand, *names, stated);
    }

    [[nodiscard]] std::vector<std::string> commands() const {
        std::vector<std::string> lines;
        for (const auto& command : stated.commands) lines.push_back(readable(command));
        return lines;
    }
    [[nodiscard]] std::string last() const {
        return stated.commands.empty() ? "" : readable(stated.commands.back());
    }
    [[nodiscard]] std::string environment(std::size_t command) const {
        std::string out;
        for (const auto& [name, value] : stated.commands.at(command).environment)
            out += (out.empty() ? "" : " ") + std::string(names->text(name)) + "=" + readable(value);
        return out;
    }
    [[nodiscard]] std::string last_environment() const {
        return environment(stated.commands.size() - 1);
    }
    [[nodiscard]] std::string_view text() const { return stated.fragment->text(); }
    [[nodiscard]] std::string_view at(text::Span span) const {
        return text().substr(span.begin, span.size());
    }
    /// "set A", "read B (shell)" ...
    [[nodiscard]] std::vector<std::string> variables() const {
        constexpr std::string_view actions[] = {"set ", "read ", "remove ", "forward "};
        std::vector<std::string> lines;
        for (const auto& use : stated.variables) {
            std::string line(actions[static_cast<std::size_t>(use.action)]);
            line += std::string(names->text(use.name));
            if (use.value) line += "=" + readable(*use.value);
            if (!use.environment) line += " (shell)";
            lines.push_back(line);
        }
        return lines;
    }
};

using Lines = std::vector<std::string>;

}  // namespace trainlint::tests
