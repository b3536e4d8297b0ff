// Behaviours as graphs: what is equal is one node, and what compares how.
#include <catch2/catch.hpp>

#include "flow/compare.hpp"
#include "flow/graph.hpp"
#include "flow/terms.hpp"
#include "trainlint/flow.hpp"

using namespace trainlint;
using namespace trainlint::flow;
using NodeKind = GraphNode::Kind;
using Result = Verdict::Kind;

namespace {

struct Fixture {
    Names names;
    Terms terms{names};
    Graph graph;
    Node end = graph.end();

    Term shared(std::uint64_t key, bool stable = true) { return terms.opaque(key, {}, stable); }
    Node event(std::uint64_t what, Node next) { return graph.event(what, next, {}); }
    Node choice(Term term, Node then, Node otherwise) {
        return graph.choice(NodeKind::choice, term, then, otherwise, {});
    }
    Verdict compare(Node a, Node b) { return compare_behaviours(graph, terms, a, b, 7); }
};

}  // namespace

TEST_CASE("equal behaviours are one node") {
    Fixture f;
    CHECK(f.event(1, f.end) == f.event(1, f.end));
    CHECK(f.event(1, f.end) != f.event(2, f.end));
    CHECK(f.choice(f.shared(1), f.end, f.end) == f.end);
    CHECK(f.choice(f.shared(1), f.graph.fail(), f.end) == f.end);
    const Node exits[] = {f.end};
    const auto again = f.graph.again(f.shared(9), 0);
    CHECK(f.graph.loop(f.shared(9), 0, again, f.end, exits, false, {}) == f.end);
    CHECK(f.graph.loop(f.shared(9), 0, f.event(1, again), f.end, exits, false, {}) != f.end);
}

TEST_CASE("one lacks events") {
    Fixture f;
    const auto rest = f.event(2, f.end);
    const auto verdict = f.compare(f.event(1, rest), rest);
    CHECK(verdict.kind == Result::missing);
    CHECK(verdict.first_reaches);
    CHECK(f.compare(rest, f.event(1, rest)).first_reaches == false);
    CHECK(f.compare(f.event(1, f.end), f.end).kind == Result::missing);
    CHECK(f.compare(f.event(1, f.event(2, f.event(3, f.end))), f.event(2, f.event(3, f.end))).kind ==
          Result::missing);
}

TEST_CASE("straight behaviours in another order") {
    Fixture f;
    const auto verdict = f.compare(f.event(1, f.event(2, f.end)), f.event(2, f.event(1, f.end)));
    CHECK(verdict.kind == Result::order);
}

TEST_CASE("an end with a fault agrees with everything") {
    Fixture f;
    CHECK(f.compare(f.graph.fail(), f.event(1, f.end)).kind == Result::equal);
    CHECK(f.compare(f.event(1, f.graph.fail()), f.event(1, f.event(2, f.end))).kind ==
          Result::equal);
    CHECK(f.compare(f.graph.exit(), f.event(1, f.end)).kind == Result::missing);
    CHECK(f.compare(f.graph.exit(), f.end).kind == Result::equal);
}

TEST_CASE("a decision stays as it is along a path") {
    Fixture f;
    const auto a = f.shared(1);
    // if a: 1; ...; if a: 2   against   if a: 1, 2
    const auto twice = f.choice(a, f.event(1, f.choice(a, f.event(2, f.end), f.end)),
                                f.choice(a, f.event(2, f.end), f.end));
    const auto once = f.choice(a, f.event(1, f.event(2, f.end)), f.end);
    CHECK(f.compare(twice, once).kind == Result::equal);
    const auto flickers = f.shared(2, false);
    const auto unstable = f.choice(flickers, f.event(1, f.choice(flickers, f.event(2, f.end), f.end)),
                                   f.choice(flickers, f.event(2, f.end), f.end));
    CHECK(f.compare(unstable, f.choice(flickers, f.event(1, f.event(2, f.end)), f.end)).kind !=
          Result::equal);
}

