/// Goes through the folders of a project and tells files apart by their names.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/classify.hpp"
#include "engine/config_file.hpp"
#include "engine/requirements.hpp"
#include "trainlint/host.hpp"

namespace trainlint::engine {

struct Found {
    std::string path;
    FileKind kind;
};

struct Walk {
    std::vector<std::string> paths;  ///< every file that something may refer to; sorted
    std::vector<Found> documents;    ///< those that are read; sorted by path
    std::vector<std::shared_ptr<const ConfigFile>> configs;
    std::vector<SideFile> config_texts;  ///< beside configs
    std::vector<SideFile> versions;      ///< files that state versions; sorted by path
    std::vector<std::string> too_deep;   ///< folders that were not entered
    std::vector<std::string> unlisted;   ///< folders whose entries nobody tells
};

/// A config file and the text it was read from; nothing if there is none.
struct ReadConfig {
    std::shared_ptr<const ConfigFile> file;
    SideFile text;
};
/// The settings of a folder: trainlint.toml, .trainlint.toml or pyproject.toml, the first there is.
[[nodiscard]] std::optional<ReadConfig> config_in(Host&, std::string_view folder,
                                                  std::span<const Entry>, Rules);
/// A config file that applies to `folder`, wherever it lies. Nothing: it cannot be read.
[[nodiscard]] std::optional<ReadConfig> config_at(Host&, std::string_view path,
                                                  std::string_view folder, Rules);

struct WalkOptions {
    unsigned threads = 1;
    std::shared_ptr<const ConfigFile> site;  ///< may be null
    /// Folders above the first whose settings hold too, farthest first (for a walk that begins
    /// below the root).
    std::vector<std::shared_ptr<const ConfigFile>> above;
};

/// From `folder` downward. What a config excludes is not entered. The result does not depend on
/// the number of threads.
[[nodiscard]] Walk walk(Host&, std::string_view folder, Rules, const WalkOptions&,
                        const std::stop_token&);

}  // namespace trainlint::engine
