#include "engine/walk.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace trainlint::engine {

namespace {

constexpr std::size_t side_file_limit = std::size_t{1} << 20;
constexpr unsigned deepest_folder = 100;
/// Folders in the queue that make it worth while to start a second thread.
constexpr std::size_t folders_for_threads = 16;

/// The config files above a folder, nearest first.
struct Scope {
    const Scope* above = nullptr;
    std::shared_ptr<const ConfigFile> file;
};

bool excludes(const Scope* scope, std::string_view path, bool folder) {
    for (; scope; scope = scope->above) {
        const auto relative = below(scope->file->folder, path);
        for (const auto& glob : scope->file->exclude_globs)
            if (glob.matches(relative, folder)) return true;
    }
    return false;
}

std::shared_ptr<const std::string> read_text(Host& host, std::string_view path) {
    std::vector<char> buffer(4096);
    for (;;) {
        const auto content = host.read(path, buffer);
        if (content.status == Content::Status::read)
            return std::make_shared<const std::string>(buffer.data(), content.size);
        if (content.status != Content::Status::too_large || buffer.size() >= side_file_limit)
            return nullptr;
        buffer.resize(buffer.size() * 16);
    }
}

bool is_pyproject(std::string_view path) {
    return name_of(path) == "pyproject.toml";
}

bool mentions_settings(std::string_view text) {
    return text.find("trainlint") != std::string_view::npos;
}

struct Task {
    std::string folder;
    const Scope* scope = nullptr;
    unsigned depth = 0;
};

class Walker {
public:
    Walker(Host& host, Rules rules, const WalkOptions& options, const std::stop_token& stop)
        : host_(host), rules_(rules), options_(options), stop_(stop) {}

    Walk run(std::string_view folder) {
        const Scope* scope = nullptr;
        if (options_.site) scope = &scopes_.emplace_back(Scope{nullptr, options_.site});
        for (const auto& file : options_.above) scope = &scopes_.emplace_back(Scope{scope, file});
        queue_.push_back({std::string(folder), scope, 0});
        std::vector<std::jthread> others;
        work(&others);
        others.clear();
        std::sort(walk_.paths.begin(), walk_.paths.end());
        const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
        std::sort(walk_.documents.begin(), walk_.documents.end(), by_path);
        std::sort(walk_.versions.begin(), walk_.versions.end(), by_path);
        return std::move(walk_);
    }

private:
    /// Takes folders until there are none; the first worker starts the others when it pays.
    void work(std::vector<std::jthread>* others) {
        Walk found;
        std::vector<Task> inner;
        std::unique_lock lock(mutex_);
        for (;;) {
            while (queue_.empty() && busy_ != 0) changed_.wait(lock);
            if (queue_.empty() || stop_.stop_requested()) break;
            if (others && others->empty() && queue_.size() >= folders_for_threads)
                for (unsigned i = 1; i < options_.threads; ++i)
                    others->emplace_back([this] { work(nullptr); });
            const auto task = std::move(queue_.back());
            queue_.pop_back();
            ++busy_;
            lock.unlock();
            inner.clear();
            enter(task, inner, found);
            lock.lock();
            --busy_;
            std::move(inner.begin(), inner.end(), std::back_inserter(queue_));
            changed_.notify_all();
        }
        changed_.notify_all();
        merge(std::move(found));
    }

    void merge(Walk found) {
        const auto append = [](auto& to, auto& from) {
            std::move(from.begin(), from.end(), std::back_inserter(to));
        };
        append(walk_.paths, found.paths);
        append(walk_.documents, found.documents);
        append(walk_.configs, found.configs);
        append(walk_.config_texts, found.config_texts);
        append(walk_.versions, found.versions);
        append(walk_.too_deep, found.too_deep);
        append(walk_.unlisted, found.unlisted);
    }

    void enter(const Task& task, std::vector<Task>& inner, Walk& found) {
        const auto entries = host_.list(task.folder.empty() ? std::string_view(".") : task.folder);
        if (!entries) {
            if (task.depth > 0) found.unlisted.push_back(task.folder);
            return;
        }
        auto scope = task.scope;
        if (auto config = config_in(host_, task.folder, *entries, rules_)) {
            found.configs.push_back(config->file);
            found.config_texts.push_back(std::move(config->text));
            scope = add_scope({scope, std::move(config->file)});
        }
        for (const auto& entry : *entries) {
            if (entry.kind == EntryKind::folder) {
                if (is_skipped_folder(entry.name)) continue;
                auto path = join(task.folder, entry.name);
                if (excludes(scope, path, true)) continue;
                if (task.depth >= deepest_folder)
                    found.too_deep.push_back(std::move(path));
                else
                    inner.push_back({std::move(path), scope, task.depth + 1});
            } else if (!is_data(entry.name)) {
                add_file(join(task.folder, entry.name), entry.name, scope, found);
            }
        }
    }

    void add_file(std::string path, std::string_view name, const Scope* scope, Walk& found) {
        if (excludes(scope, path, false)) return;
        const auto kind = classify(name);
        if (kind.versions)
            if (auto text = read_text(host_, path))
                found.versions.push_back({path, std::move(text)});
        if (kind.language != text::Language::unknown) found.documents.push_back({path, kind});
        found.paths.push_back(std::move(path));
    }

    const Scope* add_scope(Scope scope) {
        const std::lock_guard lock(mutex_);
        return &scopes_.emplace_back(std::move(scope));
    }

    Host& host_;
    Rules rules_;
    const WalkOptions& options_;
    const std::stop_token& stop_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Task> queue_;
    std::size_t busy_ = 0;
    std::deque<Scope> scopes_;
    Walk walk_;
};

}  // namespace

std::optional<ReadConfig> config_at(Host& host, std::string_view path, std::string_view folder,
                                    Rules rules) {
    const auto text = read_text(host, path);
    if (!text || (is_pyproject(path) && !mentions_settings(*text))) return std::nullopt;
    auto file = read_config(path, folder, *text, rules);
    if (!file) return std::nullopt;
    return ReadConfig{std::move(file), {std::string(path), text}};
}

std::optional<ReadConfig> config_in(Host& host, std::string_view folder,
                                    std::span<const Entry> entries, Rules rules) {
    constexpr std::array<std::string_view, 3> names{"trainlint.toml", ".trainlint.toml",
                                                    "pyproject.toml"};
    for (const auto name : names)
        for (const auto& entry : entries)
            if (entry.kind == EntryKind::file && entry.name == name)
                if (auto config = config_at(host, join(folder, name), folder, rules)) return config;
    return std::nullopt;
}

Walk walk(Host& host, std::string_view folder, Rules rules, const WalkOptions& options,
          const std::stop_token& stop) {
    return Walker(host, rules, options, stop).run(folder);
}

}  // namespace trainlint::engine
