/// Which versions of packages a project states that it runs with.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/versions.hpp"
#include "trainlint/text.hpp"

namespace trainlint::engine {

/// One requirement: "torch>=2.1,<2.3" of requirements.txt.
struct Requirement {
    std::string package;  ///< by the name that tables use: "torch"
    VersionSet versions;  ///< none: it is pinned to what nobody knows (a fork, a date)
    text::Span at;        ///< in the file's text
    bool image = false;   ///< of a container's image, which other statements narrow
};

/// Reads a file that states requirements: requirements*.txt, pyproject.toml, setup.cfg, setup.py,
/// environment.yml, Dockerfile. Those without a set of versions are left out: they state nothing.
[[nodiscard]] std::vector<Requirement> read_requirements(std::string_view name,
                                                         std::string_view text);

/// The name that tables use for what is installed as `name`: "torch" for "pytorch" of conda,
/// "paddle" for "paddlepaddle-gpu".
[[nodiscard]] std::string package_of(std::string_view name);

/// One requirement line, as pip reads it; nothing of it if it states no versions.
void read_requirement(std::string_view text, std::uint32_t at, Dialect,
                      std::vector<Requirement>& out);

/// A file beside the documents whose text is kept.
struct SideFile {
    std::string path;
    std::shared_ptr<const std::string> text;
};

/// The requirements of a project, read when somebody asks. Safe to use from several threads.
class Requirements {
public:
    explicit Requirements(std::vector<SideFile> files);

    struct Statement {
        const SideFile* file = nullptr;
        const Requirement* requirement = nullptr;
    };
    /// Those of the nearest folder, from that of `path` upward, in which some file states versions
    /// of the package; if none does, those of the nearest folder that has some below it that can be
    /// understood (`src/requirements.txt`, for a job in `kubernetes/`). By path and place.
    [[nodiscard]] std::vector<Statement> of(std::string_view path, std::string_view package) const;
    [[nodiscard]] const std::vector<SideFile>& files() const { return files_; }

private:
    struct Read {
        std::once_flag once;
        std::vector<Requirement> requirements;
    };
    const std::vector<Requirement>& read(std::size_t file) const;
    template <class Look>
    std::vector<Statement> nearest(std::string_view path, Look look) const;
    void add(std::size_t file, std::string_view package, std::vector<Statement>& to) const;

    std::vector<SideFile> files_;              // sorted by path
    std::vector<std::unique_ptr<Read>> read_;  // beside files_
    std::multimap<std::string, std::size_t, std::less<>> by_folder_;
};

}  // namespace trainlint::engine
