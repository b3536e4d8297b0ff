#include <catch2/catch.hpp>

#include "engine/message.hpp"

using trainlint::Argument;
using trainlint::engine::fill;

TEST_CASE("messages are filled from arguments") {
    const std::vector<Argument> arguments{{"name", "torch.x"}, {"n", "4"}, {"empty", ""}};
    CHECK(fill("`{name}` starts {n}", arguments) == "`torch.x` starts 4");
    CHECK(fill("{name}[[: use `{n}`]][[: {missing}]]", arguments) == "torch.x: use `4`");
    CHECK(fill("{name}[[ {empty}]]!", arguments) == "torch.x!");
    CHECK(fill("[[{name} and {missing}]]", arguments).empty());
    CHECK(fill("{missing}", arguments).empty());
    CHECK(fill("no places", arguments) == "no places");
    CHECK(fill("{unclosed", arguments) == "");
    CHECK(fill("[[unclosed {n}", arguments) == "unclosed 4");
    CHECK(fill("[[", arguments).empty());
    CHECK(fill("", arguments).empty());
}
