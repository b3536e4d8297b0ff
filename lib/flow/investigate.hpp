/// What the ranks of one program do differently, and what it does in the wrong order.
#pragma once

#include <vector>

#include "flow/resolved.hpp"
#include "trainlint/flow.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::flow {

struct Findings {
    std::vector<Divergence> divergences;
    std::vector<Sequence> sequences;
};

/// `fragment` is the text that the program stands in. Bounded in time and memory; what takes too
/// long is left out.
[[nodiscard]] Findings investigate(const Resolved& resolved, Names& names,
                                   const text::Fragment& fragment);

}  // namespace trainlint::flow
