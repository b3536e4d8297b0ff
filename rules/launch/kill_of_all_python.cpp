#include <algorithm>
#include <array>

#include "trainlint/facts.hpp"
#include "trainlint/rule.hpp"

namespace trainlint::rules::launch {

namespace {

std::string_view program_of(const facts::Command& command, std::size_t& at) {
    at = 0;
    while (at < command.words.size() && command.words[at].text == "sudo") ++at;
    return at < command.words.size() ? std::string_view(command.words[at].text)
                                     : std::string_view{};
}

/// Matches every training process of whoever it is started by.
bool is_everyones(std::string_view pattern) {
    constexpr std::array names{"python", "python3", "torchrun", "deepspeed", "ray", "accelerate"};
    return std::find(names.begin(), names.end(), pattern) != names.end();
}

/// -u, -g, -P, -s, -t, -F: not all processes of that name.
bool narrows(std::string_view option) {
    constexpr std::array options{"-u", "-U", "-g", "-G", "-P", "-s", "-t", "-F", "-o", "-n"};
    return std::find(options.begin(), options.end(), option) != options.end() ||
           option.starts_with("--user") || option.starts_with("--uid") ||
           option.starts_with("--parent") || option.starts_with("--pgroup") ||
           option.starts_with("--session") || option.starts_with("--terminal") ||
           option.starts_with("--newest") || option.starts_with("--oldest") ||
           option.starts_with("--older-than") || option.starts_with("--younger-than");
}

}  // namespace

void kill_of_all_python(const facts::Command& command, Report& report) {
    std::size_t at = 0;
    const auto program = program_of(command, at);
    if (program != "pkill" && program != "killall") return;
    if (command.stage == facts::Stage::container || command.stage == facts::Stage::image_build)
        return report.silent(command.words[at].at, "the container has no other processes");
    const facts::Word* pattern = nullptr;
    for (auto i = at + 1; i < command.words.size(); ++i) {
        const auto& word = command.words[i];
        if (word.text.starts_with('-')) {
            if (narrows(word.text)) return report.silent(word.at, "it takes some processes only");
        } else if (!pattern) {
            pattern = &word;
        }
    }
    if (!pattern || !pattern->known()) return;
    if (!is_everyones(pattern->text))
        return report.silent(pattern->at, "the pattern is of one program");
    report.at(pattern->at, {{"command", std::string(program)}, {"pattern", pattern->text}});
}

}  // namespace trainlint::rules::launch
