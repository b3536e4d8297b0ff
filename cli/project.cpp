#include "project.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "trainlint/disk_host.hpp"

namespace trainlint::cli {

namespace {

std::optional<std::string> site_config() {
    if (const char* named = std::getenv("TRAINLINT_CONFIG"); named && *named) return named;
    constexpr const char* usual = "/etc/trainlint.toml";
    if (::access(usual, F_OK) == 0) return usual;
    return std::nullopt;
}

}  // namespace

std::string Project::absolute(const std::string& path) const {
    auto joined = (std::filesystem::path(folder) / path).lexically_normal().string();
    while (joined.size() > 1 && joined.ends_with('/')) joined.pop_back();
    return joined;
}

Project open_project(const std::string& root, const std::vector<std::string>& target,
                     unsigned threads) {
    Project project;
    project.host = std::make_shared<OverlayHost>(std::make_shared<host::DiskHost>());
    project.folder = host::current_folder();
    project.options.root = root.empty() ? find_root(*project.host, project.folder)
                                        : project.absolute(root);
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
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    return std::fflush(stdout) == 0 && written;
}

void complain(const std::string& text) { std::fprintf(stderr, "trainlint: %s\n", text.c_str()); }

}  // namespace trainlint::cli
