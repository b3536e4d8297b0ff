/// What a request names, put beside the project: files that the walk left out, files outside of
/// the root, texts, a command.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/checking.hpp"
#include "engine/state.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::engine {

/// Where to check, and what of it is told.
struct Asked {
    std::shared_ptr<const Snapshot::State> inside;  ///< the project, with what was put beside it
    std::shared_ptr<const Snapshot::State>
        outside;  ///< named paths outside of the root; may be null
    Scope scope{{}};
    std::vector<Failure> failures;        ///< named paths that cannot be read
    std::vector<text::DocumentId> texts;  ///< that are no files: no edit can be made
    std::size_t files = 0;
};

[[nodiscard]] Asked resolve(std::shared_ptr<const Snapshot::State>, const Request&,
                            const std::stop_token&);

/// The words of a call; faults are appended.
[[nodiscard]] Choice choice_of(const Request&, Rules, std::vector<Fault>&);

}  // namespace trainlint::engine
