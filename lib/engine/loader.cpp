#include "engine/loader.hpp"

#include <utility>

namespace trainlint::engine {

std::shared_ptr<const link::Document> Loader::load(std::string_view path) {
    std::unique_lock lock(mutex_);
    const auto [entry, added] = entries_.try_emplace(std::string(path));
    if (!added) {
        loaded_.wait(lock, [&] { return entry->second.ready; });
        entry->second.asked = true;
        return entry->second.document;
    }
    std::unique_ptr<Stating> stating;
    if (!idle_.empty()) {
        stating = std::move(idle_.back());
        idle_.pop_back();
    }
    lock.unlock();
    if (!stating) stating = std::make_unique<Stating>(*shared_->host, shared_->names);
    auto answer = stating->read_named(shared_->paths.intern(path), path);
    lock.lock();
    idle_.push_back(std::move(stating));
    entry->second.document = std::move(answer.document);
    entry->second.ready = true;
    loaded_.notify_all();
    return entry->second.document;
}

void Loader::inherit(const Loader& other, const std::set<std::string, std::less<>>& but) {
    const std::scoped_lock lock(mutex_, other.mutex_);
    for (const auto& [path, entry] : other.entries_)
        if (entry.ready && entry.document && !but.contains(path))
            entries_.emplace(path, Entry{true, false, entry.document});
}

void Loader::touch(std::string_view path) {
    const std::lock_guard lock(mutex_);
    if (const auto found = entries_.find(path); found != entries_.end()) found->second.asked = true;
}

void Loader::put(std::shared_ptr<const link::Document> document) {
    const std::lock_guard lock(mutex_);
    auto path = document->path;
    entries_.insert_or_assign(std::move(path), Entry{true, true, std::move(document)});
}

std::vector<std::shared_ptr<const link::Document>> Loader::documents() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<const link::Document>> all;
    for (const auto& [path, entry] : entries_)
        if (entry.document && entry.asked) all.push_back(entry.document);
    return all;
}

Timings Loader::timings() const {
    const std::lock_guard lock(mutex_);
    auto sum = timings_;
    for (const auto& stating : idle_) add(sum, stating->timings());
    return sum;
}

void add(Timings& to, const Timings& from) {
    to.walk += from.walk;
    to.read += from.read;
    to.match += from.match;
    to.link += from.link;
    to.rules += from.rules;
    to.python += from.python;
    to.notebook += from.notebook;
    to.shell += from.shell;
    to.structured += from.structured;
    to.bytes += from.bytes;
    to.python_bytes += from.python_bytes;
    to.python_bytes_parsed += from.python_bytes_parsed;
    to.stated += from.stated;
}

}  // namespace trainlint::engine
