/// Kubernetes objects and the pods that they make.
#pragma once

#include <deque>
#include <string_view>

#include "frontends/stated.hpp"
#include "trainlint/job.hpp"

namespace trainlint::job {

/// Adds the objects that make pods, in the order of their places.
void add_manifests(const frontends::Stated&, std::deque<Manifest>&);

/// Accelerators that a container asks for: the amount, or null.
[[nodiscard]] const facts::Value* devices_of(const facts::Value& container);

}  // namespace trainlint::job
