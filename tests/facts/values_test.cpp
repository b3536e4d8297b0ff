#include <catch2/catch.hpp>
#include <limits>

#include "trainlint/facts.hpp"

using namespace trainlint;
using namespace trainlint::facts;

namespace {

Number number(std::int64_t coefficient, std::vector<Symbol> factors = {},
              Origin origin = Origin::literal) {
    return {coefficient, std::move(factors), origin, {}};
}

Value scalar(std::string text) {
    Value value;
    value.kind = Value::Kind::string;
    value.text = std::move(text);
    return value;
}

Value tree(Value::Kind kind, std::vector<Value::Member> members) {
    Value value;
    value.kind = kind;
    value.members = std::move(members);
    return value;
}

constexpr Symbol nodes{5};
constexpr Symbol devices{9};

}  // namespace

TEST_CASE("numbers of equal quantities are compared, others never") {
    CHECK(compare(number(4), number(8)) == Order::less);
    CHECK(compare(number(8, {nodes}), number(8, {nodes})) == Order::equal);
    CHECK(compare(number(9, {nodes}), number(8, {nodes})) == Order::greater);
    CHECK(compare(number(9, {nodes}), number(8)) == Order::unknown);
    CHECK(compare(number(9, {nodes}), number(8, {devices})) == Order::unknown);
    CHECK(compare(Number{}, number(8)) == Order::unknown);
    CHECK(compare(Number{}, Number{}) == Order::unknown);
}

TEST_CASE("products keep their factors sorted and their weakest origin") {
    const Number product =
        multiply(number(2, {devices}), number(3, {nodes}, Origin::default_value));
    CHECK(product.coefficient == 6);
    CHECK(product.factors == std::vector{nodes, devices});
    CHECK(product.origin == Origin::default_value);
    CHECK(multiply(number(2, {nodes}), number(1, {nodes})).factors == std::vector{nodes, nodes});
    CHECK(compare(multiply(number(0, {nodes}), number(3)), number(0)) == Order::equal);
}

TEST_CASE("what is unknown or overflows is unknown") {
    constexpr auto large = std::numeric_limits<std::int64_t>::max();
    CHECK_FALSE(multiply(Number{}, number(3)).coefficient);
    CHECK_FALSE(multiply(number(large), number(2)).coefficient);
    CHECK(multiply(number(large), number(2)).origin == Origin::unknown);
    CHECK(multiply(number(large), number(1)).coefficient == large);
}

TEST_CASE("members are found as parsers take them") {
    const Value list = tree(Value::Kind::sequence, {{"", {}, scalar("x")}, {"", {}, scalar("y")}});
    const Value root =
        tree(Value::Kind::mapping,
             {{"a", {}, scalar("first")}, {"b", {}, list}, {"a", {}, scalar("last")}});
    REQUIRE(root.find("a"));
    CHECK(root.find("a")->text == "last");
    CHECK(root.find("c") == nullptr);
    CHECK(list.find("") == nullptr);
    CHECK(root.find_path("b.1")->text == "y");
    CHECK(root.find_path("b")->kind == Value::Kind::sequence);
    for (const char* path : {"b.2", "b.x", "b.-1", "b.", "b.1.z", "", ".", "a.b", "b.1x"}) {
        CHECK(root.find_path(path) == nullptr);
    }
}
