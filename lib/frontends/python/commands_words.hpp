/// The words by which commands and environment variables are known in a program.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "flow/function.hpp"
#include "trainlint/names.hpp"

namespace trainlint::python {

/// A function that starts a command.
struct Starter {
    enum class Form : std::uint8_t {
        list,   ///< a list of words, or with shell=True a string
        shell,  ///< a string for a shell
        words   ///< each argument a word
    };

    std::string_view name;
    Form form;
    std::uint8_t position;  // of the list or string
    std::string_view keyword;
};

inline constexpr std::array<Starter, 25> starters = {{
    {"subprocess.run", Starter::Form::list, 0, "args"},
    {"subprocess.call", Starter::Form::list, 0, "args"},
    {"subprocess.check_call", Starter::Form::list, 0, "args"},
    {"subprocess.check_output", Starter::Form::list, 0, "args"},
    {"subprocess.Popen", Starter::Form::list, 0, "args"},
    {"subprocess.getoutput", Starter::Form::shell, 0, "cmd"},
    {"subprocess.getstatusoutput", Starter::Form::shell, 0, "cmd"},
    {"os.system", Starter::Form::shell, 0, "command"},
    {"os.popen", Starter::Form::shell, 0, "cmd"},
    {"os.execv", Starter::Form::list, 1, "argv"},
    {"os.execve", Starter::Form::list, 1, "argv"},
    {"os.execvp", Starter::Form::list, 1, "args"},
    {"os.execvpe", Starter::Form::list, 1, "args"},
    {"os.spawnv", Starter::Form::list, 2, "args"},
    {"os.spawnve", Starter::Form::list, 2, "args"},
    {"os.spawnvp", Starter::Form::list, 2, "args"},
    {"os.spawnvpe", Starter::Form::list, 2, "args"},
    {"os.posix_spawn", Starter::Form::list, 1, "argv"},
    {"os.posix_spawnp", Starter::Form::list, 1, "argv"},
    {"pty.spawn", Starter::Form::list, 0, "argv"},
    {"asyncio.create_subprocess_exec", Starter::Form::words, 0, ""},
    {"asyncio.create_subprocess_shell", Starter::Form::shell, 0, "cmd"},
    {"asyncio.subprocess.create_subprocess_exec", Starter::Form::words, 0, ""},
    {"asyncio.subprocess.create_subprocess_shell", Starter::Form::shell, 0, "cmd"},
    {"shlex.split", Starter::Form::shell, 0, "s"},
}};

/// Whether the word is the first of command lines, without folder and version: "torchrun",
/// "python".
[[nodiscard]] bool starts_command(std::string_view word);

/// Names that make a function worth reading. Made once for many documents.
class CommandWords {
public:
    explicit CommandWords(Names&);

    /// Adds the names that the document's imports bind; those of the one before are forgotten.
    void open(const flow::Source&);
    [[nodiscard]] bool contains(Symbol word) const {
        return may_hold_[bit_of(word)] && (always_.contains(word) || bound_.contains(word));
    }
    /// The functions of the document that may start a command or touch a variable: few do.
    [[nodiscard]] std::vector<std::uint32_t> interesting(const flow::Source&) const;

private:
    static constexpr std::size_t bits = 1024;
    static std::size_t bit_of(Symbol word) { return static_cast<std::size_t>(word) % bits; }
    [[nodiscard]] bool is_interesting(const flow::Function&) const;

    const Names& names_;
    std::unordered_set<Symbol> always_;
    std::unordered_set<Symbol> imported_;  // too common, unless a document imports them
    std::unordered_set<Symbol> bound_;     // by the imports of the document at hand
    // Almost all names of a program are none of them: one bit tells.
    std::bitset<bits> may_hold_always_, may_hold_;
};

}  // namespace trainlint::python
