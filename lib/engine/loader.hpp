/// Documents that are read because something names them: scripts of launches, imported modules.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/shared.hpp"
#include "engine/stating.hpp"
#include "link/world.hpp"

namespace trainlint::engine {

/// Each is read once, whole, with all function bodies. Safe to use from several threads.
class Loader {
public:
    explicit Loader(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

    /// Null: no such file, or not one that we read.
    std::shared_ptr<const link::Document> load(std::string_view path);
    /// As if the file were asked for again, if it has been read.
    void touch(std::string_view path);
    /// Takes over what another one has read, but for these paths; as not asked for yet.
    void inherit(const Loader&, const std::set<std::string, std::less<>>& but);
    /// A text that stands for a file's.
    void put(std::shared_ptr<const link::Document>);
    /// All that were asked for, sorted by path.
    [[nodiscard]] std::vector<std::shared_ptr<const link::Document>> documents() const;
    [[nodiscard]] Timings timings() const;

private:
    struct Entry {
        bool ready = false;
        bool asked = true;
        std::shared_ptr<const link::Document> document;
    };

    std::shared_ptr<Shared> shared_;
    mutable std::mutex mutex_;
    std::condition_variable loaded_;
    std::map<std::string, Entry, std::less<>> entries_;
    std::vector<std::unique_ptr<Stating>> idle_;
    Timings timings_;
};

/// Adds what another thread has counted.
void add(Timings& to, const Timings& from);

}  // namespace trainlint::engine
