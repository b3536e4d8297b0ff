#include "engine/paths.hpp"

#include <mutex>

namespace trainlint::engine {

text::DocumentId Paths::intern(std::string_view path) {
    const std::unique_lock lock(mutex_);
    if (const auto found = ids_.find(path); found != ids_.end())
        return text::DocumentId{found->second};
    const auto id = static_cast<std::uint32_t>(paths_.size());
    ids_.emplace(paths_.emplace_back(path), id);
    return text::DocumentId{id};
}

text::DocumentId Paths::add(std::string_view path) {
    const std::unique_lock lock(mutex_);
    paths_.emplace_back(path);
    return text::DocumentId{static_cast<std::uint32_t>(paths_.size() - 1)};
}

std::string_view Paths::path(text::DocumentId id) const {
    const std::shared_lock lock(mutex_);
    const auto index = static_cast<std::uint32_t>(id);
    return index < paths_.size() ? std::string_view(paths_[index]) : std::string_view{};
}

}  // namespace trainlint::engine
