/// What all snapshots of one workspace share.
#pragma once

#include <memory>
#include <vector>

#include "engine/config_file.hpp"
#include "engine/paths.hpp"
#include "trainlint/host.hpp"
#include "trainlint/names.hpp"
#include "trainlint/workspace.hpp"

namespace trainlint::engine {

struct Shared {
    std::shared_ptr<Host> host;
    Options options;
    Rules rules;
    Names names;
    Paths paths;
    std::vector<TargetValue> target;  ///< of the command line
    std::vector<Fault> faults;        ///< of the same

    [[nodiscard]] unsigned threads() const;
};

}  // namespace trainlint::engine