TEST_CASE("the shared decisions that a difference needs") {
    Fixture f;
    const auto a = f.shared(1), b = f.shared(2);
    const auto verdict = f.compare(f.choice(a, f.event(1, f.end), f.end), f.end);
    REQUIRE(verdict.kind == Result::missing);
    REQUIRE(verdict.when.size() == 1);
    CHECK(verdict.when[0].second);
    // In both ways something is missing: no decision is needed.
    CHECK(f.compare(f.choice(a, f.event(1, f.end), f.event(2, f.end)), f.end).when.empty());
    // What one class asks may be what the other asks in other words.
    CHECK(f.compare(f.choice(a, f.event(1, f.end), f.end), f.choice(b, f.event(1, f.end), f.end))
              .kind == Result::unknown);
}

TEST_CASE("loops are equal if they run over the same") {
    Fixture f;
    const auto loop = [&](Term over, std::uint64_t event) {
        return f.graph.loop(over, 0, f.event(event, f.graph.again(over, 0)), f.end, {}, false, {});
    };
    const auto x = f.shared(1), y = f.shared(2);
    CHECK(loop(x, 1) == loop(x, 1));
    CHECK(f.compare(loop(x, 1), loop(y, 1)).kind != Result::equal);
    CHECK(f.compare(loop(x, 1), f.end).kind == Result::missing);
    const auto by_rank = f.terms.rank(Scope::global);
    CHECK(f.compare(loop(by_rank, 1), loop(by_rank, 2)).kind == Result::unknown);
}

TEST_CASE("what is decided by the rank in a way nobody knows is not compared") {
    Fixture f;
    const auto doubtful =
        f.graph.choice(NodeKind::doubtful, f.shared(1), f.event(1, f.end), f.end, {});
    CHECK(f.compare(doubtful, f.end).kind == Result::unknown);
}

TEST_CASE("rank choices are decided for one class") {
    Fixture f;
    const auto test = f.terms.compare(flow::Comparison::equal, f.terms.rank(Scope::global),
                                      f.terms.number(0));
    const auto root = f.graph.choice(NodeKind::rank_choice, test, f.event(1, f.end), f.end,
                                     {0, Id{1}});
    const auto first = f.graph.decided(root, [](Term) { return true; });
    const auto others = f.graph.decided(root, [](Term) { return false; });
    CHECK(first == f.event(1, f.end));
    CHECK(others == f.end);
    // A loop whose events are left to another class is none.
    const auto again = f.graph.again(f.shared(3), 0);
    const auto body = f.graph.choice(NodeKind::rank_choice, test, f.event(1, again), again,
                                     {0, Id{2}});
    const auto loop = f.graph.loop(f.shared(3), 0, body, f.end, {}, false, {});
    CHECK(f.graph.decided(loop, [](Term) { return false; }) == f.end);
}

TEST_CASE("graphs that grow too large say so") {
    Fixture f;
    auto node = f.end;
    for (std::uint64_t i = 0; i < 20'000; ++i) node = f.event(i % 7, node);
    CHECK(f.graph.full());
}

TEST_CASE("comparing ends soon, whatever is compared") {
    Fixture f;
    auto a = f.end, b = f.event(100, f.end);
    for (std::uint64_t i = 0; i < 60; ++i) {
        a = f.choice(f.shared(i), f.event(i % 3, a), a);
        b = f.choice(f.shared(1000 + i), f.event(i % 3, b), b);
    }
    CHECK(f.compare(a, b).kind == Result::unknown);
}

TEST_CASE("agreements join upwards") {
    using Kind = Agreement::Kind;
    const auto kind = [](Kind a, Kind b) {
        return join({.kind = a, .group = {}, .why = {}}, {.kind = b, .group = {}, .why = {}}).kind;
    };
    const Kind all[] = {Kind::same, Kind::assumed, Kind::rank, Kind::root_only, Kind::local};
    for (const auto a : all)
        for (const auto b : all) {
            CHECK(kind(a, b) == kind(b, a));
            CHECK(kind(a, a) == a);
            CHECK(kind(a, b) >= std::max(a, b));
            for (const auto c : all) CHECK(kind(kind(a, b), c) == kind(a, kind(b, c)));
        }
    CHECK(kind(Kind::same, Kind::assumed) == Kind::assumed);
    CHECK(kind(Kind::rank, Kind::root_only) == Kind::local);
    CHECK(kind(Kind::rank, Kind::same) == Kind::rank);
    const Symbol g{1}, h{2};
    CHECK(join({.kind = Kind::rank, .group = g, .why = {}}, {.kind = Kind::rank, .group = h, .why = {}})
              .kind == Kind::local);
}
