/// Settings in force: config files laid over each other, from the site's to the nearest.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/config_file.hpp"

namespace trainlint::engine {

/// A stated set of versions of one package and the line that states it.
struct TargetVersions {
    VersionSet versions;
    std::string file;  ///< empty: the command line
    std::uint32_t line = 0;
};

/// What holds for all files of a folder and those below it, up to the next config file.
struct Settings {
    std::vector<std::shared_ptr<const ConfigFile>> files;  ///< farthest first
    Choice choice;
    Severity fail_on = Severity::warning;
    Confidence min_confidence = Confidence::medium;
    bool preview = false;
    std::vector<std::pair<const RuleInfo*, Severity>> severity;
    std::vector<Target> targets;            ///< with the command line's values laid over
    std::vector<std::string> target_files;  ///< beside `targets`: where each stands

    /// What the user says of the rule's severity.
    [[nodiscard]] std::optional<Severity> severity_of(const RuleInfo&) const;
    /// What the targets state of a package, one after another; they allow all of it together.
    [[nodiscard]] std::vector<TargetVersions> versions_of(std::string_view package) const;
    /// Is the path left out? `path` as the host knows it.
    [[nodiscard]] bool excludes(std::string_view path, bool folder) const;
    /// For `trainlint config`.
    [[nodiscard]] std::vector<Setting> list() const;
};

/// Which settings hold where. Immutable once built.
class SettingsTree {
public:
    /// `site` may be null. `target` is the command line's; pairs that cannot be read are left out.
    SettingsTree(std::string root, std::shared_ptr<const ConfigFile> site,
                 std::vector<std::shared_ptr<const ConfigFile>> files,
                 std::span<const TargetValue> target);

    [[nodiscard]] const Settings& of(std::string_view path) const { return *all_[index_of(path)]; }
    /// Index into all().
    [[nodiscard]] std::size_t index_of(std::string_view path) const;
    [[nodiscard]] std::span<const std::shared_ptr<const Settings>> all() const { return all_; }
    [[nodiscard]] const Settings& root() const { return of(join(root_, "x")); }
    /// Faults of all files, in order.
    [[nodiscard]] std::vector<Fault> faults() const;

private:
    std::string root_;
    std::vector<std::shared_ptr<const Settings>> all_;  // 0: the defaults
    std::map<std::string, std::size_t, std::less<>> by_folder_;
};

/// The settings of `base` with those of one more file laid over.
[[nodiscard]] std::shared_ptr<const Settings> overlaid(const Settings& base,
                                                       std::shared_ptr<const ConfigFile>,
                                                       std::span<const TargetValue> target);

}  // namespace trainlint::engine
