#include <algorithm>

#include "trainlint/flow.hpp"

namespace trainlint::flow {

namespace {

std::vector<text::Place> chain_of_both(const Agreement& left, const Agreement& right) {
    auto chain = left.why;
    for (const auto& place : right.why)
        if (std::find(chain.begin(), chain.end(), place) == chain.end()) chain.push_back(place);
    return chain;
}

bool beside(Agreement::Kind left, Agreement::Kind right) {
    using Kind = Agreement::Kind;
    return (left == Kind::rank && right == Kind::root_only) ||
           (left == Kind::root_only && right == Kind::rank);
}

}  // namespace

Agreement join(const Agreement& left, const Agreement& right) {
    using Kind = Agreement::Kind;
    if (beside(left.kind, right.kind))
        return {.kind = Kind::local, .group = {}, .why = chain_of_both(left, right)};
    if (left.kind != right.kind) return left.kind < right.kind ? right : left;
    const bool of_groups = left.kind == Kind::rank || left.kind == Kind::root_only;
    // The ranks of two groups tell the processes apart in two ways: no group describes both.
    if (of_groups && left.group != right.group)
        return {.kind = Kind::local, .group = {}, .why = chain_of_both(left, right)};
    return {.kind = left.kind, .group = left.group, .why = chain_of_both(left, right)};
}

}  // namespace trainlint::flow
