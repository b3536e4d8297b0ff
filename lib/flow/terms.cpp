#include "flow/terms.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace trainlint::flow {

namespace {

using Kind = TermNode::Kind;

constexpr std::size_t most_terms = 100'000;
constexpr unsigned heaviest_term = 120;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
    return hash ^ (hash >> 29);
}

std::uint32_t raw(Term term) {
    return static_cast<std::uint32_t>(term);
}

/// Runs in which a condition has to come out alike before we say that it always does.
std::span<const Process> runs() {
    static constexpr std::array<Process, 7> shapes{{{.rank = 0, .nodes = 1, .per_node = 2},
                                                    {.rank = 0, .nodes = 1, .per_node = 4},
                                                    {.rank = 0, .nodes = 2, .per_node = 1},
                                                    {.rank = 0, .nodes = 2, .per_node = 4},
                                                    {.rank = 0, .nodes = 1, .per_node = 8},
                                                    {.rank = 0, .nodes = 4, .per_node = 8},
                                                    {.rank = 0, .nodes = 16, .per_node = 8}}};
    return shapes;
}

std::optional<std::int64_t> floor_divided(std::int64_t left, std::int64_t right) {
    if (right == 0 || right == -1) return std::nullopt;
    const auto quotient = left / right;
    return quotient - ((left % right != 0 && (left < 0) != (right < 0)) ? 1 : 0);
}

std::optional<std::int64_t> calculated(Arithmetic operation, std::int64_t left,
                                       std::int64_t right) {
    std::int64_t result = 0;
    switch (operation) {
        case Arithmetic::add:
            if (__builtin_add_overflow(left, right, &result)) return std::nullopt;
            return result;
        case Arithmetic::subtract:
            if (__builtin_sub_overflow(left, right, &result)) return std::nullopt;
            return result;
        case Arithmetic::multiply:
            if (__builtin_mul_overflow(left, right, &result)) return std::nullopt;
            return result;
        case Arithmetic::floor_divide: return floor_divided(left, right);
        case Arithmetic::modulo: {
            const auto quotient = floor_divided(left, right);
            if (!quotient) return std::nullopt;
            return left - *quotient * right;
        }
        case Arithmetic::bit_and: return left & right;
        default: return std::nullopt;
    }
}

}  // namespace

std::size_t Terms::Hash::operator()(const TermNode& node) const {
    auto hash = mixed(static_cast<std::uint64_t>(node.kind) << 8 | node.operation,
                      static_cast<std::uint64_t>(node.number));
    hash = mixed(hash, std::uint64_t{node.first} << 32 | node.second);
    return mixed(hash, std::uint64_t{node.third} << 9 | node.depends | (node.stable ? 256u : 0u));
}

bool Terms::Same::operator()(const TermNode& left, const TermNode& right) const {
    return left.kind == right.kind && left.operation == right.operation &&
           left.depends == right.depends && left.stable == right.stable &&
           left.first == right.first && left.second == right.second &&
           left.third == right.third && left.number == right.number;
}

Terms::Terms(const Names& names) : names_(names) {
    nodes_.push_back({.kind = Kind::opaque, .stable = false});
}

Term Terms::make(TermNode node) {
    const auto found = ids_.find(node);
    if (found != ids_.end()) return Term{found->second};
    if (nodes_.size() >= most_terms) {
        full_ = true;
        return no_term;
    }
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    ids_.emplace(node, id);
    return Term{id};
}

Term Terms::number(std::int64_t value) { return make({.kind = Kind::number, .number = value}); }
Term Terms::none() { return make({.kind = Kind::none}); }
Term Terms::failure() { return make({.kind = Kind::failure}); }

Term Terms::text(Symbol text) {
    return make({.kind = Kind::text, .first = static_cast<std::uint32_t>(text)});
}

Term Terms::rank(Scope scope, Term group) {
    return make({.kind = Kind::rank,
                 .operation = static_cast<std::uint8_t>(scope),
                 .depends = static_cast<std::uint8_t>(1u << static_cast<unsigned>(scope)),
                 .first = raw(group)});
}

Term Terms::size(Scope scope) {
    return make({.kind = Kind::size, .operation = static_cast<std::uint8_t>(scope)});
}

Term Terms::opaque(std::uint64_t key, std::span<const Term> parts, bool stable) {
    for (const auto part : parts) {
        key = mixed(key, raw(part));
        stable = stable && (*this)[part].stable;
    }
    return make({.kind = Kind::opaque, .stable = stable,
                 .number = static_cast<std::int64_t>(mixed(key, parts.size()))});
}

Term Terms::rank_opaque(std::uint64_t key, std::span<const Term> parts, std::uint8_t depends) {
    for (const auto part : parts) key = mixed(key, raw(part));
    return make({.kind = Kind::rank_opaque, .depends = depends,
                 .number = static_cast<std::int64_t>(mixed(key, parts.size()))});
}

