#include <CLI/CLI.hpp>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "commands.hpp"

namespace {

using trainlint::cli::Command;

/// Cuts the words behind `--` off `check -- COMMAND`: they are nobody's options.
Command cut_command(int& count, char** words) {
    if (count < 2 || std::string_view(words[1]) != "check") return std::nullopt;
    for (int i = 2; i < count; ++i) {
        if (std::string_view(words[i]) != "--") continue;
        Command command(std::in_place, words + i + 1, words + count);
        count = i;
        return command;
    }
    return std::nullopt;
}

int usage_fault(const CLI::App& app, const CLI::ParseError& error) {
    const auto code = app.exit(error);
    return code == 0 ? trainlint::cli::clean : trainlint::cli::fault;
}

bool has_command(const CLI::App& app, std::string_view name) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* command) { return command->get_name() == name; });
}

/// What was stated is kept: memory grows in large steps and is not given back between files.
void spare_the_kernel() {
#ifdef __GLIBC__
    constexpr int step = 64 << 20, never = 1 << 30;
    mallopt(M_TOP_PAD, step);
    mallopt(M_TRIM_THRESHOLD, never);
    mallopt(M_MMAP_THRESHOLD, never);
#endif
}

/// Ends the process with all that it holds: a project's facts take long to take apart.
[[noreturn]] void end(int status) {
    std::fflush(nullptr);
    std::_Exit(status);
}

}  // namespace

int main(int count, char** words) {
    spare_the_kernel();
    if (count == 2 && std::string_view(words[1]) == "--version") {
        std::puts("trainlint " TRAINLINT_VERSION);
        return trainlint::cli::clean;
    }
    int status = trainlint::cli::clean;
    const auto command = cut_command(count, words);
    CLI::App app{"Reads a distributed training job the way the cluster will run it, and says what "
                 "will fail, hang, train wrongly or run slowly.",
                 "trainlint"};
    app.set_version_flag("--version", "trainlint " TRAINLINT_VERSION);
    app.require_subcommand(1);
    trainlint::cli::add_check(app, command, status);
    trainlint::cli::add_rule(app, status);
    trainlint::cli::add_config(app, status);
    trainlint::cli::add_server(app, status);
    if (count > 1 && words[1][0] != '-' && !has_command(app, words[1])) {
        std::fprintf(stderr, "trainlint: no command '%s'; `trainlint --help` lists them\n", words[1]);
        return trainlint::cli::fault;
    }
    try {
        app.parse(count, words);
    } catch (const CLI::ParseError& error) {
        return usage_fault(app, error);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "trainlint: %s\n", error.what());
        return trainlint::cli::fault;
    }
    end(status);
}
