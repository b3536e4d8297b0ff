/// One function a subcommand. Each returns the exit status.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace trainlint::cli {

/// Nothing to report, findings at or above fail-on, something wrong with the call or the machine.
enum Status : int { clean = 0, findings = 1, fault = 2 };

/// What the words behind `--` are: a command to check before it is run.
using Command = std::optional<std::vector<std::string>>;

void add_check(CLI::App& app, const Command& command, int& status);
void add_rule(CLI::App& app, int& status);
void add_config(CLI::App& app, int& status);
void add_server(CLI::App& app, int& status);

}  // namespace trainlint::cli
