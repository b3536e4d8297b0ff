#include "engine/request.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/globs.hpp"
#include "engine/preflight.hpp"

namespace trainlint::engine {

namespace {

using State = Snapshot::State;

std::string mebibytes(std::size_t bytes) {
    const auto kibi = bytes / 1024;
    return kibi < 1024 ? std::to_string(kibi) + " KiB" : std::to_string(kibi / 1024) + " MiB";
}

const Record* find_record(const State& state, std::string_view path) {
    const auto& documents = state.walk->documents;
    const auto found = std::lower_bound(
        documents.begin(), documents.end(), path,
        [](const Found& one, std::string_view wanted) { return one.path < wanted; });
    if (found == documents.end() || found->path != path) return nullptr;
    return &state.records[static_cast<std::size_t>(found - documents.begin())];
}

class Resolver {
public:
    Resolver(std::shared_ptr<const State> state, const Request& request,
             const std::stop_token& stop)
        : state_(std::move(state)), request_(request), stop_(stop), shared_(*state_->shared) {}

    Asked run() {
        asked_.inside = state_;
        std::vector<std::string> named;
        for (const auto& path : request_.paths) {
            auto plain = normalised(path);
            name(plain);
            named.push_back(std::move(plain));
        }
        const bool all = named.empty() && !request_.input && !request_.preflight;
        if (all) named.push_back(state_->root);
        asked_.scope = Scope(std::move(named));
        if (request_.input) add_input(*request_.input);
        if (request_.preflight) add_text(document_of(shared_, *request_.preflight));
        build_inside();
        build_outside();
        count_files();
        return std::move(asked_);
    }

private:
    void name(const std::string& path) {
        if (!lies_in(path, state_->root)) return name_outside(path);
        if (path == state_->root) return;
        if (const auto* record = find_record(*state_, path)) return tell(path, *record);
        const auto& settings = state_->settings->of(path);
        if (settings.excludes(path, false) || settings.excludes(path, true)) return;
        const auto& paths = state_->walk->paths;
        const auto first = std::lower_bound(paths.begin(), paths.end(), path + "/");
        if (first != paths.end() && lies_in(*first, path)) return;
        if (const auto entries = shared_.host->list(path)) {
            add_walk(path, inside_);
        } else {
            add_file(path, inside_);
        }
    }

    void name_outside(const std::string& path) {
        if (shared_.host->list(path))
            add_walk(path, outside_);
        else
            add_file(path, outside_);
        if (outside_root_.empty()) outside_root_ = folder_of(path);
        while (!lies_in(path, outside_root_) && !outside_root_.empty())
            outside_root_ = folder_of(outside_root_) == outside_root_
                                ? std::string()
                                : std::string(folder_of(outside_root_));
    }

    /// A named file that was walked but not read.
    void tell(const std::string& path, const Record& record) {
        if (record.outcome == Stating::Outcome::unreadable)
            asked_.failures.push_back({path, record.why, std::nullopt, true});
        else if (record.outcome == Stating::Outcome::absent)
            asked_.failures.push_back({path, "there is no such file", std::nullopt, true});
        else if (record.outcome == Stating::Outcome::too_large)
            // Data for a walk; a file that is named is read as far as a larger limit goes.
            add_file(path, inside_);
    }

    struct More {
        Walk walk;
        std::vector<std::shared_ptr<const link::Document>> overlays;
        [[nodiscard]] bool empty() const {
            return walk.paths.empty() && walk.configs.empty() && overlays.empty();
        }
    };

    void add_walk(const std::string& folder, More& more) {
        WalkOptions options;
        options.threads = shared_.threads();
        for (const auto& file : state_->settings->of(join(folder, "x")).files)
            options.above.push_back(file);
        auto found = walk(*shared_.host, folder, shared_.rules, options, stop_);
        const auto append = [](auto& to, auto& from) {
            std::move(from.begin(), from.end(), std::back_inserter(to));
        };
        append(more.walk.paths, found.paths);
        append(more.walk.documents, found.documents);
        append(more.walk.configs, found.configs);
        append(more.walk.config_texts, found.config_texts);
        append(more.walk.versions, found.versions);
    }

