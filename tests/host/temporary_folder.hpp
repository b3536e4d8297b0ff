/// A folder that is removed at the end of a test.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "trainlint/host.hpp"

namespace trainlint::host::tests {

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "trainlint-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()));
        path_ = std::filesystem::canonical(name);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] std::string path(std::string_view name = "") const {
        return name.empty() ? path_.string() : (path_ / name).string();
    }
    void write(std::string_view name, std::string_view text) const {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
    }
    [[nodiscard]] std::string read(std::string_view name) const {
        std::ifstream file(path_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void folder(std::string_view name) const { std::filesystem::create_directories(path_ / name); }
    void link(std::string_view target, std::string_view name) const {
        std::filesystem::create_symlink(target, path_ / name);
    }

private:
    std::filesystem::path path_;
};

using Walked = std::map<std::string, EntryKind>;

/// All that a walk from the folder meets, relative to it.
inline Walked walk(Host& host, const std::string& root) {
    Walked all;
    const std::function<void(const std::string&, const std::string&)> visit =
        [&](const std::string& folder, const std::string& prefix) {
            const auto entries = host.list(folder);
            if (!entries) return;
            for (const Entry& entry : *entries) {
                all[prefix + entry.name] = entry.kind;
                if (entry.kind == EntryKind::folder) {
                    visit(folder + "/" + entry.name, prefix + entry.name + "/");
                }
            }
        };
    visit(root, "");
    return all;
}

inline std::string names(const Walked& walked) {
    std::string out;
    for (const auto& [name, kind] : walked) {
        if (!out.empty()) out += ' ';
        out += name;
        if (kind == EntryKind::folder) out += '/';
    }
    return out;
}

}  // namespace trainlint::host::tests
