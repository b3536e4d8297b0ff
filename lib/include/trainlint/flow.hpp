/// Functions of any language as events under conditions, and what ranks do in them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "trainlint/facts.hpp"
#include "trainlint/names.hpp"
#include "trainlint/text.hpp"

namespace trainlint::flow {

enum class EventKind : std::uint8_t {
    collective, send, receive, group_create, init, destroy, bind_device, touch_device, wrap, spawn,
    env_read, env_write, file_write, file_read, file_delete, folder_create
};

/// Do all ranks hold the same? From sure sameness to sure difference; `assumed` decides like
/// `same`, but proves nothing.
struct Agreement {
    enum class Kind : std::uint8_t { same, assumed, rank, root_only, local } kind = Kind::assumed;
    Symbol group{};                            ///< rank, root_only: of which group
    std::vector<text::Place> why;              ///< the chain that a message can show
};

/// The value that describes both: same below assumed, then rank and root-only side by side, then
/// local above all; the join of rank and root-only is local.
[[nodiscard]] Agreement join(const Agreement&, const Agreement&);

/// What a literal or a resolved name holds.
struct Constant {
    enum class Kind : std::uint8_t { none, boolean, number, text } kind{};
    std::string text;                          ///< "None", "True", "8", or the decoded string
    facts::Origin origin = facts::Origin::literal;
};

struct Event {
    EventKind kind{};
    Symbol operation{};                        ///< dotted name, as the tables spell it
    Symbol group{};
    text::Place at;
    Symbol backend{};                          ///< "nccl" and the like, where it is known
    Symbol applies{};                          ///< "lightning>=2.1": else it is no such event
};

struct Divergence {
    enum class Kind : std::uint8_t { missing, order } kind{};  ///< no other: it is not compared
    Event event;                               ///< the first one that not all ranks reach
    Agreement split;                           ///< the condition, and why ranks decide it apart
    std::string who;                           ///< the ranks that reach it: "rank 0", "all but rank 0"
    std::vector<text::Place> calls;            ///< from the function with the split to the event
    std::vector<text::Place> when;             ///< shared decisions it needs; empty: every path
};

/// Two events of one run, on every or on some path from an entry point.
struct Sequence {
    Event first, second;
    bool on_every_path = false;
};

/// An event that needs the same value on all ranks, and why the ranks do not hold it.
struct Disagreement {
    Event event;
    Agreement value;
};

}  // namespace trainlint::flow
