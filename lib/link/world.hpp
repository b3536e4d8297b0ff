/// The documents of a project as links see them, and the record of what they asked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/stated.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::link {

/// One file and what it states: stated[0] is the document itself, the others are derived from it.
struct Document {
    text::DocumentId id{};
    std::string path;                   ///< as the host knows it, normalised
    text::Language language{};
    std::uint64_t stamp = 0;
    std::vector<frontends::Stated> stated;
};

/// A question that a link asked of the project. The link stands as long as the answers do.
struct Question {
    /// path: does a file lie there; suffix: the only path that ends in `name`; module: the only
    /// file that Python could import as `name` from some folder; the others: the asker's own.
    enum class Kind : std::uint8_t { path, module, suffix, variable, folder } kind{};
    std::string name;
    std::string answer;                 ///< path found; "" where nothing is
    friend bool operator==(const Question&, const Question&) = default;
};

/// Answers from what has been walked and stated. `load` states one more file on demand (a script
/// that a launch names), or returns null. Safe to use from several threads once built.
class World {
public:
    using Load = std::function<const Document*(std::string_view path)>;

    World(const Names& names, std::string root, std::span<const std::shared_ptr<const Document>>,
          std::vector<std::string> paths, Load load);

    [[nodiscard]] std::span<const std::shared_ptr<const Document>> documents() const {
        return documents_;
    }
    [[nodiscard]] const Names& names() const { return names_; }
    [[nodiscard]] std::string_view root() const { return root_; }

    /// What a question of the kinds path, module and suffix is answered now.
    [[nodiscard]] std::string answer(Question::Kind, std::string_view name) const;
    /// The document at a path, stated on demand; null: no such file, or not readable.
    const Document* document(std::string_view path, std::vector<Question>&) const;
    /// Does a file lie there? Answered from the walk.
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
    [[nodiscard]] const Document* find_document(std::string_view path) const;
    [[nodiscard]] std::span<const Named> named(std::string_view last) const;
    [[nodiscard]] std::vector<std::string_view> ending_in(std::string_view suffix) const;
    std::string ask(Question::Kind, std::string_view name, std::vector<Question>&) const;
    std::string module_in(std::string_view folder, std::string_view relative,
                          std::vector<Question>&) const;

    const Names& names_;
    std::string root_;
    std::span<const std::shared_ptr<const Document>> documents_;
    std::vector<std::string> paths_;    // sorted
    Load load_;
    mutable std::once_flag indexed_;    // most runs ask for no suffix
    mutable std::vector<Named> by_name_;  // sorted
};

}  // namespace trainlint::link
