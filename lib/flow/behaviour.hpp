/// What a function does: its events as a graph, computed backwards through its statements.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "flow/calls.hpp"
#include "flow/graph.hpp"
#include "flow/resolved.hpp"
#include "flow/terms.hpp"
#include "flow/values.hpp"

namespace trainlint::flow {

/// Which events count, and which rank decides.
struct Question {
    enum class Kind : std::uint8_t { collectives, devices } kind{};
    Term group = no_term;      ///< collectives: of this group; no_term: of all ranks

    /// Bits of TermNode::depends that tell the processes in question apart.
    [[nodiscard]] std::uint8_t ranks() const {
        if (kind == Kind::devices) return 0;
        const auto bit = [](Scope scope) { return 1u << static_cast<unsigned>(scope); };
        return static_cast<std::uint8_t>(
            group != no_term ? bit(Scope::group)
                             : bit(Scope::global) | bit(Scope::local) | bit(Scope::node));
    }
};

class Behaviour {
public:
    Behaviour(const Resolved& resolved, const Names& names, Calls& calls, Values& values,
              Terms& terms, Graph& graph, Question question);

    /// The behaviour of the function as its callers call it.
    Node of(std::uint32_t function);
    /// Something was too big or not understood: nothing may be concluded.
    [[nodiscard]] bool given_up() const { return given_up_ || graph_.full() || values_.full(); }

private:
    /// Where control goes from inside a block.
    struct Exits {
        Node next = no_node, leave = no_node, stop = no_node, again = no_node, failed = no_node;
        /// What runs at the `yield` of a context manager, given what follows it.
        const std::function<Node(Node)>* body = nullptr;
    };

    Node whole(Frame frame, const Exits& exits);
    Node block(Frame frame, const Block& block, Exits exits);
    Node statement(Frame frame, const Statement& statement, const Exits& exits);
    Node branch(Frame frame, const Statement& statement, const Exits& exits);
    Node loop(Frame frame, const Statement& statement, const Exits& exits);
    Node attempt(Frame frame, const Statement& statement, const Exits& exits);
    Node scope(Frame frame, const Statement& statement, const Exits& exits);
    Node alternatives(Frame frame, const Statement& statement, const Exits& exits);
    Node condition(Frame frame, Id id, Node then, Node otherwise, const Exits& exits);
    Node expression(Frame frame, Id id, Node next, const Exits& exits);
    Node comprehension(Frame frame, const Expression& e, Node next, const Exits& exits);
    Node call(Frame frame, Id id, Node next, const Exits& exits);
    Node enter(Frame frame, const Act& act, Node next, const Exits& exits);
    Node decide(Term term, Node then, Node otherwise, Site site);
    [[nodiscard]] GraphNode::Kind kind_of(Term term) const;
    [[nodiscard]] bool counts(Frame frame, const Act& act);
    [[nodiscard]] bool relevant(Frame frame, text::Span stretch) const;
    [[nodiscard]] const Function& function(Frame frame) const;
    [[nodiscard]] bool is_context_manager(std::uint32_t definition) const;
    [[nodiscard]] Term group_of(Term term) const;

    const Resolved& resolved_;
    const Names& names_;
    Calls& calls_;
    Values& values_;
    Terms& terms_;
    Graph& graph_;
    Question question_;
    std::vector<std::uint32_t> active_;               // functions being entered
    std::unordered_map<std::uint64_t, std::vector<std::pair<Node, Node>>> entered_;
    std::uint32_t loop_depth_ = 0;
    int depth_ = 0;
    int steps_ = 0;
    bool given_up_ = false;
};

}  // namespace trainlint::flow
