// A world in memory.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "trainlint/host.hpp"

namespace trainlint::test {

/// Files by path. Safe to read from several threads; changed between checks only.
class MemoryHost : public Host {
public:
    explicit MemoryHost(std::map<std::string, std::string> files = {}) : files_(std::move(files)) {}

    void put(const std::string& path, std::string text) {
        const std::lock_guard lock(mutex_);
        files_[path] = std::move(text);
        ++version_;
        stamps_[path] = version_;
    }
    void remove(const std::string& path) {
        const std::lock_guard lock(mutex_);
        files_.erase(path);
    }
    void forbid(const std::string& path) { forbidden_.insert(path); }
    void ignore(const std::string& path) { ignored_.insert(path); }

    Content read(std::string_view path, std::span<char> buffer) override {
        const std::lock_guard lock(mutex_);
        ++reads;
        read_paths.insert(std::string(path));
        if (forbidden_.contains(std::string(path)))
            return {Content::Status::unreadable, 0, 0, "permission denied"};
        const auto found = files_.find(std::string(path));
        if (found == files_.end()) return {Content::Status::absent, 0, 0, {}};
        const auto& text = found->second;
        if (text.size() >= buffer.size()) return {Content::Status::too_large, 0, 0, {}};
        std::copy(text.begin(), text.end(), buffer.begin());
        return {Content::Status::read, text.size(), stamps_[found->first], {}};
    }

    std::optional<std::vector<Entry>> list(std::string_view folder) override {
        const std::lock_guard lock(mutex_);
        ++lists;
        const auto prefix = std::string(folder) + (folder.ends_with('/') ? "" : "/");
        std::map<std::string, EntryKind> entries;
        for (auto file = files_.lower_bound(prefix);
             file != files_.end() && file->first.starts_with(prefix); ++file) {
            const auto rest = file->first.substr(prefix.size());
            const auto slash = rest.find('/');
            const auto name = rest.substr(0, slash);
            if (!ignored_.contains(prefix + name))
                entries[name] = slash == std::string::npos ? EntryKind::file : EntryKind::folder;
        }
        if (entries.empty() && !folders_with_nothing_.contains(std::string(folder)))
            return std::nullopt;
        std::vector<Entry> out;
        for (const auto& [name, kind] : entries) out.push_back({name, kind});
        return out;
    }

    std::atomic<std::size_t> reads{0}, lists{0};
    std::set<std::string> read_paths;

private:
    std::mutex mutex_;
    std::map<std::string, std::string> files_;
    std::map<std::string, std::uint64_t> stamps_;
    std::uint64_t version_ = 0;
    std::set<std::string> forbidden_, ignored_, folders_with_nothing_;
};

}  // namespace trainlint::test
