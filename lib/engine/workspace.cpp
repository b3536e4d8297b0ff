#include "trainlint/workspace.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <thread>

#include "engine/globs.hpp"
#include "engine/shared.hpp"
#include "engine/state.hpp"
#include "engine/walk.hpp"

namespace trainlint {

unsigned engine::Shared::threads() const {
    if (options.threads != 0) return options.threads;
    // More than the cores: some wait for the disk. With all pages in memory they cost nothing.
    return std::max(std::thread::hardware_concurrency(), 4u);
}

struct Workspace::State {
    std::shared_ptr<engine::Shared> shared = std::make_shared<engine::Shared>();
    std::mutex mutex;  // of what follows
    std::shared_ptr<const Snapshot::State> last;
    engine::PathSet dirty;

    [[nodiscard]] std::shared_ptr<const engine::Walk> walk_again(const std::stop_token&,
                                                                 engine::Build&) const;
    [[nodiscard]] bool must_walk() const;
    [[nodiscard]] engine::PathSet dirty_documents() const;
};

namespace {

std::vector<engine::TargetValue> read_targets(engine::Shared& shared) {
    std::vector<engine::TargetValue> values;
    for (const auto& [key, value] : shared.options.target) {
        std::string why;
        if (auto read = engine::read_target(key, value, why))
            values.push_back(std::move(*read));
        else
            shared.faults.push_back({"", std::nullopt, std::move(why)});
    }
    return values;
}

}  // namespace

/// Does one of the changes move more than the text of one file?
bool Workspace::State::must_walk() const {
    const auto& paths = last->walk->paths;
    for (const auto& path : dirty) {
        if (!std::binary_search(paths.begin(), paths.end(), path)) return true;
        const auto kind = engine::classify(engine::name_of(path));
        if (kind.settings || kind.versions || path == shared->options.site_config) return true;
        std::array<char, 1> byte{};
        if (shared->host->read(path, byte).status == Content::Status::absent) return true;
    }
    return false;
}

/// The changed paths, and for a folder all that lies below it.
engine::PathSet Workspace::State::dirty_documents() const {
    auto all = dirty;
    const auto& paths = last->walk->paths;
    for (const auto& path : dirty) {
        const auto folder = path + "/";
        for (auto below = std::lower_bound(paths.begin(), paths.end(), folder);
             below != paths.end() && below->starts_with(folder); ++below)
            all.insert(*below);
    }
    return all;
}

std::shared_ptr<const engine::Walk> Workspace::State::walk_again(const std::stop_token& stop,
                                                                 engine::Build& build) const {
    auto& host = *shared->host;
    const auto begun = host.clock();
    engine::WalkOptions options;
    options.threads = shared->threads();
    std::optional<engine::ReadConfig> site;
    if (const auto& path = shared->options.site_config)
        site = engine::config_at(host, *path, shared->options.root, shared->rules);
    if (site) options.site = site->file;
    build.site = options.site;
    auto found = std::make_shared<engine::Walk>(
        engine::walk(host, shared->options.root, shared->rules, options, stop));
    if (site) found->config_texts.push_back(std::move(site->text));
    build.walk_time = host.clock() - begun;
    return found;
}

Workspace::Workspace(std::shared_ptr<Host> host, Options options)
    : state_(std::make_unique<State>()) {
    auto& shared = *state_->shared;
    shared.host = std::move(host);
    shared.options = std::move(options);
    shared.options.root = engine::normalised(shared.options.root);
    shared.rules = shared.options.rules.empty() ? all_rules() : shared.options.rules;
    shared.target = read_targets(shared);
}

Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void Workspace::changed(std::string_view path) {
    const std::lock_guard lock(state_->mutex);
    state_->dirty.insert(engine::normalised(path));
}

Snapshot Workspace::snapshot(std::stop_token stop) {
    const std::lock_guard lock(state_->mutex);
    auto& state = *state_;
    if (state.last && state.dirty.empty()) return Snapshot(state.last);
    engine::Build build;
    build.shared = state.shared;
    build.root = state.shared->options.root;
    build.before = state.last;
    if (state.last) build.dirty = state.dirty_documents();
    if (!state.last || state.must_walk()) {
        build.walk = state.walk_again(stop, build);
    } else {
        build.walk = state.last->walk;
        build.site = state.last->site;
    }
    auto built = engine::build(std::move(build), stop);
    // An incomplete state is handed out, but nothing is built on it.
    if (!built->stopped) {
        state.last = built;
        state.dirty.clear();
    }
    return Snapshot(std::move(built));
}

}  // namespace trainlint
