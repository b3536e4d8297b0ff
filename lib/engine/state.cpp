#include "engine/state.hpp"

#include <algorithm>
#include <array>

#include "engine/globs.hpp"

namespace trainlint::engine {

TextIndex::TextIndex(std::string_view text, bool notebook) : text_(text), lines_(text) {
    if (notebook) cells_.emplace(text);
}

Position TextIndex::position(std::uint32_t offset, std::optional<std::uint32_t>& cell) const {
    if (cells_)
        if (const auto place = cells_->at(offset)) {
            cell = place->cell;
            return {place->line, place->column};
        }
    const auto place = lines_.position(offset, text::ColumnUnit::code_points);
    return {place.line + 1, place.column + 1};
}

}  // namespace trainlint::engine

namespace trainlint {

namespace {

const std::string* find_text(const std::vector<engine::SideFile>& files, std::string_view path) {
    for (const auto& file : files)
        if (file.path == path) return file.text.get();
    return nullptr;
}

std::string_view text_of(const link::Document& document) {
    return document.stated.empty() || !document.stated.front().fragment
               ? std::string_view{}
               : document.stated.front().fragment->text();
}

}  // namespace

std::shared_ptr<const link::Document> Snapshot::State::document(text::DocumentId id) const {
    const auto path = shared->paths.path(id);
    const auto found = std::lower_bound(units.begin(), units.end(), path,
                                        [](const engine::Unit& unit, std::string_view wanted) {
                                            return unit.document->path < wanted;
                                        });
    for (auto unit = found; unit != units.end() && unit->document->path == path; ++unit)
        if (unit->document->id == id) return unit->document;
    for (auto& loaded : loader->documents())
        if (loaded->id == id) return loaded;
    return nullptr;
}

std::shared_ptr<const std::string> Snapshot::State::side_text(text::DocumentId id) const {
    const auto path = shared->paths.path(id);
    for (const auto* files : {&walk->config_texts, &walk->versions})
        if (const auto* text = find_text(*files, path)) return {walk, text};
    return nullptr;
}

const engine::TextIndex* Snapshot::State::index(text::DocumentId id) const {
    const std::lock_guard lock(mutex_);
    const auto number = static_cast<std::uint32_t>(id);
    if (const auto found = indexes_.find(number); found != indexes_.end())
        return &found->second->index;
    std::unique_ptr<Indexed> entry;
    if (auto found = document(id)) {
        const auto text = text_of(*found);
        const bool notebook = found->language == text::Language::notebook;
        entry.reset(new Indexed{std::move(found), {text, notebook}});
    } else if (auto side = side_text(id)) {
        const std::string_view text = *side;
        entry.reset(new Indexed{std::move(side), {text, false}});
    }
    if (!entry) {
        for (const auto& state : kept_)
            if (const auto* index = state->index(id)) return index;
        return nullptr;
    }
    return &indexes_.emplace(number, std::move(entry)).first->second->index;
}

void Snapshot::State::keep(std::shared_ptr<const State> state) const {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(state));
}

bool Snapshot::State::defines_package(std::string_view path, std::string_view package) const {
    constexpr std::array<std::string_view, 3> places{"", "src", "python"};
    const auto has = [&](std::string_view folder) {
        for (const auto place : places) {
            const auto file =
                engine::join(engine::join(engine::join(folder, place), package), "__init__.py");
            if (std::binary_search(walk->paths.begin(), walk->paths.end(), file)) return true;
        }
        return false;
    };
    for (auto folder = engine::folder_of(path);; folder = engine::folder_of(folder)) {
        if (has(folder)) return true;
        if (folder == root || folder.size() <= root.size() || folder.empty()) return false;
    }
}

}  // namespace trainlint
