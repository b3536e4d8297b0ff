#include "host/folder_rules.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "host/files.hpp"

namespace trainlint::host {
namespace {

using Verdict = IgnoreRules::Verdict;

IgnoreRules rules_in(int folder, const char* name) {
    const auto text = small_file(folder, name);
    return text ? IgnoreRules(*text) : IgnoreRules();
}

Rules read_rules(Rules above, std::string_view folder, int descriptor, IgnoreFiles files) {
    auto rules = std::make_shared<FolderRules>();
    if (files.ignore) rules->ignore = rules_in(descriptor, ".ignore");
    if (files.gitignore) rules->gitignore = rules_in(descriptor, ".gitignore");
    if (files.repository) rules->exclude = rules_in(descriptor, ".git/info/exclude");
    rules->repository = files.repository;
    const bool any = files.repository || !rules->ignore.empty() || !rules->gitignore.empty();
    if (!any) return above;
    rules->above = std::move(above);
    rules->folder = folder;
    return rules;
}

bool has_repository(const std::string& folder) {
    return ::access((folder + "/.git").c_str(), F_OK) == 0;
}

/// The path of an entry relative to the folder of some rules; made once for the folders that need
/// it.
class RelativePath {
public:
    explicit RelativePath(const Candidate& entry) : entry_(entry) {}

    std::string_view to(std::string_view folder) {
        if (path_.empty()) {
            path_.reserve(entry_.folder.size() + entry_.name.size() + 1);
            path_ += entry_.folder;
            if (!path_.ends_with('/')) path_ += '/';
            path_ += entry_.name;
        }
        const std::size_t skipped = folder.ends_with('/') ? folder.size() : folder.size() + 1;
        return std::string_view(path_).substr(std::min(skipped, path_.size()));
    }

private:
    const Candidate& entry_;
    std::string path_;
};

Verdict verdict(const IgnoreRules& rules, std::string_view folder, const Candidate& entry,
                RelativePath& path) {
    if (rules.empty()) return Verdict::none;
    const std::string_view relative = rules.needs_path() ? path.to(folder) : std::string_view{};
    return rules.match(entry.name, relative, entry.is_folder);
}

}  // namespace

std::string_view parent_folder(std::string_view absolute) {
    const auto slash = absolute.rfind('/');
    if (slash == std::string_view::npos || absolute.size() == 1) return {};
    return absolute.substr(0, std::max<std::size_t>(slash, 1));
}

bool is_ignored(const FolderRules* nearest, const IgnoreRules& global, const Candidate& entry) {
    RelativePath path(entry);
    for (const FolderRules* at = nearest; at; at = at->above.get()) {
        const Verdict found = verdict(at->ignore, at->folder, entry, path);
        if (found != Verdict::none) return found == Verdict::ignored;
    }
    std::string_view top = entry.folder;
    for (const FolderRules* at = nearest; at; at = at->above.get()) {
        Verdict found = verdict(at->gitignore, at->folder, entry, path);
        if (found == Verdict::none) found = verdict(at->exclude, at->folder, entry, path);
        if (found != Verdict::none) return found == Verdict::ignored;
        top = at->folder;
        if (at->repository) break;
    }
    return verdict(global, top, entry, path) == Verdict::ignored;
}

std::optional<Rules> RulesOfFolders::find(std::string_view folder) const {
    const std::shared_lock lock(mutex_);
    const auto found = known_.find(folder);
    if (found == known_.end()) return std::nullopt;
    return found->second;
}

void RulesOfFolders::keep(std::string_view folder, Rules rules) {
    const std::unique_lock lock(mutex_);
    known_.insert_or_assign(std::string(folder), std::move(rules));
}

Rules RulesOfFolders::update(const std::string& folder, int descriptor, IgnoreFiles files) {
    Rules rules = above(folder);
    if (files.ignore || files.gitignore || files.repository) {
        rules = read_rules(std::move(rules), folder, descriptor, files);
    }
    keep(folder, rules);
    return rules;
}

/// Of a folder that was not walked to: all of its repository's folders above it are looked at.
Rules RulesOfFolders::above(std::string_view folder) {
    std::vector<std::string> unknown;
    Rules rules;
    bool found_repository = false;
    for (auto at = parent_folder(folder); !at.empty(); at = parent_folder(at)) {
        if (const auto known = find(at)) {
            rules = *known;
            found_repository = true;
            break;
        }
        unknown.emplace_back(at);
        if (has_repository(unknown.back())) {
            found_repository = true;
            break;
        }
    }
    if (!found_repository) return nullptr;
    for (auto at = unknown.rbegin(); at != unknown.rend(); ++at) {
        const Descriptor open(::open(at->c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!open) continue;
        const bool repository = at == unknown.rbegin() && has_repository(*at);
        rules = read_rules(std::move(rules), *at, open.number(), {true, true, repository});
        keep(*at, rules);
    }
    return rules;
}

}  // namespace trainlint::host
