#include "engine/settings.hpp"

#include <algorithm>

#include "engine/requirements.hpp"

namespace trainlint::engine {

namespace {

/// The command line's values in all targets; one target of their own if there is none.
void lay_over(std::span<const TargetValue> values, Settings& settings) {
    if (values.empty()) return;
    if (settings.targets.empty()) {
        settings.targets.emplace_back();
        settings.target_files.emplace_back();
    }
    for (auto& target : settings.targets)
        for (const auto& value : values) {
            std::erase_if(target.values, [&](const auto& old) { return old.key == value.key; });
            target.values.push_back(value);
        }
}

std::string listed(const std::vector<Selector>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "\"" : ", \"") + word.text + "\"";
    return "[" + text + "]";
}

std::string origin_of(const ConfigFile& file, std::uint32_t line) {
    return file.path + ":" + std::to_string(line);
}

/// Collects settings; a nearer file's replaces a farther one's of the same key.
class SettingList {
public:
    void put(std::string key, std::string value, std::string origin) {
        for (auto& old : settings_)
            if (old.key == key) {
                old = {std::move(key), std::move(value), std::move(origin)};
                return;
            }
        settings_.push_back({std::move(key), std::move(value), std::move(origin)});
    }
    void put_file(const ConfigFile& file);
    std::vector<Setting> take() { return std::move(settings_); }

private:
    std::vector<Setting> settings_;
};

void SettingList::put_file(const ConfigFile& file) {
    if (file.fail_on)
        put("fail-on", std::string(name_of(file.fail_on->value)),
            origin_of(file, file.fail_on->line));
    if (file.select) put("select", listed(file.select->value), origin_of(file, file.select->line));
    if (file.ignore) put("ignore", listed(file.ignore->value), origin_of(file, file.ignore->line));
    if (file.min_confidence)
        put("min-confidence", std::string(name_of(file.min_confidence->value)),
            origin_of(file, file.min_confidence->line));
    if (file.preview)
        put("preview", file.preview->value ? "true" : "false", origin_of(file, file.preview->line));
    for (const auto& [rule, severity] : file.severity)
        put("severity." + std::string(rule->name), std::string(name_of(severity.value)),
            origin_of(file, severity.line));
    for (const auto& pattern : file.exclude)
        settings_.push_back(
            {"exclude", "\"" + pattern.value + "\"", origin_of(file, pattern.line)});
    for (const auto& entry : file.path_ignores)
        settings_.push_back({"[[ignore]]",
                             entry.rule.text + " in \"" + entry.pattern + "\"" +
                                 (entry.key.empty() ? "" : " at " + entry.key),
                             origin_of(file, entry.line)});
}

}  // namespace

std::optional<Severity> Settings::severity_of(const RuleInfo& rule) const {
    for (const auto& [candidate, said] : severity)
        if (candidate->name == rule.name) return said;
    return std::nullopt;
}

std::vector<TargetVersions> Settings::versions_of(std::string_view package) const {
    std::vector<TargetVersions> found;
    // A target that leaves the package open would allow everything: it is no statement.
    for (std::size_t i = 0; i < targets.size(); ++i)
        for (const auto& value : targets[i].values)
            if (value.versions && package_of(value.key) == package_of(package))
                found.push_back(
                    {*value.versions, value.line == 0 ? "" : target_files[i], value.line});
    return found;
}

bool Settings::excludes(std::string_view path, bool folder) const {
    for (const auto& file : files) {
        const auto relative = below(file->folder, path);
        if (relative.empty()) continue;
        for (const auto& glob : file->exclude_globs)
            if (folder ? glob.matches(relative, true) : glob.covers(relative)) return true;
    }
    return false;
}

std::vector<Setting> Settings::list() const {
    SettingList list;
    for (const auto& key : setting_keys())
        if (!key.default_value.empty() && key.default_value.front() != '{' && key.key != "root" &&
            key.default_value != "[]") {
            auto value = std::string(key.default_value);
            std::erase(value, '"');
            list.put(std::string(key.key), value, "default");
        }
    list.put("select", "all rules that run by default", "default");
    for (const auto& file : files) list.put_file(*file);
    for (std::size_t i = 0; i < targets.size(); ++i)
        for (const auto& value : targets[i].values) {
            const auto key =
                "target." + (targets[i].name.empty() ? "" : targets[i].name + ".") + value.key;
            list.put(key, value.value,
                     value.line == 0 ? std::string("command line")
                                     : target_files[i] + ":" + std::to_string(value.line));
        }
    return list.take();
}

std::shared_ptr<const Settings> overlaid(const Settings& base,
                                         std::shared_ptr<const ConfigFile> file,
                                         std::span<const TargetValue> target) {
    auto settings = std::make_shared<Settings>(base);
    if (file->select) settings->choice.select = file->select->value;
    if (file->ignore) settings->choice.ignore = file->ignore->value;
    if (file->fail_on) settings->fail_on = file->fail_on->value;
    if (file->min_confidence) settings->min_confidence = file->min_confidence->value;
    if (file->preview) settings->preview = file->preview->value;
    for (const auto& said : file->severity) {
        std::erase_if(settings->severity,
                      [&](const auto& old) { return old.first->name == said.first->name; });
        settings->severity.emplace_back(said.first, said.second.value);
    }
    if (!file->targets.empty()) {
        settings->targets = file->targets;
        settings->target_files.assign(file->targets.size(), file->path);
        lay_over(target, *settings);
    }
    settings->files.push_back(std::move(file));
    return settings;
}

SettingsTree::SettingsTree(std::string root, std::shared_ptr<const ConfigFile> site,
                           std::vector<std::shared_ptr<const ConfigFile>> files,
                           std::span<const TargetValue> target)
    : root_(std::move(root)) {
    auto base = std::make_shared<Settings>();
    lay_over(target, *base);
    all_.push_back(site ? overlaid(*base, std::move(site), target) : std::move(base));
    std::sort(files.begin(), files.end(),
              [](const auto& a, const auto& b) { return a->folder < b->folder; });
    for (auto& file : files) {
        const auto above = index_of(join(file->folder, "x"));
        auto folder = file->folder;
        all_.push_back(overlaid(*all_[above], std::move(file), target));
        by_folder_[std::move(folder)] = all_.size() - 1;
    }
}

std::size_t SettingsTree::index_of(std::string_view path) const {
    if (by_folder_.empty()) return 0;
    for (auto folder = folder_of(path);; folder = folder_of(folder)) {
        if (const auto found = by_folder_.find(folder); found != by_folder_.end())
            return found->second;
        if (folder.empty() || folder == "/") return 0;
    }
}

std::vector<Fault> SettingsTree::faults() const {
    std::vector<Fault> faults;
    const auto add = [&](const ConfigFile& file) {
        faults.insert(faults.end(), file.faults.begin(), file.faults.end());
    };
    for (const auto& file : all_.front()->files) add(*file);
    for (std::size_t i = 1; i < all_.size(); ++i) add(*all_[i]->files.back());
    return faults;
}

}  // namespace trainlint::engine
