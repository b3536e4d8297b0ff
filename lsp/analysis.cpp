#include "analysis.hpp"

#include <algorithm>

namespace trainlint::lsp {

Analysis::Analysis(std::shared_ptr<Host> host, Options options, Done done)
    : host_(host),
      workspace_(std::move(host), std::move(options)),
      done_(std::move(done)),
      thread_([this](std::stop_token stop) { run(stop); }) {}

Analysis::~Analysis() {
    thread_.request_stop();
    const std::lock_guard lock(mutex_);
    checking_.request_stop();
    running_.request_stop();
}

void Analysis::changed(const std::string& path, std::optional<std::int64_t> version) {
    const std::lock_guard lock(mutex_);
    if (version)
        versions_[path] = *version;
    else
        versions_.erase(path);
    changed_.insert(path);
    stale_ = true;
    checking_.request_stop();
    work_.notify_all();
}

void Analysis::ask(std::string id, Task task) {
    const std::lock_guard lock(mutex_);
    asked_.push_back({std::move(id), std::move(task), {}});
    work_.notify_all();
}

void Analysis::cancel(const std::string& id) {
    const std::lock_guard lock(mutex_);
    if (running_id_ == id) running_.request_stop();
    for (auto& asked : asked_)
        if (asked.id == id) asked.stop.request_stop();
    work_.notify_all();
}

bool Analysis::wait_for_work(std::unique_lock<std::mutex>& lock, std::stop_token stop) {
    return work_.wait(lock, stop, [this] { return stale_ || !asked_.empty(); });
}

void Analysis::run(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (wait_for_work(lock, stop)) {
        if (stop.stop_requested()) return;
        if (stale_) check(lock, stop);
        // A cancelled request is answered even while changes keep the result stale.
        run_tasks(lock);
    }
}

void Analysis::check(std::unique_lock<std::mutex>& lock, std::stop_token stop) {
    const auto paths = std::exchange(changed_, {});
    auto versions = versions_;
    stale_ = false;
    checking_ = std::stop_source();
    const auto token = checking_.get_token();
    lock.unlock();
    for (const auto& path : paths) workspace_.changed(path);
    auto snapshot = workspace_.snapshot(token);
    auto result = snapshot.check({}, token);
    const bool whole = !token.stop_requested() && !result.stopped;
    if (whole) newest_ = std::make_unique<Checked>(
            Checked{std::move(snapshot), std::move(result), std::move(versions)});
    lock.lock();
    if (!whole && !stop.stop_requested()) {
        stale_ = true;  // changes that were taken are in the workspace already
        return;
    }
    if (!whole || stale_) return;
    lock.unlock();
    done_(*newest_);
    lock.lock();
}

void Analysis::run_tasks(std::unique_lock<std::mutex>& lock) {
    for (auto it = asked_.begin(); it != asked_.end();) {
        if (stale_ && !it->stop.stop_requested()) {
            ++it;
            continue;
        }
        auto asked = std::move(*it);
        asked_.erase(it);
        running_id_ = asked.id;
        running_ = asked.stop;
        lock.unlock();
        asked.task(newest_.get(), asked.stop.get_token());
        lock.lock();
        running_id_.clear();
        it = asked_.begin();  // others may have come meanwhile
    }
}

}  // namespace trainlint::lsp
