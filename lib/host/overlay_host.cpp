#include "trainlint/overlay_host.hpp"

#include <algorithm>
#include <mutex>

namespace trainlint {

void OverlayHost::put(std::string_view path, std::string text) {
    const std::unique_lock lock(mutex_);
    // Stamps of texts never meet those of a disk: the highest bit is theirs alone.
    texts_.insert_or_assign(std::string(path), Text{std::move(text), ++stamps_ | (1ULL << 63)});
}

void OverlayHost::remove(std::string_view path) {
    const std::unique_lock lock(mutex_);
    if (const auto found = texts_.find(path); found != texts_.end()) texts_.erase(found);
}

std::optional<std::string> OverlayHost::find(std::string_view path) const {
    const std::shared_lock lock(mutex_);
    const auto found = texts_.find(path);
    if (found == texts_.end()) return std::nullopt;
    return found->second.text;
}

Content OverlayHost::read(std::string_view path, std::span<char> buffer) {
    {
        const std::shared_lock lock(mutex_);
        if (const auto found = texts_.find(path); found != texts_.end()) {
            const auto& [text, stamp] = found->second;
            if (text.size() >= buffer.size()) return {.status = Content::Status::too_large};
            std::copy(text.begin(), text.end(), buffer.begin());
            return {.status = Content::Status::read, .size = text.size(), .stamp = stamp};
        }
    }
    return below_->read(path, buffer);
}

std::optional<std::vector<Entry>> OverlayHost::list(std::string_view folder) {
    auto entries = below_->list(folder);
    const std::shared_lock lock(mutex_);
    std::string prefix(folder);
    if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
    for (auto it = texts_.lower_bound(prefix); it != texts_.end(); ++it) {
        if (!it->first.starts_with(prefix)) break;
        const auto rest = std::string_view(it->first).substr(prefix.size());
        const auto slash = rest.find('/');
        const std::string name(rest.substr(0, slash));
        if (!entries) entries.emplace();
        const bool there = std::any_of(entries->begin(), entries->end(),
                                       [&](const Entry& entry) { return entry.name == name; });
        if (there) continue;
        const bool file = slash == std::string_view::npos;
        entries->push_back({name, file ? EntryKind::file : EntryKind::folder});
    }
    return entries;
}

}  // namespace trainlint