/// Fills in what follows from the parts. Too heavy a term is replaced by its identity, so that
/// evaluating one stays cheap.
Term Terms::settle(TermNode node) {
    const std::array parts{Term{node.first}, Term{node.second}, Term{node.third}};
    unsigned weight = 1;
    for (const auto part : parts) {
        const auto& inner = (*this)[part];
        node.depends |= inner.depends;
        weight += inner.weight;
        if (raw(part) != 0) node.stable = node.stable && inner.stable;
    }
    if (weight <= heaviest_term) {
        node.weight = static_cast<std::uint8_t>(weight);
        return make(node);
    }
    const auto key = mixed(0xDEE9, static_cast<std::uint64_t>(node.kind) << 8 | node.operation);
    if (node.depends != 0) return rank_opaque(key, parts, node.depends);
    return opaque(key, parts, node.stable);
}

std::optional<std::int64_t> Terms::number_of(Term term) const {
    const auto& node = (*this)[term];
    if (node.kind != Kind::number) return std::nullopt;
    return node.number;
}

Term Terms::arithmetic(Arithmetic operation, Term left, Term right) {
    const auto a = number_of(left);
    const auto b = number_of(right);
    if (a && b)
        if (const auto result = calculated(operation, *a, *b)) return number(*result);
    return settle({.kind = Kind::arithmetic,
                   .operation = static_cast<std::uint8_t>(operation),
                   .first = raw(left),
                   .second = raw(right)});
}

bool Terms::counts(Term term) const {
    const auto kind = (*this)[term].kind;
    return kind == Kind::rank || kind == Kind::size || kind == Kind::number ||
           kind == Kind::arithmetic;
}

/// os.environ["RANK"] == "0": the text counts as the number that it spells.
Term Terms::numeric_text(Term term, Term beside) {
    const auto& node = (*this)[term];
    const auto& other = (*this)[beside];
    if (node.kind != Kind::text || (other.kind != Kind::rank && other.kind != Kind::size))
        return term;
    const auto spelled = names_.text(Symbol{node.first});
    std::int64_t value = 0;
    const auto end = spelled.data() + spelled.size();
    const auto [at, error] = std::from_chars(spelled.data(), end, value);
    return error == std::errc{} && at == end && !spelled.empty() ? number(value) : term;
}

Term Terms::comparison(TermNode::Kind kind, Term left, Term right) {
    left = numeric_text(left, right);
    right = numeric_text(right, left);
    if (kind == Kind::equal) {
        if (left == right && left != no_term) return number(1);
        if (raw(left) > raw(right)) std::swap(left, right);
    }
    const auto made = settle({.kind = kind, .first = raw(left), .second = raw(right)});
    if (const auto always = truth(made)) return number(*always ? 1 : 0);
    return made;
}

Term Terms::compare(Comparison operation, Term left, Term right) {
    switch (operation) {
        case Comparison::equal:
        case Comparison::is: return comparison(Kind::equal, left, right);
        case Comparison::not_equal:
        case Comparison::is_not: return negate(comparison(Kind::equal, left, right));
        case Comparison::less: return comparison(Kind::less, left, right);
        case Comparison::greater: return comparison(Kind::less, right, left);
        case Comparison::greater_equal: return negate(comparison(Kind::less, left, right));
        case Comparison::less_equal: return negate(comparison(Kind::less, right, left));
        case Comparison::in: return comparison(Kind::contained, left, right);
        case Comparison::not_in: return negate(comparison(Kind::contained, left, right));
    }
    return no_term;
}

Term Terms::negate(Term of) {
    const auto& node = (*this)[of];
    if (const auto known = truth(of)) return number(*known ? 0 : 1);
    if (node.kind == Kind::negate) return Term{node.first};
    return settle({.kind = Kind::negate, .first = raw(of)});
}

Term Terms::both(Term left, Term right) {
    if (const auto known = truth(left)) return *known ? right : left;
    if (const auto known = truth(right); known && *known) return left;
    if (left == right) return left;
    return settle({.kind = Kind::both, .first = raw(left), .second = raw(right)});
}

Term Terms::either(Term left, Term right) {
    if (const auto known = truth(left)) return *known ? left : right;
    if (left == right) return left;
    return settle({.kind = Kind::either, .first = raw(left), .second = raw(right)});
}

