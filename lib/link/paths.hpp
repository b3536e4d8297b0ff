/// The paths of a project as links ask for them, and the record of what they asked.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainlint::link {

/// A question that a link asked of the project. The link stands as long as the answers do.
struct Question {
    /// path: does a file lie there; suffix: the only path that ends in `name`; module: the only
    /// file that Python could import as `name` from some folder; the others: the asker's own.
    enum class Kind : std::uint8_t { path, module, suffix, variable, folder } kind{};
    std::string name;
    std::string answer;                 ///< path found; "" where nothing is
    friend bool operator==(const Question&, const Question&) = default;
};

/// Answers from what has been walked. Safe to use from several threads.
class Paths {
public:
    /// `root`: the project's folder, "" for the one that paths count from.
    Paths(std::string root, std::vector<std::string> paths);

    [[nodiscard]] std::string_view root() const { return root_; }

    /// What a question of the kinds path, module and suffix is answered now.
    [[nodiscard]] std::string answer(Question::Kind, std::string_view name) const;
    /// Does a file lie there?
    bool exists(std::string_view path, std::vector<Question>&) const;
    /// A script as a launch names it: beside the launch file, in each folder up to the root, then
    /// by unique suffix. Empty: not found, or several candidates.
    std::string script(std::string_view name, std::string_view launch_file,
                       std::vector<Question>&) const;
    /// The file of a Python module ("pkg.train"; ".train" counts from the file's package), searched
    /// like a script, in `src/` too: but packages are no place to look for names of others.
    /// Only dotted names are searched by suffix. Empty: not found.
    std::string module(std::string_view dotted, std::string_view from_file,
                       std::vector<Question>&) const;

private:
    struct Named {
        std::size_t hash;               // of the last component
        std::uint32_t path;             // in paths_
    };
    [[nodiscard]] bool has_path(std::string_view path) const;
    [[nodiscard]] std::span<const Named> named(std::string_view last) const;
    [[nodiscard]] std::vector<std::string_view> ending_in(std::string_view suffix) const;
    std::string ask(Question::Kind, std::string_view name, std::vector<Question>&) const;
    std::string module_in(std::string_view folder, std::string_view relative,
                          std::vector<Question>&) const;

    std::string root_;
    std::vector<std::string> paths_;    // sorted
    mutable std::once_flag indexed_;    // most runs ask for no suffix
    mutable std::vector<Named> by_name_;  // sorted
};

}  // namespace trainlint::link
