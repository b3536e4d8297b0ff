#include <algorithm>
#include <array>

#include "trainlint/job.hpp"

namespace trainlint::rules::launch {

namespace {

/// Few scripts have an option of this name for themselves.
bool is_the_launchers_alone(std::string_view role) {
    return role == "nproc_per_node" || role.starts_with("rdzv_");
}

bool decides_processes(std::string_view role) {
    constexpr std::array roles{"nnodes",        "node_rank",   "master_addr", "master_port",
                               "num_processes", "num_machines", "num_gpus"};
    return is_the_launchers_alone(role) || std::find(roles.begin(), roles.end(), role) != roles.end();
}

/// `--a_b` and `--a-b` are one option to whoever reads them in a script.
bool same_option(std::string_view a, std::string_view b) {
    const auto plain = [](char c) { return c == '_' ? '-' : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return plain(x) == plain(y); });
}

enum class Script { unknown, has_option, may_have, has_not };

Script ask_script(const job::Launch& launch, std::string_view option) {
    if (!launch.program) return Script::unknown;
    const auto& parser = launch.program->parser;
    if (!parser) return Script::may_have;
    for (const auto& one : parser->options)
        for (const auto& spelling : one.spellings)
            if (same_option(spelling, option)) return Script::has_option;
    return parser->open ? Script::may_have : Script::has_not;
}

}  // namespace

void misplaced_launcher_option(const job::Launch& launch, Report& report) {
    if (launch.launcher == "sbatch" || launch.script_is_module) return;
    for (const auto& option : launch.behind_script) {
        if (!decides_processes(option.role)) continue;
        if (launch.find(option.role)) {
            report.silent(option.at, "the launcher has the option as well");
            continue;
        }
        const auto script = ask_script(launch, option.spelled);
        if (script == Script::has_option) {
            report.silent(option.at, "the script has an option of that name");
            continue;
        }
        if (script != Script::has_not && !is_the_launchers_alone(option.role)) {
            report.silent(option.at, "the script may have an option of that name");
            continue;
        }
        auto& finding = report.at(
            option.at,
            {{"launcher", std::string(launch.launcher)},
             {"option", option.spelled},
             {"script", launch.command->words[*launch.script_word].text}});
        if (script != Script::has_not) finding.confidence = Confidence::medium;
        finding.related.push_back({launch.command->words[*launch.script_word].at, "script"});
    }
}

}  // namespace trainlint::rules::launch
