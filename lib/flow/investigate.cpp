#include "flow/investigate.hpp"

#include "flow/calls.hpp"
#include "flow/divergence.hpp"
#include "flow/rows.hpp"
#include "flow/sequence.hpp"
#include "flow/terms.hpp"
#include "flow/values.hpp"

namespace trainlint::flow {

namespace {

/// Does the program call a collective, or anything else that a table calls an event? If not, none
/// of its functions reaches one, and their calls need not be followed.
bool calls_an_event(const Resolved& resolved, KnownRows& rows) {
    const auto& functions = resolved.source->functions;
    for (std::uint32_t index = 0; index < functions.size(); ++index)
        for (const auto& e : functions[index].expressions) {
            if (e.kind != Expression::Kind::call || e.operand_count == 0) continue;
            const auto callee = functions[index].operands_of(e)[0];
            if (!resolved.binder->may_be_known(index, callee)) continue;
            const auto& meaning = resolved.meaning(index, callee);
            if (meaning.kind != Meaning::Kind::external && meaning.kind != Meaning::Kind::member)
                continue;
            const auto& known = rows.of(meaning.name);
            if (known.collective || known.event) return true;
        }
    return false;
}

}  // namespace

Findings investigate(const Resolved& resolved, Names& names, const text::Fragment& fragment) {
    KnownRows rows(names);
    if (!calls_an_event(resolved, rows)) return {};
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
