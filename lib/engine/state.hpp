/// One immutable state of a project, and how it is made from the one before.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/links.hpp"
#include "engine/loader.hpp"
#include "engine/requirements.hpp"
#include "engine/settings.hpp"
#include "engine/shared.hpp"
#include "engine/stating.hpp"
#include "engine/walk.hpp"
#include "frontends/notebook/cells.hpp"
#include "text/line_index.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::engine {

/// What became of a file that was walked: Walk::documents[i] is records[i].
struct Record {
    text::DocumentId id{};
    Stating::Outcome outcome = Stating::Outcome::nothing;
    std::string why;                                 ///< unreadable: the reason
    std::shared_ptr<const link::Document> document;  ///< stated
    std::shared_ptr<const ProgramLink> program;      ///< linked when it was stated; may be null
};

/// A text and its lines, for places as people count them.
class TextIndex {
public:
    TextIndex(std::string_view text, bool notebook);
    [[nodiscard]] std::string_view text() const { return text_; }
    /// Line and column from 1; in a notebook within the cell.
    [[nodiscard]] Position position(std::uint32_t offset, std::optional<std::uint32_t>& cell) const;
    /// The line of the file, from 1.
    [[nodiscard]] std::uint32_t line(std::uint32_t offset) const {
        return lines_.line_of(offset) + 1;
    }
    [[nodiscard]] text::Span line_span(std::uint32_t line) const { return lines_.line(line - 1); }

private:
    std::string_view text_;
    text::LineIndex lines_;
    std::optional<notebook::CellIndex> cells_;
};

}  // namespace trainlint::engine

namespace trainlint {

struct Snapshot::State {
    std::shared_ptr<engine::Shared> shared;
    std::string root;
    std::shared_ptr<const engine::Walk> walk;
    std::shared_ptr<const engine::ConfigFile> site;  ///< may be null
    std::shared_ptr<const engine::SettingsTree> settings;
    std::shared_ptr<const engine::Requirements> requirements;
    std::vector<engine::Record> records;                           ///< beside walk->documents
    std::vector<std::shared_ptr<const link::Document>> documents;  ///< sorted by path
    std::shared_ptr<engine::Loader> loader;
    std::unique_ptr<const link::Paths> paths;
    std::unique_ptr<const link::World> world;
    std::vector<engine::Unit> units;  ///< sorted by path
    std::vector<job::Job> jobs;
    Timings timings;
    bool stopped = false;

    /// The document of that number, also one that was only loaded; null: it is not one of these.
    [[nodiscard]] std::shared_ptr<const link::Document> document(text::DocumentId) const;
    /// Null: nothing was read of it.
    [[nodiscard]] const engine::TextIndex* index(text::DocumentId) const;
    /// Keeps what a check has added (standard input, files outside the root), so that its findings
    /// can be shown.
    void keep(std::shared_ptr<const State>) const;
    [[nodiscard]] bool defines_package(std::string_view path, std::string_view package) const;

private:
    [[nodiscard]] std::shared_ptr<const std::string> side_text(text::DocumentId) const;

    struct Indexed {
        std::shared_ptr<const void> owner;
        engine::TextIndex index;
    };
    mutable std::mutex mutex_;
    mutable std::unordered_map<std::uint32_t, std::unique_ptr<Indexed>> indexes_;
    mutable std::vector<std::shared_ptr<const State>> kept_;
};

}  // namespace trainlint

namespace trainlint::engine {

struct Build {
    std::shared_ptr<Shared> shared;
    std::string root;
    std::shared_ptr<const Walk> walk;
    std::shared_ptr<const ConfigFile> site;         ///< may be null
    std::shared_ptr<const Snapshot::State> before;  ///< may be null: its facts and links stand
    PathSet dirty;                                  ///< what has changed since then
    /// Texts that stand in the place of files, or beside them.
    std::vector<std::shared_ptr<const link::Document>> overlays;
    std::uint64_t walk_time = 0;  ///< nanoseconds
};

[[nodiscard]] std::shared_ptr<const Snapshot::State> build(Build, const std::stop_token&);

}  // namespace trainlint::engine
