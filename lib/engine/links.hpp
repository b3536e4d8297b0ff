/// The documents of a project bound to each other: programs first, then what starts them.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/loader.hpp"
#include "engine/programs.hpp"
#include "engine/shared.hpp"
#include "job/link.hpp"
#include "link/world.hpp"

namespace trainlint::engine {

struct JobLink {
    std::shared_ptr<const link::Document> document;
    std::unique_ptr<const job::Linked> linked;                 ///< null: it starts nothing
    std::vector<std::shared_ptr<const ProgramLink>> programs;  ///< those its launches point into
};

/// One document with all that was made of it. Cheap to copy.
struct Unit {
    std::shared_ptr<const link::Document> document;
    std::shared_ptr<const ProgramLink> program;
    std::shared_ptr<const JobLink> job;
};

using PathSet = std::set<std::string, std::less<>>;

/// What stood before, for links that may stand further.
struct Before {
    std::span<const Unit> units;       ///< sorted by path
    const PathSet* changed = nullptr;  ///< documents that are new, gone or edited
};

/// Links documents to each other: completes `units` (sorted by path), of which some have their program
/// already, and adds those of the scripts that they start; sorted by path. After a stop the rest is
/// left out. Does not depend on the number of threads.
[[nodiscard]] std::vector<Unit> link_all(Shared&, const link::World&, Loader&, const Programs&,
                                         std::vector<Unit> units, const Before&,
                                         const std::stop_token&);

}  // namespace trainlint::engine
