/// Values as terms over rank and size: enough to decide a rank test for a given process, and to
/// know two conditions for the same one. Equal terms have equal numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "flow/function.hpp"
#include "trainlint/names.hpp"

namespace trainlint::flow {

enum class Term : std::uint32_t {};
inline constexpr Term no_term{0};          ///< a value of which nothing is known

/// Among which processes a rank counts.
enum class Scope : std::uint8_t { global, local, node, group };

/// One process of an imagined run: `nodes` times `per_node` processes.
struct Process {
    std::int64_t rank = 0, nodes = 1, per_node = 2;
};

struct TermNode {
    enum class Kind : std::uint8_t {
        opaque,       ///< known by its identity alone, the same on all ranks as far as we know
        rank_opaque,  ///< the same, but it surely depends on the rank
        number,       ///< also booleans: 0 and 1
        none,
        text,         ///< first: the symbol
        rank,         ///< operation: Scope; first: the group
        size,         ///< operation: Scope
        arithmetic,   ///< operation: Arithmetic
        equal,
        less,
        contained,    ///< first in second
        negate,
        both,
        either,
        choose,       ///< first: condition
        failure       ///< the function does not come back
    } kind{};
    std::uint8_t operation = 0;
    std::uint8_t depends = 0;              ///< bit (1 << Scope): on which ranks the value depends
    std::uint8_t weight = 0;               ///< parts in all, each counted as often as it is used
    bool stable = true;                    ///< keeps its value while one function runs
    std::uint32_t first = 0, second = 0, third = 0;
    std::int64_t number = 0;
};

class Terms {
public:
    explicit Terms(const Names& names);

    [[nodiscard]] const TermNode& operator[](Term term) const {
        return nodes_[static_cast<std::uint32_t>(term)];
    }
    /// True once too many terms were asked for; what is made then is not to be trusted.
    [[nodiscard]] bool full() const { return full_; }

    Term number(std::int64_t value);
    Term none();
    Term text(Symbol text);
    Term rank(Scope scope, Term group = no_term);
    Term size(Scope scope);
    Term failure();
    /// Equal keys and parts make equal terms.
    Term opaque(std::uint64_t key, std::span<const Term> parts, bool stable);
    Term rank_opaque(std::uint64_t key, std::span<const Term> parts, std::uint8_t depends);

    Term arithmetic(Arithmetic operation, Term left, Term right);
    Term compare(Comparison operation, Term left, Term right);
    Term negate(Term of);
    Term both(Term left, Term right);
    Term either(Term left, Term right);
    Term choose(Term condition, Term then, Term otherwise);

    [[nodiscard]] std::optional<std::int64_t> number_of(Term term) const;
    /// What the condition is for every process of every run, where that is so.
    [[nodiscard]] std::optional<bool> truth(Term term) const;
    /// What it is for this process; ranks of groups count as if the group were the world.
    [[nodiscard]] std::optional<bool> truth(Term term, const Process& process) const;
    [[nodiscard]] std::optional<std::int64_t> value(Term term, const Process& process) const;

private:
    struct Hash {
        std::size_t operator()(const TermNode& node) const;
    };
    struct Same {
        bool operator()(const TermNode& left, const TermNode& right) const;
    };

    Term make(TermNode node);
    Term comparison(TermNode::Kind kind, Term left, Term right);
    Term settle(TermNode node);
    Term numeric_text(Term term, Term beside);
    [[nodiscard]] std::uint8_t depends(Term term) const { return (*this)[term].depends; }
    [[nodiscard]] bool counts(Term term) const;

    const Names& names_;
    std::vector<TermNode> nodes_;
    std::unordered_map<TermNode, std::uint32_t, Hash, Same> ids_;
    bool full_ = false;
};

}  // namespace trainlint::flow
