/// Does one event come before another that it should come after?
#pragma once

#include <vector>

#include "flow/behaviour.hpp"
#include "flow/calls.hpp"
#include "flow/resolved.hpp"
#include "flow/terms.hpp"
#include "flow/values.hpp"
#include "trainlint/flow.hpp"

namespace trainlint::flow {

class SequenceSearch {
public:
    SequenceSearch(const Resolved& resolved, Names& names, Calls& calls, Values& values,
                   Terms& terms, const text::Fragment& fragment)
        : resolved_(resolved),
          names_(names),
          calls_(calls),
          values_(values),
          terms_(terms),
          fragment_(fragment) {}

    /// Uses of a device before the device is bound, uses of JAX before it is initialised.
    std::vector<Sequence> run();

private:
    enum class Role : std::uint8_t { none, first, second, settled };
    /// Which events are asked about: `first` of that kind before `second`, of one framework.
    struct Wanted {
        EventKind first{}, second{};
        std::string_view framework;
    };
    /// What is known of one `second`.
    struct Found {
        Site second, first;
        bool after_first = false, alone = false;
    };
    struct Way;

    void examine(std::uint32_t function, const Wanted& wanted);
    void follow(const Graph& graph, Node root, const Wanted& wanted, std::vector<Found>& found);
    Role role(Site site, const Wanted& wanted);
    Role torch_role(Site site, const Act& act, const Wanted& wanted);
    bool binds_by_rank(Site site);
    Symbol backend();
    [[nodiscard]] bool started_elsewhere(std::uint32_t function) const;
    Event event(Site site, Symbol backend) const;

    const Resolved& resolved_;
    Names& names_;
    Calls& calls_;
    Values& values_;
    Terms& terms_;
    const text::Fragment& fragment_;
    Symbol backend_{};
    std::vector<Sequence> sequences_;
};

}  // namespace trainlint::flow
