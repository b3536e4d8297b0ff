/// What the expressions of a program are worth, as terms: rank tests through variables, attributes,
/// helpers, defaults and parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flow/calls.hpp"
#include "flow/resolved.hpp"
#include "flow/rows.hpp"
#include "flow/terms.hpp"

namespace trainlint::flow {

/// A function with the values of its parameters.
enum class Frame : std::uint32_t {};

class Values {
public:
    Values(const Resolved& resolved, Names& names, KnownRows& rows, Calls& calls,
           Terms& terms);

    /// The function as its callers in this program call it.
    Frame root(std::uint32_t function);
    /// The function that `call` of `frame` enters.
    Frame entered(Frame frame, Id call, std::uint32_t definition);
    [[nodiscard]] std::uint32_t function_of(Frame frame) const {
        return frames_[static_cast<std::uint32_t>(frame)].function;
    }

    Term of(Frame frame, Id id);
    /// What the function returns; no_term: not known.
    Term result(Frame frame);
    /// Holds on the ranks on which the decorated function's body runs.
    Term decorator_condition(std::uint32_t definition, Id decorator);
    /// The places where the value comes from: definitions of the variables in it, up to its source.
    void sources(Frame frame, Id id, std::vector<std::pair<std::uint32_t, Id>>& chain);

    /// Too much was asked for: what was answered is not to be trusted.
    [[nodiscard]] bool full() const { return full_ || terms_.full(); }

private:
    struct FrameData {
        std::uint32_t function = 0;
        std::vector<Term> parameters;
    };

    Frame frame_of(std::uint32_t function, std::vector<Term> parameters);
    Term calculate(Frame frame, Id id);
    Term literal(const Expression& e);
    Term named(Frame frame, Id id, const Expression& e);
    Term member(Frame frame, Id id, const Expression& e);
    Term element(Frame frame, Id id, const Expression& e);
    Term comparison(Frame frame, const Expression& e);
    Term membership(Frame frame, Id left, Id right);
    Term call(Frame frame, Id id, const Expression& e);
    Term external_call(Frame frame, Id id, Symbol name);
    Term builtin_call(Frame frame, Id id, std::string_view name);
    Term unknown_call(Frame frame, Id id, bool pure);
    Term environment(Frame frame, Id key, Id call);
    Term from_row(const knowledge::RankSource& row, Term group);
    Term uniform(const knowledge::RankSource& row);
    Term group_argument(Frame frame, Id call, std::string_view name);
    Term variable(Frame frame, std::uint32_t index);
    Term merged_bindings(Frame frame, std::uint32_t index);
    Term bound_value(Frame frame, const Assigned& assigned);
    Term identity(std::uint32_t variable, bool stable);
    Term parameter(std::uint32_t function, std::uint32_t index);
    Term argument_of_callers(std::uint32_t definition, std::uint32_t index);
    Term returned(Frame frame, const Block& block, Term next, int depth);
    Term returned_by(Frame frame, const Statement& statement, Term next, int depth);
    Term merged(Term condition, Term then, Term otherwise);
    Term default_of(std::uint32_t function, std::uint32_t index);
    std::size_t receiver_parameters(std::uint32_t function, std::uint32_t caller, Id call) const;
    bool decorated(std::uint32_t definition, std::string_view name) const;
    void read_spawns(std::uint32_t function);
    void read_spawn(std::uint32_t function, Id call);
    void read_shared(std::uint32_t function);
    [[nodiscard]] Symbol literal_text(const Function& function, Id id) const;
    [[nodiscard]] bool is_rank_value(Term term) const;

    const Resolved& resolved_;
    Names& names_;
    KnownRows& rows_;
    Calls& calls_;
    Terms& terms_;
    std::vector<FrameData> frames_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> frame_ids_;
    std::unordered_map<std::uint32_t, std::uint32_t> roots_;
    std::unordered_map<std::uint64_t, Term> known_;             // (frame, expression)
    std::unordered_map<std::uint32_t, Term> results_;           // by frame
    std::unordered_set<std::uint64_t> in_progress_;             // (variable or parameter)
    std::unordered_map<std::uint64_t, Term> spawned_;           // (definition, parameter)
    std::unordered_set<std::uint32_t> shared_;                  // variables a collective fills
    int depth_ = 0;
    int calls_deep_ = 0;
    bool full_ = false;
};

}  // namespace trainlint::flow
