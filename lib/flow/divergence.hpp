/// Do all ranks do the same? In every function that reaches a collective.
#pragma once

#include <vector>

#include "flow/behaviour.hpp"
#include "flow/calls.hpp"
#include "flow/classes.hpp"
#include "flow/compare.hpp"
#include "flow/resolved.hpp"
#include "flow/terms.hpp"
#include "flow/values.hpp"
#include "trainlint/flow.hpp"

namespace trainlint::flow {

class DivergenceSearch {
public:
    DivergenceSearch(const Resolved& resolved, Names& names, Calls& calls, Values& values,
                     Terms& terms, const text::Fragment& fragment)
        : resolved_(resolved),
          names_(names),
          calls_(calls),
          values_(values),
          terms_(terms),
          fragment_(fragment) {}

    std::vector<Divergence> run();

private:
    /// What two classes of ranks do differently in a function.
    struct Candidate {
        std::uint32_t function = 0;
        Site split, event;
        Term test = no_term;       ///< of the split; those that reach the event answer `answer`
        bool answer = true;
        Divergence divergence;
    };
    /// One way through a behaviour, as one class goes it.
    struct Step {
        Node event = no_node;
        Node split = no_node;      ///< the last test before it that the other class answers otherwise
    };
    enum class Outcome : std::uint8_t { not_asked, alike, apart, unknown };

    void examine(std::uint32_t function);
    Outcome examine(std::uint32_t function, Question question);
    Outcome compare_classes(std::uint32_t function, Question question, Graph& graph, Node root,
                            const std::vector<Term>& tests, const Run& run);
    void explain(std::uint32_t function, Question question, const Graph& graph, Node root,
                 const Verdict& verdict, const Process& reaching, const Process& other,
                 const Run& run);
    std::vector<Step> walk(const Graph& graph, Node root, const Verdict& verdict,
                           const Process& mine, const Process& others) const;
    [[nodiscard]] std::size_t first_difference(const Graph& graph, bool in_step,
                                               std::span<const Step> mine,
                                               std::span<const Step> theirs) const;
    std::vector<Term> rank_tests(const Graph& graph, Node root) const;
    std::vector<CallSite> call_chain(std::uint32_t from, std::uint32_t to) const;
    [[nodiscard]] bool balanced_by_callers(const Candidate& candidate) const;
    [[nodiscard]] bool has_other_half(const Candidate& candidate) const;
    void find_kinds();
    [[nodiscard]] std::uint32_t holder_of(const Candidate&) const;
    [[nodiscard]] bool are_halves(const Candidate& one, const Candidate& other) const;
    [[nodiscard]] text::Place place(Site site) const;
    [[nodiscard]] bool others_may_reach_it(Site split, Site event,
                                           const std::vector<CallSite>& calls) const;
    [[nodiscard]] bool does_unknown_things(std::uint32_t function, text::Span stretch) const;
    [[nodiscard]] bool is_harmless(std::uint32_t function, Id call) const;

    const Resolved& resolved_;
    Names& names_;
    Calls& calls_;
    Values& values_;
    Terms& terms_;
    const text::Fragment& fragment_;
    std::vector<Candidate> candidates_;
    std::vector<std::size_t> kinds_;  ///< of candidates_: one, or two, of each kind
    std::vector<Outcome> outcomes_;            // by function, for collectives of all ranks
};

}  // namespace trainlint::flow
