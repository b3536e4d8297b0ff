/// Binds commands to launchers, allocations, environments, scripts and configs.
#pragma once

#include <functional>
#include <deque>
#include <memory>
#include <vector>

#include "link/world.hpp"
#include "trainlint/job.hpp"
#include "trainlint/names.hpp"

namespace trainlint::job {

/// The linked facts of one document, with the questions they rest on.
struct Linked {
    std::deque<Launch> launches;
    std::deque<Config> configs;
    std::deque<Manifest> manifests;
    std::vector<Job> jobs;
    std::vector<link::Question> questions;
};

/// The linked module of a document (a script that a launch names); null: none.
using ModuleOf = std::function<const program::Module*(const link::Document&)>;

/// Links one document; null if it starts nothing and configures nothing. Safe to call from several
/// threads.
[[nodiscard]] std::unique_ptr<Linked> link(const link::Document&, const link::World&,
                                           const ModuleOf&, Names&);

}  // namespace trainlint::job
