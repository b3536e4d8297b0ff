/// Behaviours as graphs of the events that can follow each other. Equal behaviours are one node, so
/// comparing them is comparing numbers. Nodes are made from their ends backwards.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "flow/function.hpp"
#include "flow/terms.hpp"
#include "trainlint/names.hpp"

namespace trainlint::flow {

enum class Node : std::uint32_t {};
inline constexpr Node no_node{0xFFFFFFFFu};

/// An expression of a program.
struct Site {
    std::uint32_t function = no_index;
    Id id = no_id;
    friend bool operator==(Site, Site) = default;
};

struct GraphNode {
    enum class Kind : std::uint8_t {
        end,            ///< the function returns, or its last statement was run
        exit,           ///< the process ends well
        fail,           ///< it ends with a fault, and so does the whole run
        again,          ///< the next round of loop `term`, `number`
        event,          ///< number: what it acts as; first: what follows
        choice,         ///< term decides, on all ranks alike, between first and second
        rank_choice,    ///< term decides by the rank
        doubtful,       ///< decided by the rank, we cannot tell how
        loop            ///< term: what it runs over; number: depth; first: body, second: after it
    } kind{};
    bool eventful = false;   ///< an event or another round can follow
    Term term = no_term;
    std::uint64_t number = 0;
    Node first = no_node, second = no_node;
    Site site;               ///< where it stands; one of the places if several are equal
};

class Graph {
public:
    [[nodiscard]] const GraphNode& operator[](Node node) const {
        return nodes_[static_cast<std::uint32_t>(node)];
    }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    /// Too many nodes were asked for: nothing may be concluded.
    [[nodiscard]] bool full() const { return full_; }

    Node end();
    Node exit();
    Node fail();
    Node again(Term over, std::uint32_t depth);
    /// `apart`: not to be taken for an equal event elsewhere.
    Node event(std::uint64_t acts_as, Node next, Site site, bool apart = false);
    Node choice(GraphNode::Kind kind, Term term, Node then, Node otherwise, Site site);
    /// `exits`: where the body can lead beside the next round. A loop without events is none: what
    /// is left of it is where it leads. `endless`: only its body leaves it.
    Node loop(Term over, std::uint32_t depth, Node body, Node after, std::span<const Node> exits,
              bool endless, Site site);

    /// The behaviour with every rank choice decided; calls must give equal answers for equal terms.
    Node decided(Node root, const std::function<bool(Term)>& holds);

private:
    struct Hash {
        std::size_t operator()(const GraphNode& node) const;
    };
    struct Same {
        bool operator()(const GraphNode& left, const GraphNode& right) const;
    };
    struct LoopExits {
        std::vector<Node> exits;
        bool endless = false;
    };

    Node make(GraphNode node);
    bool leads_only_out(Node body, Node again, std::span<const Node> exits,
                        std::vector<Node>& found) const;
    Node decided_node(const GraphNode& old, std::uint32_t index,
                      const std::vector<Node>& renamed, const std::function<bool(Term)>& holds);

    std::vector<GraphNode> nodes_;
    std::unordered_map<GraphNode, std::uint32_t, Hash, Same> ids_;
    std::unordered_map<std::uint32_t, LoopExits> loops_;
    bool full_ = false;
};

}  // namespace trainlint::flow
