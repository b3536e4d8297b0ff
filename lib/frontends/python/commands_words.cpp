#include "frontends/python/commands_words.hpp"

#include <algorithm>

namespace trainlint::python {

using std::string_view;

namespace {

constexpr std::array<string_view, 20> command_words = {
    "torchrun", "accelerate",  "deepspeed", "horovodrun", "colossalai", "srun",   "sbatch",
    "mpirun",   "mpiexec",     "bash",      "sh",         "docker",     "ssh",    "env",
    "nohup",    "singularity", "apptainer", "kubectl",    "fleetrun",   "numactl"};

}  // namespace

bool starts_command(string_view word) {
    const auto slash = word.rfind('/');
    if (slash != string_view::npos) word.remove_prefix(slash + 1);
    if (word.starts_with("python"))
        return word.find_first_not_of("0123456789.", 6) == string_view::npos;
    return std::find(command_words.begin(), command_words.end(), word) != command_words.end();
}

CommandWords::CommandWords(Names& names) : names_(names) {
    for (const string_view word : {"environ", "getenv", "putenv", "unsetenv", "executable"})
        always_.insert(names.intern(word));
    for (const auto& starter : starters) {
        const auto dot = starter.name.rfind('.');
        always_.insert(names.intern(starter.name.substr(dot + 1)));
        always_.insert(names.intern(starter.name.substr(0, starter.name.find('.'))));
    }
    // Every program imports them for much else.
    for (const string_view word : {"os", "asyncio"}) always_.erase(names.intern(word));
    // Everything has a `run`; that of subprocess is not named alone unless it was imported.
    for (const string_view word : {"run", "call"})
        imported_.insert(always_.extract(names.intern(word)));
    for (const auto word : always_) may_hold_always_.set(bit_of(word));
}

/// `from subprocess import run as start`.
void CommandWords::open(const flow::Source& source) {
    const auto is_word = [&](Symbol name) {
        return always_.contains(name) || imported_.contains(name);
    };
    bound_.clear();
    may_hold_ = may_hold_always_;
    for (const auto& import : source.imports) {
        if (!is_word(import.name) && !is_word(import.module)) continue;
        bound_.insert(import.bound);
        may_hold_.set(bit_of(import.bound));
    }
}

std::vector<std::uint32_t> CommandWords::interesting(const flow::Source& source) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < source.functions.size(); ++i)
        if (is_interesting(source.functions[i])) found.push_back(i);
    return found;
}

bool CommandWords::is_interesting(const flow::Function& function) const {
    using Is = flow::Expression::Kind;
    return std::any_of(
        function.expressions.begin(), function.expressions.end(), [&](const auto& e) {
            if (e.kind == Is::name || e.kind == Is::member) return contains(e.symbol);
            if (e.kind != Is::sequence || e.operand_count < 2) return false;
            const auto& first = function[function.operands_of(e)[0]];
            return first.kind == Is::literal && starts_command(names_.text(first.symbol));
        });
}

}  // namespace trainlint::python
