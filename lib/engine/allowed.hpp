/// Which versions of a package may meet a file, by what the project states.
#pragma once

#include <string_view>
#include <vector>

#include "engine/state.hpp"
#include "engine/versions.hpp"

namespace trainlint::engine {

struct Allowed {
    VersionSet versions;  ///< nothing stated: the newest release
    bool stated = false;
    /// One of them is in force, nobody knows which (an image that is not understood): what holds for
    /// some of them is no claim.
    bool one_unknown = false;
    struct Line {
        text::Place at;
        VersionSet versions;
    };
    std::vector<Line> lines;  ///< what states them; none for the command line

    /// Is this claim to be made: does it hold for one of the versions that may be in force?
    [[nodiscard]] bool may_hold(const VersionSet& claim) const {
        return one_unknown ? claim.contains(versions) && !versions.empty()
                           : versions.overlaps(claim);
    }
    /// The first line that allows one of these versions; null: none does, or none is a line.
    [[nodiscard]] const Line* line_for(const VersionSet&) const;
};

/// Targets go before requirements; of these the nearest folder that states the package counts, and
/// what its files state is united.
[[nodiscard]] Allowed allowed_versions(const Snapshot::State&, std::string_view path,
                                       std::string_view package);

enum class Verdict : std::uint8_t { holds, holds_by_default, refuted };

/// Must a claim ("torch>=2.0") hold, or may it? `by_default`: nothing states a version, and it
/// holds for the newest. A claim that cannot be read holds.
[[nodiscard]] Verdict judge(const Snapshot::State&, std::string_view path, std::string_view claim,
                            bool in_some, Allowed&);

/// Names the line that allows the claim, if the finding's page has a word for it.
void name_line(const Allowed&, const VersionSet& claim, Finding&);

}  // namespace trainlint::engine
