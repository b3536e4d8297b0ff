/// Path patterns of config files, with the meaning that ignore files gave them.
#pragma once

#include <string>
#include <string_view>

namespace trainlint::engine {

/// `*` and `?` stay within one folder, `**` does not, `[a-z]` is a set. A pattern without a slash
/// (but at its end) matches a name at any depth; one that ends in a slash matches folders only.
class Glob {
public:
    explicit Glob(std::string_view pattern);

    /// `path` is relative to the folder of the pattern. True also for what lies below a folder
    /// that matches.
    [[nodiscard]] bool covers(std::string_view path) const;
    /// The same for this path alone: a walk asks it of each folder before it goes down.
    [[nodiscard]] bool matches(std::string_view path, bool folder) const;

private:
    std::string pattern_;
    bool anywhere_ = false;
    bool folders_only_ = false;
};

/// `folder` is "" or a path without a slash at its end. The rest of `path` below it, or all of it
/// if the folder is "". Nothing (a null view) if the path does not lie below.
[[nodiscard]] std::string_view below(std::string_view folder, std::string_view path);
/// Is it the folder or something in it? All lies in the folder "".
[[nodiscard]] inline bool lies_in(std::string_view path, std::string_view folder) {
    return folder.empty() || path == folder || !below(folder, path).empty();
}
/// "a/b" and "c" to "a/b/c"; "", "." and "c" to "c".
[[nodiscard]] std::string join(std::string_view folder, std::string_view name);
/// "a/b/c" to "a/b"; "c" to "".
[[nodiscard]] std::string_view folder_of(std::string_view path);
/// "a/b/c" to "c".
[[nodiscard]] std::string_view name_of(std::string_view path);
/// Without `.`, doubled slashes, a slash at the end, and `..` where a folder stands before it.
/// The current folder is "".
[[nodiscard]] std::string normalised(std::string_view path);

}  // namespace trainlint::engine
