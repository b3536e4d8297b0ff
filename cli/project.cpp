#include "project.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "trainlint/disk_host.hpp"

namespace trainlint::cli {

namespace {

std::optional<std::string> site_config() {
    if (const char* named = std::getenv("TRAINLINT_CONFIG"); named && *named) return named;
    constexpr const char* usual = "/etc/trainlint.toml";
    if (::access(usual, F_OK) == 0) return usual;
    return std::nullopt;
}

bool lies_in(const std::string& folder, const std::string& path) {
    const auto size = folder == "/" ? 0 : folder.size();
    return path.starts_with(folder) && (path.size() == size || path[size] == '/');
}

std::string parent_of(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string root_for(const Project& project, const std::vector<std::string>& paths) {
    auto root = find_root(*project.host, project.folder);
    std::string common;
    for (const auto& path : paths) {
        if (path == "-") return root;
        const auto whole = project.absolute(path);
        if (lies_in(root, whole)) return root;
        const auto folder = project.host->list(whole) ? whole : parent_of(whole);
        if (common.empty()) common = folder;
        while (!lies_in(common, folder)) common = parent_of(common);
    }
    return common.empty() ? root : find_root(*project.host, common);
}

}  // namespace

std::string Project::absolute(const std::string& path) const {
    auto joined = (std::filesystem::path(folder) / path).lexically_normal().string();
    while (joined.size() > 1 && joined.ends_with('/')) joined.pop_back();
    return joined;
}

Project open_project(const std::string& root, const std::vector<std::string>& paths,
                     const std::vector<std::string>& target, unsigned threads) {
    Project project;
    project.host = std::make_shared<OverlayHost>(std::make_shared<host::DiskHost>());
    project.folder = host::current_folder();
    project.options.root =
        root.empty() ? root_for(project, paths) : project.absolute(root);
    project.options.site_config = site_config();
    project.options.threads = threads;
    for (const auto& pair : target) {
        const auto equals = pair.find('=');
        project.options.target.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    }
    return project;
}

output::Style style_for(const Project& project, const std::string& colour) {
    const char* no_colour = std::getenv("NO_COLOR");
    const bool wanted = ::isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
    return {.colour = colour == "always" || (colour == "auto" && wanted),
            .folder = project.folder};
}

bool print(const std::string& text) {
    bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    written = std::fflush(stdout) == 0 && written;
    // Whoever closes a pipe (`| head`) has read enough.
    if (!written && errno != EPIPE)
        complain(std::string("the output cannot be written: ") + std::strerror(errno));
    return written;
}

void complain(const std::string& text) { std::fprintf(stderr, "trainlint: %s\n", text.c_str()); }

}  // namespace trainlint::cli
