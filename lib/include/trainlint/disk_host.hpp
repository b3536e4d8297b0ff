/// The ready host for a disk.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/host.hpp"

namespace trainlint::host {

struct DiskOptions {
    /// Leave out what .gitignore, .git/info/exclude and .ignore name.
    bool obey_ignore_files = true;
    /// One more such file, for all repositories (git's core.excludesFile). Empty: none.
    std::string global_ignore_file;
};

/// Files as they lie on the disk. Relative paths count from the current folder.
///
/// `list` leaves out `.git`, what is neither a file nor a folder, links to a folder above, and,
/// below a link to a folder, further links to folders: so that every walk ends. Ignore files are
/// obeyed as git does, from the root of the repository down (outside of a repository: from the
/// first folder that is listed); they are read afresh whenever their folder is listed.
class DiskHost : public Host {
public:
    explicit DiskHost(const DiskOptions& options = {});
    ~DiskHost() override;

    Content read(std::string_view path, std::span<char> buffer) override;
    std::optional<std::vector<Entry>> list(std::string_view folder) override;
    std::uint64_t clock() override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Puts the bytes in the place of a file, or of what a link leads to: written beside it and moved
/// over it, so that no reader ever sees half of it. Keeps mode and owner. False: nothing changed,
/// and `why` says why, for a person.
bool write_atomically(std::string_view path, std::string_view bytes, std::string& why);

/// Absolute; empty if it is gone.
[[nodiscard]] std::string current_folder();

/// The absolute path without `.`, `..`, doubled slashes and a slash at the end. Links are not
/// resolved.
[[nodiscard]] std::string absolute_path(std::string_view path);

}  // namespace trainlint::host