    void add_file(const std::string& path, More& more) {
        Stating stating(*shared_.host, shared_.names);
        auto answer = stating.read_named(shared_.paths.intern(path), path);
        switch (answer.outcome) {
            case Stating::Outcome::stated:
                more.overlays.push_back(std::move(answer.document));
                break;
            case Stating::Outcome::nothing:
                break;
            case Stating::Outcome::absent:
                asked_.failures.push_back(
                    {path, "there is no such file or folder", std::nullopt, true});
                break;
            case Stating::Outcome::too_large:
                asked_.failures.push_back(
                    {path,
                     "it is larger than " + mebibytes(std::size_t{4} << 20) + " and was not read",
                     std::nullopt, true});
                break;
            case Stating::Outcome::unreadable:
                asked_.failures.push_back({path, answer.why, std::nullopt, true});
                break;
        }
    }

    void add_input(const Input& input) {
        const bool nameless = input.path.empty() || input.path == "-";
        const auto path = nameless ? std::string("-") : normalised(input.path);
        auto language = classify_named(name_of(path), input.text).language;
        if (nameless || language == text::Language::unknown) language = guess_language(input.text);
        Stating stating(*shared_.host, shared_.names);
        auto document =
            stating.state(shared_.paths.add(path), path, language, input.text, 0, Reading::whole);
        if (document) add_text(std::move(document));
    }

    void add_text(std::shared_ptr<const link::Document> document) {
        asked_.scope.add(document->id);
        if (document->path.ends_with('>')) asked_.texts.push_back(document->id);
        ++asked_.files;
        inside_.overlays.push_back(std::move(document));
    }

    void build_inside() {
        if (inside_.empty()) return;
        auto more = std::move(inside_);
        auto all = std::make_shared<Walk>(*state_->walk);
        merge(*all, std::move(more.walk));
        Build build{state_->shared, state_->root, std::move(all), state_->site, state_, {}, {}, 0};
        for (const auto& overlay : more.overlays) build.dirty.insert(overlay->path);
        build.overlays = std::move(more.overlays);
        asked_.inside = engine::build(std::move(build), stop_);
        state_->keep(asked_.inside);
    }

    void build_outside() {
        if (outside_.empty()) return;
        auto all = std::make_shared<Walk>();
        merge(*all, std::move(outside_.walk));
        Build build{state_->shared,
                    outside_root_,
                    std::move(all),
                    state_->site,
                    nullptr,
                    {},
                    std::move(outside_.overlays),
                    0};
        asked_.outside = engine::build(std::move(build), stop_);
        state_->keep(asked_.outside);
    }

    /// Both parts sorted; what both have once.
    static void merge(Walk& into, Walk from) {
        const auto append = [](auto& to, auto& more, auto path_of) {
            std::move(more.begin(), more.end(), std::back_inserter(to));
            std::sort(to.begin(), to.end(),
                      [&](const auto& a, const auto& b) { return path_of(a) < path_of(b); });
            to.erase(
                std::unique(to.begin(), to.end(),
                            [&](const auto& a, const auto& b) { return path_of(a) == path_of(b); }),
                to.end());
        };
        const auto member = [](const auto& one) -> const std::string& { return one.path; };
        append(into.paths, from.paths,
               [](const std::string& path) -> const std::string& { return path; });
        append(into.documents, from.documents, member);
        append(into.config_texts, from.config_texts, member);
        append(into.versions, from.versions, member);
        append(into.configs, from.configs,
               [](const auto& one) -> const std::string& { return one->path; });
    }

    void count_files() {
        for (const auto* state : {asked_.inside.get(), asked_.outside.get()})
            if (state)
                for (std::size_t i = 0; i < state->records.size(); ++i)
                    if (asked_.scope.holds(state->records[i].id, state->walk->documents[i].path))
                        ++asked_.files;
    }

    std::shared_ptr<const State> state_;
    const Request& request_;
    const std::stop_token& stop_;
    Shared& shared_;
    Asked asked_;
    More inside_, outside_;
    std::string outside_root_;
};

void read_words(const std::vector<std::string>& texts, Rules rules, std::vector<Selector>& out,
                std::vector<Fault>& faults) {
    for (const auto& text : texts)
        for (const auto word : split_list(text)) {
            auto parsed = parse_selector(word, rules);
            if (auto* selector = std::get_if<Selector>(&parsed))
                out.push_back(std::move(*selector));
            else
                faults.push_back({"", std::nullopt, std::get<std::string>(parsed)});
        }
}

}  // namespace

Asked resolve(std::shared_ptr<const State> state, const Request& request,
              const std::stop_token& stop) {
    return Resolver(std::move(state), request, stop).run();
}

Choice choice_of(const Request& request, Rules rules, std::vector<Fault>& faults) {
    Choice choice;
    read_words(request.select, rules, choice.select, faults);
    read_words(request.ignore, rules, choice.ignore, faults);
    return choice;
}

}  // namespace trainlint::engine
