// Terms decide rank tests; equal terms are one.
#include <catch2/catch.hpp>

#include "flow/classes.hpp"
#include "flow/terms.hpp"

using namespace trainlint;
using namespace trainlint::flow;

TEST_CASE("terms that mean the same are the same") {
    Names names;
    Terms terms(names);
    const auto rank = terms.rank(Scope::global);
    const auto zero = terms.number(0);
    CHECK(terms.compare(flow::Comparison::equal, rank, zero) ==
          terms.compare(flow::Comparison::equal, zero, rank));
    CHECK(terms.compare(flow::Comparison::not_equal, rank, zero) ==
          terms.negate(terms.compare(flow::Comparison::equal, rank, zero)));
    CHECK(terms.negate(terms.negate(rank)) == rank);
    CHECK(terms.arithmetic(Arithmetic::add, terms.number(2), terms.number(3)) == terms.number(5));
    CHECK(terms.rank(Scope::local) != rank);
}

TEST_CASE("what holds in every run is known") {
    Names names;
    Terms terms(names);
    const auto rank = terms.rank(Scope::global);
    const auto size = terms.size(Scope::global);
    const auto compare = [&](Term left, flow::Comparison how, Term right) {
        return terms.truth(terms.compare(how, left, right));
    };
    using flow::Comparison;
    CHECK(compare(rank, Comparison::greater_equal, terms.number(0)) == true);
    CHECK(compare(rank, Comparison::equal, terms.number(-1)) == false);
    CHECK(compare(size, Comparison::greater, terms.number(1)) == true);
    CHECK(compare(size, Comparison::equal, terms.number(1)) == false);
    CHECK(compare(rank, Comparison::less, size) == true);
    CHECK(compare(rank, Comparison::is, terms.none()) == false);
    CHECK(!compare(size, Comparison::equal, terms.number(8)));
    CHECK(!compare(size, Comparison::greater, terms.number(2)));
    CHECK(!compare(rank, Comparison::equal, terms.number(0)));
    CHECK(!compare(terms.size(Scope::local), Comparison::greater, terms.number(1)));
}

TEST_CASE("arithmetic that cannot be done is unknown") {
    Names names;
    Terms terms(names);
    const auto huge = terms.number(INT64_MAX);
    const auto sum = terms.arithmetic(Arithmetic::add, huge, huge);
    CHECK(!terms.number_of(sum));
    const auto divided = terms.arithmetic(Arithmetic::modulo, terms.number(3), terms.number(0));
    CHECK(!terms.number_of(divided));
    CHECK(!terms.truth(divided, Process{}));
    CHECK(!terms.truth(terms.arithmetic(Arithmetic::floor_divide, terms.number(INT64_MIN),
                                        terms.number(-1)),
                       Process{}));
    CHECK(terms.number_of(terms.arithmetic(Arithmetic::floor_divide, terms.number(-3),
                                           terms.number(2))) == -2);
    CHECK(terms.number_of(terms.arithmetic(Arithmetic::modulo, terms.number(-3),
                                           terms.number(2))) == 1);
}

TEST_CASE("a term that doubles at every step stays cheap") {
    Names names;
    Terms terms(names);
    auto term = terms.rank(Scope::global);
    for (int i = 0; i < 2000; ++i) term = terms.arithmetic(Arithmetic::add, term, term);
    CHECK(terms[term].depends != 0);
    (void)terms.truth(terms.compare(flow::Comparison::equal, term, terms.number(0)));
}

TEST_CASE("classes of ranks") {
    Names names;
    Terms terms(names);
    const auto rank = terms.rank(Scope::global);
    const auto is = [&](Term left, std::int64_t k) {
        return terms.compare(flow::Comparison::equal, left, terms.number(k));
    };
    const auto first = is(rank, 0);
    const auto first_of_node = is(terms.rank(Scope::local), 0);
    const auto last = terms.compare(
        flow::Comparison::equal, rank,
        terms.arithmetic(Arithmetic::subtract, terms.size(Scope::global), terms.number(1)));
    const auto even = is(terms.arithmetic(Arithmetic::modulo, rank, terms.number(2)), 0);
    const Run run;
    CHECK(classes_of(terms, {first}, run).size() == 2);
    CHECK(classes_of(terms, {first, last}, run).size() == 3);
    CHECK(classes_of(terms, {first, first_of_node}, run).size() == 3);
    CHECK(classes_of(terms, {first, even}, run).size() == 3);
    CHECK(ranks_in_words(terms, first, true, run) == "rank 0");
    CHECK(ranks_in_words(terms, first, false, run) == "all but rank 0");
    CHECK(ranks_in_words(terms, last, true, run) == "the last rank");
    CHECK(ranks_in_words(terms, first_of_node, true, run) == "the first rank of each node");
    CHECK(ranks_in_words(terms, first_of_node, false, run) ==
          "all but the first rank of each node");
    CHECK(ranks_in_words(terms, even, true, run) == "even ranks");
    CHECK(ranks_in_words(terms, even, false, run) == "odd ranks");
    CHECK(ranks_in_words(terms, is(terms.rank(Scope::node), 0), true, run) ==
          "the ranks of the first node");
}
