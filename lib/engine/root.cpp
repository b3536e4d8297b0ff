#include <array>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "trainlint/workspace.hpp"

namespace trainlint {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

std::optional<toml::table> parse(Host& host, const std::string& path) {
    std::vector<char> buffer(most_bytes);
    const auto content = host.read(path, buffer);
    if (content.status != Content::Status::read) return std::nullopt;
    auto parsed = toml::parse(std::string_view(buffer.data(), content.size));
    // A broken file is there all the same; what is wrong with it is told when it is read.
    return parsed ? std::move(parsed).table() : toml::table{};
}

/// The trainlint settings in a folder, from whichever of the three files has them.
std::optional<toml::table> config_in(Host& host, const std::string& folder) {
    for (const auto* name : {"/trainlint.toml", "/.trainlint.toml"})
        if (auto table = parse(host, folder + name)) return table;
    const auto project = parse(host, folder + "/pyproject.toml");
    if (!project) return std::nullopt;
    if (const auto* own = project->at_path("tool.trainlint").as_table()) return *own;
    return std::nullopt;
}

bool has_git(Host& host, const std::string& folder) {
    if (host.list(folder + "/.git")) return true;
    std::array<char, 4096> buffer{};  // a worktree's .git is a file
    return host.read(folder + "/.git", buffer).status == Content::Status::read;
}

std::string parent_of(std::string_view folder) {
    const auto slash = folder.rfind('/');
    if (slash == std::string_view::npos || folder == "/") return {};
    return slash == 0 ? "/" : std::string(folder.substr(0, slash));
}

}  // namespace

std::string find_root(Host& host, std::string_view folder) {
    std::string with_config;
    for (std::string at(folder); !at.empty(); at = parent_of(at)) {
        const auto prefix = at == "/" ? std::string() : at;
        const auto config = config_in(host, prefix);
        if (config) with_config = at;
        const bool is_root = config && config->at_path("root").value_or(false);
        const bool git = has_git(host, prefix);
        if (is_root || git) return with_config.empty() ? at : with_config;
    }
    return with_config.empty() ? std::string(folder) : with_config;
}

}  // namespace trainlint
