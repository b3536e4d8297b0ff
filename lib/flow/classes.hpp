/// The classes of ranks that the rank tests of a behaviour can tell apart.
#pragma once

#include <string>
#include <vector>

#include "flow/graph.hpp"
#include "flow/terms.hpp"

namespace trainlint::flow {

/// An imagined run in which classes are looked for.
struct Run {
    std::int64_t nodes = 2, per_node = 8;
    [[nodiscard]] std::int64_t size() const { return nodes * per_node; }
    [[nodiscard]] Process process(std::int64_t rank) const {
        return {.rank = rank, .nodes = nodes, .per_node = per_node};
    }
};

/// One process of each class: those of a class answer every one of `tests` alike. Empty: a test
/// cannot be answered.
[[nodiscard]] std::vector<Process> classes_of(const Terms& terms, const std::vector<Term>& tests,
                                              const Run& run);

/// The ranks whose answer to `test` is `answer`, for a message: "rank 0", "all but rank 0".
[[nodiscard]] std::string ranks_in_words(const Terms& terms, Term test, bool answer,
                                         const Run& run);

}  // namespace trainlint::flow
