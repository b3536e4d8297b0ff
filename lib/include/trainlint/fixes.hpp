/// Applies fixes to texts, again and again until none is left, and checks what came of it.
#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "trainlint/workspace.hpp"

namespace trainlint {

struct FixOptions {
    bool unsafe = false;              ///< also those that may change behaviour
    std::vector<std::string> paths;   ///< nothing outside of these is touched; empty: the root
    unsigned rounds = 10;             ///< a fix may make room for another, so often at most
};

struct FixedText {
    std::string before, after;
};

struct FixOutcome {
    std::map<std::string, FixedText> files;  ///< by path: what is to be written
    std::size_t fixed = 0;                   ///< findings whose fix was applied
    std::vector<std::string> dropped;        ///< fixes that did not hold, for a person
    Snapshot snapshot;                       ///< of the state after the fixes
    Result result;                           ///< what is left then
};

/// Puts a text into the world that the workspace's host shows; the workspace is told apart.
using Put = std::function<void(std::string_view path, const std::string& text)>;

/// A fix that leaves a file unreadable, or the finding in it, is taken back.
[[nodiscard]] FixOutcome apply_fixes(Workspace&, const Request&, const FixOptions&, const Put&,
                                     std::stop_token = {});

}  // namespace trainlint
