/// What the calls of a program do, as far as flow looks at it, and which functions reach what.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "flow/resolved.hpp"
#include "flow/rows.hpp"
#include "trainlint/flow.hpp"

namespace trainlint::flow {

/// Bits of what a call, a statement or a function reaches.
enum class Reach : std::uint8_t { collective = 1, device = 2, exit = 4 };
using ReachSet = std::uint8_t;
[[nodiscard]] constexpr bool has(ReachSet set, Reach what) {
    return (set & static_cast<ReachSet>(what)) != 0;
}

/// What one call does.
struct Act {
    enum class Kind : std::uint8_t {
        event,
        enter,        ///< calls a function of this program: `definition`
        leave,        ///< ends the process without a fault
        fail          ///< ends the process with a fault
    } kind{};
    EventKind event{};
    bool collective = false;       ///< event: every rank of its group has to reach it
    bool whole_group = false;      ///< event: on the group of all ranks
    bool on_current_device = false;  ///< works on the process's device, whatever its tensors are on
    Symbol operation{};            ///< as the tables spell it
    Symbol acts_as{};              ///< operations of one name match each other
    Symbol framework{};
    Symbol applies{};              ///< the releases in which it is what it is; no_symbol: all
    Id group = no_id;              ///< the argument that names the group; no_id: not known
    std::uint32_t definition = no_index;
    Id call = no_id;
};

/// Where a function of this program is called.
struct CallSite {
    std::uint32_t function = 0;
    Id call = no_id;
};

class Calls {
public:
    Calls(const Resolved& resolved, Names& names, KnownRows& rows);

    /// Null: nothing that flow looks at.
    [[nodiscard]] const Act* of(std::uint32_t function, Id call) const;
    /// What the function's own statements in that stretch, and the functions they call, reach.
    [[nodiscard]] ReachSet reached(std::uint32_t function, text::Span stretch) const;
    [[nodiscard]] ReachSet reached(std::uint32_t function) const { return reach_[function]; }
    /// What the function's statements call themselves.
    [[nodiscard]] std::span<const Act> acts(std::uint32_t function) const {
        return acts_[function];
    }
    [[nodiscard]] std::span<const CallSite> callers(std::uint32_t definition) const {
        return callers_[definition];
    }
    /// The decorator that lets the function's body run on some ranks only; no_id: none.
    [[nodiscard]] Id rank_decorator(std::uint32_t definition) const;
    /// The function's statements that leave a block: return, break, continue, raise.
    [[nodiscard]] bool leaves(std::uint32_t function, text::Span stretch);
    [[nodiscard]] std::uint32_t function_of(std::uint32_t definition) const;

private:
    struct Mark {
        std::uint32_t at;
        ReachSet reach;
    };

    void read_function(std::uint32_t function);
    std::optional<Act> act_of(std::uint32_t function, Id call);
    std::optional<Act> external_act(std::uint32_t function, Id call, Symbol name);
    Act collective_act(std::uint32_t function, Id call, const knowledge::Collective& row);
    std::optional<Act> exit_act(std::uint32_t function, Id call);
    std::optional<Act> tensor_act(std::uint32_t function, Id call);
    void find_group(std::uint32_t function, Id call, const knowledge::Collective& row, Act& act);
    void read_device_uses(std::uint32_t function);
    void read_environment_writes(std::uint32_t function);
    [[nodiscard]] bool binds_devices() const;
    [[nodiscard]] bool has_one_process(std::uint32_t function, Id call) const;
    [[nodiscard]] bool on_default_device(std::uint32_t function, Id value, int depth) const;
    void spread();
    void mark(std::uint32_t function);

    const Resolved& resolved_;
    Names& names_;
    KnownRows& rows_;
    std::vector<std::vector<Act>> acts_;              // by function, sorted by call
    std::vector<std::vector<Mark>> marks_;            // by function, sorted by place
    std::vector<std::vector<std::uint32_t>> leaving_; // by function, sorted; found when asked for
    std::vector<bool> leaving_known_;
    std::vector<std::vector<CallSite>> callers_;      // by definition
    std::vector<ReachSet> reach_;
    Symbol init_{}, cuda_{}, to_{}, device_{};
};

/// The value of the argument of that name or position, as written; no_id: not given. `open`
/// becomes true if it may hide in *args or **kwargs.
[[nodiscard]] Id find_argument(const Function& function, const Names& names, Id call,
                               std::string_view name, int position, bool& open);

}  // namespace trainlint::flow
