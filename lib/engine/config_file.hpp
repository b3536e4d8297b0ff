/// One config file as it is written: trainlint.toml, or [tool.trainlint] of a pyproject.toml.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/globs.hpp"
#include "engine/selection.hpp"
#include "engine/versions.hpp"
#include "trainlint/rule.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::engine {

/// A value and the line that gives it, from 1.
template <class T>
struct At {
    T value{};
    std::uint32_t line = 0;
};

/// An entry of [[ignore]]: for files without comments.
struct PathIgnore {
    Selector rule;
    std::string pattern;
    Glob path;        ///< relative to the file's folder
    std::string key;  ///< dotted path in the file; empty: all of it
    std::string reason;
    std::uint32_t line = 0;
};

/// What [target] or [target.NAME] says of one key: a package's versions, the accelerator ...
struct TargetValue {
    std::string key, value;
    std::optional<VersionSet> versions;  ///< if the key is a package
    std::uint32_t line = 0;
};
struct Target {
    std::string name;  ///< empty: [target] itself
    std::vector<TargetValue> values;
};

struct ConfigFile {
    std::string path, folder;  ///< of a site-wide one: the project's root
    std::optional<At<std::vector<Selector>>> select, ignore;
    std::optional<At<Severity>> fail_on;
    std::optional<At<Confidence>> min_confidence;
    std::optional<At<bool>> preview;
    std::vector<At<std::string>> exclude;
    std::vector<Glob> exclude_globs;  ///< of the same
    std::vector<std::pair<const RuleInfo*, At<Severity>>> severity;
    std::vector<Target> targets;
    std::vector<PathIgnore> path_ignores;
    std::vector<Fault> faults;  ///< any of these: nothing can be checked
};

/// Reads the text of a config file that applies to `folder`. Null: a pyproject.toml without
/// settings of ours. Faults stand in the result.
[[nodiscard]] std::shared_ptr<const ConfigFile> read_config(std::string_view path,
                                                            std::string_view folder,
                                                            std::string_view text, Rules);

/// Reads one pair of a target, from a file or the command line. Nothing: `fault` says why.
[[nodiscard]] std::optional<TargetValue> read_target(std::string_view key, std::string_view value,
                                                     std::string& fault);

[[nodiscard]] std::string_view name_of(Severity);
[[nodiscard]] std::string_view name_of(Confidence);
[[nodiscard]] std::optional<Severity> severity_of(std::string_view);
[[nodiscard]] std::optional<Confidence> confidence_of(std::string_view);

}  // namespace trainlint::engine