Term Terms::choose(Term condition, Term then, Term otherwise) {
    if (const auto known = truth(condition)) return *known ? then : otherwise;
    if (then == otherwise) return then;
    if ((*this)[then].kind == Kind::failure) return otherwise;
    if ((*this)[otherwise].kind == Kind::failure) return then;
    if (number_of(then) == 1 && number_of(otherwise) == 0) return condition;
    if (number_of(then) == 0 && number_of(otherwise) == 1) return negate(condition);
    return settle({.kind = Kind::choose,
                   .first = raw(condition),
                   .second = raw(then),
                   .third = raw(otherwise)});
}

std::optional<bool> Terms::truth(Term term) const {
    const auto& node = (*this)[term];
    switch (node.kind) {
        case Kind::number: return node.number != 0;
        case Kind::none: return false;
        case Kind::text: return !names_.text(Symbol{node.first}).empty();
        case Kind::equal:
        case Kind::less: break;
        default: return std::nullopt;
    }
    std::optional<bool> common;
    for (auto process : runs()) {
        const auto world = process.nodes * process.per_node;
        for (std::int64_t rank = 0; rank < world; ++rank) {
            if (rank == 8) rank = world - 2;      // enough of a large run
            process.rank = rank;
            const auto here = truth(term, process);
            if (!here || (common && *common != *here)) return std::nullopt;
            common = here;
        }
    }
    return common;
}

std::optional<bool> Terms::truth(Term term, const Process& process) const {
    const auto& node = (*this)[term];
    const auto left = [&] { return truth(Term{node.first}, process); };
    const auto right = [&] { return truth(Term{node.second}, process); };
    switch (node.kind) {
        case Kind::none: return false;
        case Kind::text: return !names_.text(Symbol{node.first}).empty();
        case Kind::negate: {
            const auto inner = left();
            if (!inner) return std::nullopt;
            return !*inner;
        }
        case Kind::both:
        case Kind::either: {
            const bool decisive = node.kind == Kind::either;
            const auto a = left();
            if (a && *a == decisive) return decisive;
            const auto b = right();
            if (b && *b == decisive) return decisive;
            if (!a || !b) return std::nullopt;
            return !decisive;
        }
        case Kind::choose: {
            const auto condition = left();
            if (!condition) return std::nullopt;
            return truth(Term{*condition ? node.second : node.third}, process);
        }
        default: break;
    }
    const auto number = value(term, process);
    if (!number) return std::nullopt;
    return *number != 0;
}

std::optional<std::int64_t> Terms::value(Term term, const Process& process) const {
    const auto& node = (*this)[term];
    const auto left = [&] { return value(Term{node.first}, process); };
    const auto right = [&] { return value(Term{node.second}, process); };
    switch (node.kind) {
        case Kind::number: return node.number;
        case Kind::rank:
            switch (static_cast<Scope>(node.operation)) {
                case Scope::local: return process.rank % process.per_node;
                case Scope::node: return process.rank / process.per_node;
                default: return process.rank;
            }
        case Kind::size:
            switch (static_cast<Scope>(node.operation)) {
                case Scope::local: return process.per_node;
                case Scope::node: return process.nodes;
                default: return process.nodes * process.per_node;
            }
        case Kind::arithmetic: {
            const auto a = left();
            const auto b = right();
            if (!a || !b) return std::nullopt;
            return calculated(static_cast<Arithmetic>(node.operation), *a, *b);
        }
        case Kind::equal:
        case Kind::less: {
            const auto& a_node = (*this)[Term{node.first}];
            const auto& b_node = (*this)[Term{node.second}];
            const auto no_number = [](const TermNode& n) {
                return n.kind == Kind::none || n.kind == Kind::text;
            };
            if (node.kind == Kind::equal && no_number(a_node) && no_number(b_node))
                return a_node.kind == b_node.kind && a_node.first == b_node.first ? 1 : 0;
            if (node.kind == Kind::equal && ((a_node.kind == Kind::none && counts(Term{node.second})) ||
                                             (b_node.kind == Kind::none && counts(Term{node.first}))))
                return 0;
            const auto a = left();
            const auto b = right();
            if (!a || !b) return std::nullopt;
            return (node.kind == Kind::equal ? *a == *b : *a < *b) ? 1 : 0;
        }
        case Kind::negate:
        case Kind::both:
        case Kind::either: {
            // Python's `and` and `or` give one of their operands.
            if (node.kind != Kind::negate) {
                const auto first = truth(Term{node.first}, process);
                if (!first) return std::nullopt;
                const bool stays = *first == (node.kind == Kind::either);
                return value(Term{stays ? node.first : node.second}, process);
            }
            const auto inner = truth(Term{node.first}, process);
            if (!inner) return std::nullopt;
            return *inner ? 0 : 1;
        }
        case Kind::choose: {
            const auto condition = truth(Term{node.first}, process);
            if (!condition) return std::nullopt;
            return value(Term{*condition ? node.second : node.third}, process);
        }
        default: return std::nullopt;
    }
}

}  // namespace trainlint::flow
