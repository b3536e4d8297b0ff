/// The documents of a project as links see them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontends/stated.hpp"
#include "link/paths.hpp"
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

/// Answers from what has been walked and stated. `load` states one more file on demand (a script
/// that a launch names), or returns null. Safe to use from several threads.
class World {
public:
    using Load = std::function<const Document*(std::string_view path)>;

    /// Keeps references to names, paths and documents (sorted by path).
    World(const Names& names, const Paths& paths,
          std::span<const std::shared_ptr<const Document>> documents, Load load)
        : names_(names), paths_(paths), documents_(documents), load_(std::move(load)) {}

    [[nodiscard]] std::span<const std::shared_ptr<const Document>> documents() const {
        return documents_;
    }
    [[nodiscard]] const Names& names() const { return names_; }
    [[nodiscard]] const Paths& paths() const { return paths_; }

    /// The document at a path, stated on demand; null: no such file, or not readable.
    const Document* document(std::string_view path, std::vector<Question>&) const;

private:
    [[nodiscard]] const Document* find_document(std::string_view path) const;

    const Names& names_;
    const Paths& paths_;
    std::span<const std::shared_ptr<const Document>> documents_;
    Load load_;
};

}  // namespace trainlint::link
