#include "flow/investigate.hpp"

#include "flow/calls.hpp"
#include "flow/divergence.hpp"
#include "flow/rows.hpp"
#include "flow/sequence.hpp"
#include "flow/terms.hpp"
#include "flow/values.hpp"

namespace trainlint::flow {

Findings investigate(const Resolved& resolved, Names& names, const text::Fragment& fragment) {
    KnownRows rows(names);
    Calls calls(resolved, names, rows);
    ReachSet reach = 0;
    for (std::uint32_t i = 0; i < resolved.source->functions.size(); ++i)
        reach |= calls.reached(i);
    Findings findings;
    if (!has(reach, Reach::collective) && !has(reach, Reach::device)) return findings;
    Terms terms(names);
    Values values(resolved, names, rows, calls, terms);
    if (has(reach, Reach::collective))
        findings.divergences =
            DivergenceSearch(resolved, names, calls, values, terms, fragment).run();
    if (has(reach, Reach::device))
        findings.sequences = SequenceSearch(resolved, names, calls, values, terms, fragment).run();
    return findings;
}

}  // namespace trainlint::flow
