#include <catch2/catch.hpp>

#include "engine/selection.hpp"
#include "knowledge/tables.hpp"

using namespace trainlint;
using namespace trainlint::engine;

namespace {

constexpr std::string_view aliases[] = {"old-name-of-it"};
const RuleInfo rules[] = {
    {.name = "missing-set-epoch", .family = "data-loading", .aliases = aliases},
    {.name = "renamed-api", .family = "api", .table = "renamed_api"},
    {.name = "obsolete-variable", .family = "environment", .table = "variables"},
};

Selector selector(std::string_view text) {
    auto parsed = parse_selector(text, rules);
    INFO(text);
    REQUIRE(std::holds_alternative<Selector>(parsed));
    return std::get<Selector>(parsed);
}

std::string fault(std::string_view text) {
    const auto parsed = parse_selector(text, rules);
    INFO(text);
    REQUIRE(std::holds_alternative<std::string>(parsed));
    return std::get<std::string>(parsed);
}

Choice choice(std::initializer_list<const char*> select,
              std::initializer_list<const char*> ignore) {
    Choice out;
    for (const auto* word : select) out.select.push_back(selector(word));
    for (const auto* word : ignore) out.ignore.push_back(selector(word));
    return out;
}

std::string first_row() {
    return std::string(knowledge::renamed_api().front().name);
}
std::string second_row() {
    return std::string(knowledge::renamed_api()[1].name);
}

}  // namespace

TEST_CASE("words name families, rules, aliases and rows") {
    CHECK(selector("api").kind == Selector::Kind::family);
    CHECK(selector("missing-set-epoch").rule == &rules[0]);
    CHECK(selector("old-name-of-it").rule == &rules[0]);
    const auto row = selector("renamed-api:" + first_row());
    CHECK(row.kind == Selector::Kind::row);
    CHECK(row.matches(rules[1], first_row()));
    CHECK_FALSE(row.matches(rules[1], second_row()));
    CHECK(row.matches(rules[1]));
    CHECK_FALSE(row.matches(rules[2]));
    CHECK(selector("api").matches(rules[1], "anything"));
}

TEST_CASE("a row's own alias names the row") {
    for (const auto& row : knowledge::variables()) {
        if (row.aliases.empty()) continue;
        const auto found = selector(row.aliases.front());
        CHECK(found.kind == Selector::Kind::row);
        CHECK(found.matches(rules[2], row.name));
        CHECK_FALSE(found.matches(rules[1], row.name));
        return;
    }
}

TEST_CASE("unknown words are told with what was probably meant") {
    CHECK(fault("mising-set-epoch") ==
          "there is no rule and no family \"mising-set-epoch\" (did you mean "
          "\"missing-set-epoch\"?)");
    CHECK(fault("data-loding").find("\"data-loading\"") != std::string::npos);
    CHECK(fault("") == "an empty name selects nothing");
    CHECK(fault("renamed-ap:x").find("did you mean \"renamed-api\"") != std::string::npos);
    CHECK(fault("renamed-api:torch.nothing.of.that.name") ==
          "\"renamed-api\" has no row \"torch.nothing.of.that.name\"");
    CHECK(fault("missing-set-epoch:x") ==
          "\"missing-set-epoch\" is no rule of a table: it has no rows");
}

TEST_CASE("lists are split at commas") {
    CHECK(split_list("a, b ,c") == std::vector<std::string_view>{"a", "b", "c"});
    CHECK(split_list("") == std::vector<std::string_view>{""});
    CHECK(split_list("a,,b") == std::vector<std::string_view>{"a", "", "b"});
}

TEST_CASE("the more exact word wins, and ignoring among equals") {
    const auto row = "renamed-api:" + first_row();
    const auto& api = rules[1];
    struct Case {
        Choice config, call;
        bool first, second;  // of two rows
    };
    const Case cases[] = {
        {choice({}, {}), choice({}, {}), true, true},
        {choice({"api"}, {}), choice({}, {}), true, true},
        {choice({"data-loading"}, {}), choice({}, {}), false, false},
        {choice({}, {"api"}), choice({}, {}), false, false},
        {choice({}, {row.c_str()}), choice({}, {}), false, true},
        {choice({row.c_str()}, {"api"}), choice({}, {}), true, false},
        {choice({"renamed-api"}, {"api"}), choice({}, {}), true, true},
        {choice({"api"}, {"renamed-api"}), choice({}, {}), false, false},
        {choice({"data-loading"}, {}), choice({"api"}, {}), true, true},
        {choice({}, {"renamed-api"}), choice({"renamed-api"}, {}), true, true},
        {choice({}, {row.c_str()}), choice({"renamed-api"}, {}), false, true},
        {choice({}, {}), choice({}, {"api"}), false, false},
        {choice({"renamed-api"}, {}), choice({}, {row.c_str()}), false, true},
        {choice({}, {}), choice({row.c_str()}, {}), true, false},
    };
    int number = 0;
    for (const auto& one : cases) {
        CAPTURE(number++);
        CHECK(selects(one.config, one.call, api, first_row()) == one.first);
        CHECK(selects(one.config, one.call, api, second_row()) == one.second);
        if (one.first || one.second) CHECK(may_select(one.config, one.call, api));
    }
    CHECK_FALSE(may_select(choice({}, {}), choice({"data-loading"}, {}), api));
}
