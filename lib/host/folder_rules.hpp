/// What holds in a folder: its ignore files and those above.
#pragma once

#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "host/ignore_rules.hpp"

namespace trainlint::host {

/// The ignore files of one folder and the way to those above. Immutable.
struct FolderRules {
    std::shared_ptr<const FolderRules> above;  ///< of the nearest folder above that has any
    std::string folder;                        ///< absolute
    IgnoreRules ignore;                        ///< .ignore
    IgnoreRules gitignore;
    IgnoreRules exclude;      ///< .git/info/exclude
    bool repository = false;  ///< git's rules from above end here
};
using Rules = std::shared_ptr<const FolderRules>;

/// An entry of a folder that lies at or below that of the rules.
struct Candidate {
    std::string_view folder;
    std::string_view name;
    bool is_folder = false;
};
[[nodiscard]] bool is_ignored(const FolderRules*, const IgnoreRules& global, const Candidate&);

/// What a listing shows of a folder.
struct IgnoreFiles {
    bool ignore = false;
    bool gitignore = false;
    bool repository = false;  ///< there is a `.git`
};

/// The rules of folders that were listed, and of those above them in their repository. Safe to use
/// from several threads.
class RulesOfFolders {
public:
    /// The rules of a folder that is just being listed: `descriptor` is open on it.
    Rules update(const std::string& folder, int descriptor, IgnoreFiles files);
    [[nodiscard]] bool was_listed(std::string_view folder) const {
        return find(folder).has_value();
    }

private:
    std::optional<Rules> find(std::string_view folder) const;
    void keep(std::string_view folder, Rules rules);
    Rules above(std::string_view folder);

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    mutable std::shared_mutex mutex_;
    std::unordered_map<std::string, Rules, Hash, std::equal_to<>> known_;
};

/// "/a/b" to "/a", "/a" to "/"; "/" to "".
[[nodiscard]] std::string_view parent_folder(std::string_view absolute);

}  // namespace trainlint::host
