#include <algorithm>
#include <utility>

#include "engine/parallel.hpp"
#include "engine/state.hpp"

namespace trainlint::engine {

namespace {

using DocumentPointer = std::shared_ptr<const link::Document>;
using State = Snapshot::State;

constexpr std::size_t files_a_part = 8;
constexpr std::size_t parts_a_thread = 2;

bool same_kind(const FileKind& a, const FileKind& b) {
    return a.language == b.language && a.limit == b.limit;
}

/// The record that stood before, if the file has not changed.
const Record* standing(const Build& build, const Found& found) {
    if (!build.before || build.dirty.contains(found.path)) return nullptr;
    const auto& documents = build.before->walk->documents;
    const auto old =
        std::lower_bound(documents.begin(), documents.end(), found.path,
                         [](const Found& one, std::string_view path) { return one.path < path; });
    if (old == documents.end() || old->path != found.path || !same_kind(old->kind, found.kind))
        return nullptr;
    return &build.before->records[static_cast<std::size_t>(old - documents.begin())];
}

/// What one thread needs to read documents.
struct Reader {
    explicit Reader(Shared& shared) : stating(*shared.host, shared.names) {}
    Stating stating;
    std::uint64_t link_time = 0;
};

/// A program is linked while what it states is at hand. Of a project that is read once the bodies of
/// functions, which are most of its facts, are kept no longer than that.
void read(Shared& shared, const Programs& programs, const Found& found, Reading reading,
          Reader& reader, Record& record) {
    auto answer = reader.stating.read(record.id, found.path, found.kind, reading);
    record.outcome = answer.outcome;
    record.why = std::move(answer.why);
    if (answer.document) {
        const auto begun = shared.host->clock();
        record.program = programs.link(answer.document);
        reader.link_time += shared.host->clock() - begun;
        if (record.program && shared.options.one_shot)
            for (auto& stated : answer.document->stated)
                if (stated.source) std::vector<flow::Function>().swap(stated.source->functions);
    }
    record.document = std::move(answer.document);
}

/// Reads and states the files of a walk, or takes over what stood.
void read_documents(const Build& build, const Programs& programs, State& state,
                    const std::stop_token& stop) {
    const auto& found = build.walk->documents;
    auto& shared = *build.shared;
    const auto reading = shared.options.all_documents ? Reading::whole : Reading::filtered;
    state.records.resize(found.size());
    const auto parts = (found.size() + files_a_part - 1) / files_a_part;
    const auto threads = useful_threads(shared.threads(), parts, parts_a_thread);
    std::vector<std::unique_ptr<Reader>> readers(threads);
    for (auto& one : readers) one = std::make_unique<Reader>(shared);
    in_parallel(threads, parts, stop, [&](std::size_t part, unsigned worker) {
        const auto end = std::min(found.size(), (part + 1) * files_a_part);
        for (auto i = part * files_a_part; i < end; ++i) {
            auto& record = state.records[i];
            if (const auto* old = standing(build, found[i])) {
                record = *old;
                record.program = nullptr;  // whether it stands is seen when all has been read
                continue;
            }
            record.id = shared.paths.intern(found[i].path);
            read(shared, programs, found[i], reading, *readers[worker], record);
        }
    });
    for (const auto& one : readers) {
        add(state.timings, one->stating.timings());
        state.timings.link += one->link_time;
    }
}

/// Units by path; a text of `overlays` goes before the file of its path.
void collect_documents(const Build& build, State& state) {
    for (auto& record : state.records)
        if (record.document)
            state.units.push_back({record.document, std::move(record.program), nullptr});
    for (const auto& overlay : build.overlays) {
        std::erase_if(state.units,
                      [&](const Unit& unit) { return unit.document->path == overlay->path; });
        state.units.push_back({overlay, nullptr, nullptr});
    }
    if (!build.overlays.empty())
        std::sort(state.units.begin(), state.units.end(), [](const Unit& a, const Unit& b) {
            return a.document->path < b.document->path;
        });
    for (const auto& unit : state.units) state.documents.push_back(unit.document);
}

/// Paths whose document is another one than before, or was not there, or is gone.
PathSet changed_paths(const Build& build, const State& state) {
    auto changed = build.dirty;
    if (!build.before) return changed;
    const auto& old = build.before->documents;
    const auto& now = state.documents;
    std::size_t i = 0, j = 0;
    while (i < old.size() || j < now.size()) {
        if (j == now.size() || (i < old.size() && old[i]->path < now[j]->path)) {
            changed.insert(old[i++]->path);
        } else if (i == old.size() || now[j]->path < old[i]->path) {
            changed.insert(now[j++]->path);
        } else {
            if (old[i] != now[j]) changed.insert(now[j]->path);
            ++i, ++j;
        }
    }
    return changed;
}

std::unique_ptr<const link::Paths> paths_of(const Build& build) {
    auto paths = build.walk->paths;
    for (const auto& overlay : build.overlays) paths.push_back(overlay->path);
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return std::make_unique<const link::Paths>(build.root, std::move(paths));
}

void make_world(const Build& build, State& state) {
    auto* loader = state.loader.get();
    state.world = std::make_unique<const link::World>(
        build.shared->names, *state.paths, std::span(state.documents),
        [loader](std::string_view path) { return loader->load(path).get(); });
}

}  // namespace

std::shared_ptr<const State> build(Build build, const std::stop_token& stop) {
    auto state = std::make_shared<State>();
    auto& shared = *build.shared;
    state->shared = build.shared;
    state->root = build.root;
    state->walk = build.walk;
    state->site = build.site;
    state->timings.walk = build.walk_time;
    // In this order and before any thread asks, so that numbers do not depend on threads.
    for (const auto& path : build.walk->paths) shared.paths.intern(path);
    for (const auto& text : build.walk->config_texts) shared.paths.intern(text.path);
    state->settings = std::make_shared<const SettingsTree>(build.root, build.site,
                                                           build.walk->configs, shared.target);
    const bool same_walk = build.before && build.before->walk == build.walk;
    state->requirements = same_walk ? build.before->requirements
                                    : std::make_shared<const Requirements>(build.walk->versions);
    state->paths = paths_of(build);
    const Programs programs(shared, *state->paths);
    read_documents(build, programs, *state, stop);
    collect_documents(build, *state);
    const auto changed = changed_paths(build, *state);
    state->loader = std::make_shared<Loader>(build.shared);
    if (build.before) state->loader->inherit(*build.before->loader, changed);
    for (const auto& overlay : build.overlays) state->loader->put(overlay);
    make_world(build, *state);
    const auto begun = shared.host->clock();
    Before before{{}, &changed};
    if (build.before) before.units = build.before->units;
    state->units = link_all(shared, *state->world, *state->loader, programs,
                            std::move(state->units), before, stop);
    state->timings.link += shared.host->clock() - begun;
    add(state->timings, state->loader->timings());
    for (const auto& unit : state->units)
        if (unit.job && unit.job->linked)
            state->jobs.insert(state->jobs.end(), unit.job->linked->jobs.begin(),
                               unit.job->linked->jobs.end());
    state->stopped = stop.stop_requested();
    return state;
}

}  // namespace trainlint::engine
