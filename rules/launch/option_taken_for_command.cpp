#include "trainlint/facts.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::rules::launch {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "--lr": no program is called so.
bool is_option(std::string_view word) {
    return word.size() > 3 && word.starts_with("--") && is_letter(word[2]);
}

}  // namespace

void option_taken_for_command(const facts::Command& command, Report& report) {
    if (command.form != facts::Command::Form::line || command.words.empty()) return;
    const auto& first = command.words.front();
    if (!is_option(first.text) || !command.fragment) return;
    if (command.fragment->language() != text::Language::shell) return;
    if (!first.parts.empty() && first.parts.front().expansion)
        return report.silent(first.at, "a variable brings it in");
    if (command.recovered)
        return report.silent(first.at, "what stands above could not be read");
    // A snippet may show options alone.
    if (command.span.begin == 0 || command.fragment->depth() > 0)
        return report.silent(first.at, "the command may begin elsewhere");
    report.at(first.at, {{"option", first.text}});
}

}  // namespace trainlint::rules::launch
