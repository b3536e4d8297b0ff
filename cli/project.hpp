/// The project that a call works on: its host, its root, its options.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trainlint/overlay_host.hpp"
#include "trainlint/output.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::cli {

struct Project {
    std::shared_ptr<OverlayHost> host;
    Options options;
    std::string folder;   ///< working directory, absolute

    [[nodiscard]] std::string absolute(const std::string& path) const;
};

/// An empty root is looked for from the working directory upward; if all that is named lies outside
/// of it, from there. `target` holds K=V words.
[[nodiscard]] Project open_project(const std::string& root, const std::vector<std::string>& paths,
                                   const std::vector<std::string>& target, unsigned threads);

/// Colours where a person looks on: "auto", "always", "never".
[[nodiscard]] output::Style style_for(const Project&, const std::string& colour);

/// Writes to standard output whole; false where that fails (a full disk, a closed pipe).
bool print(const std::string& text);
/// A line on standard error, printable.
void complain(const std::string& text);

}  // namespace trainlint::cli
