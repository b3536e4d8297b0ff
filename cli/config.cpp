#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "project.hpp"

namespace trainlint::cli {

namespace {

struct Arguments {
    std::string path, root;
};

int run(const Arguments& arguments) {
    auto project = open_project(arguments.root, {arguments.path}, {}, 1);
    auto path = project.absolute(arguments.path.empty() ? "." : arguments.path);
    // What holds for a folder is what holds for the files in it.
    if (std::filesystem::is_directory(path)) path += '/';
    Workspace workspace(project.host, project.options);
    const auto snapshot = workspace.snapshot();
    const auto style = style_for(project, "never");
    const auto result = snapshot.check({.paths = {project.absolute(path)}});
    for (const auto& wrong : result.faults) {
        const auto at = wrong.line ? fmt::format(":{}", *wrong.line) : std::string();
        complain(wrong.file.empty() ? wrong.message
                                    : fmt::format("{}{}: {}", output::shown_path(wrong.file, style),
                                                  at, wrong.message));
    }
    std::string out = fmt::format("{:24} {}\n", "root", project.options.root);
    for (const auto& setting : snapshot.settings(path))
        out += fmt::format("{:24} {:32} {}\n", setting.key, setting.value, setting.origin);
    if (!print(out)) return fault;
    return result.faults.empty() ? clean : fault;
}

}  // namespace

void add_config(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("config", "Show the settings in force and where each is made");
    auto arguments = std::make_shared<Arguments>();
    command->add_option("PATH", arguments->path, "the file or folder they hold for");
    command->add_option("--root", arguments->root, "the project's folder");
    command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace trainlint::cli
