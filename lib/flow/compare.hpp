/// Compares what two classes of ranks do.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "flow/graph.hpp"
#include "flow/terms.hpp"

namespace trainlint::flow {

struct Verdict {
    enum class Kind : std::uint8_t {
        equal,
        missing,      ///< one class reaches `at`, the other does not
        order,        ///< both reach events, but not the same ones one after the other
        unknown       ///< they cannot be compared
    } kind = Kind::equal;
    Node at = no_node;               ///< the event, or the next round of a loop that holds one
    bool first_reaches = false;      ///< missing: which of the two
    bool leaves_loop = false;        ///< the other class does not come to the next round
    std::vector<std::pair<Node, bool>> when;  ///< choices that have to come out this way
    bool when_of_first = false, when_of_second = false;  ///< some of them only one class meets
};

/// Behaviours in which every rank choice is decided. `ranks`: bits of TermNode::depends that tell
/// the two classes apart. Bounded: what takes too long is unknown.
[[nodiscard]] Verdict compare_behaviours(const Graph& graph, const Terms& terms, Node first,
                                         Node second, std::uint8_t ranks);

}  // namespace trainlint::flow
