// Rows are found by their names, and hold together.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "knowledge/lookup.hpp"
#include "knowledge/tables.hpp"

using namespace trainlint;

namespace {

template <class Rows, class Find>
void each_is_found(Rows rows, Find find) {
    CHECK(rows.size() > 0);
    for (const auto& row : rows) {
        INFO(row.name);
        REQUIRE(find(row.name) != nullptr);
        CHECK(find(row.name)->name == row.name);
        CHECK(find(std::string(row.name) + "x") == nullptr);
        CHECK(find(row.name.substr(1)) != &row);
    }
    CHECK(find("") == nullptr);
    CHECK(find(std::string(100000, 'n')) == nullptr);
    CHECK(find(std::string_view("\0a", 2)) == nullptr);
}

struct Named {
    std::string_view name;
};

}  // namespace

TEST_CASE("each row is found by its name, and nothing else is") {
    each_is_found(knowledge::renamed_api(), knowledge::find_renamed_api);
    each_is_found(knowledge::variables(), knowledge::find_variable);
    each_is_found(knowledge::launchers(), knowledge::find_launcher);
    each_is_found(knowledge::collectives(), knowledge::find_collective);
    each_is_found(knowledge::rank_sources(), knowledge::find_rank_source);
    each_is_found(knowledge::signatures(), knowledge::find_signature);
    each_is_found(knowledge::events(), knowledge::find_event);
    for (const auto& row : knowledge::no_returns()) CHECK(knowledge::is_no_return(row.name));
    CHECK_FALSE(knowledge::is_no_return("sys.exit2"));
    // Several schedulers set one variable: any of its rows is found.
    for (const auto& row : knowledge::scheduler_variables()) {
        REQUIRE(knowledge::find_scheduler_variable(row.name) != nullptr);
        CHECK(knowledge::find_scheduler_variable(row.name)->name == row.name);
    }
}

TEST_CASE("an index of one row, and of none") {
    constexpr std::array<Named, 1> one{{{"a"}}};
    constexpr auto index = knowledge::index_rows(one);
    CHECK(knowledge::find_row(one, index, "a") == &one[0]);
    CHECK(knowledge::find_row(one, index, "b") == nullptr);
    constexpr std::array<Named, 0> none{};
    constexpr auto empty = knowledge::index_rows(none);
    CHECK(knowledge::find_row(none, empty, "a") == nullptr);
}

TEST_CASE("what rows of other rows name is there") {
    for (const auto& row : knowledge::variables()) {
        INFO(row.name);
        if (!row.replaced_by.empty()) {
            const auto* other = knowledge::find_variable(row.replaced_by);
            REQUIRE(other != nullptr);
            CHECK_FALSE(other->never_existed);
            CHECK(other->removed_in.empty());
        }
        if (row.never_existed) CHECK(row.since.empty());
    }
    std::set<std::string_view> keys;
    for (const auto& row : knowledge::config_keys()) keys.insert(row.path);
    for (const auto& row : knowledge::config_keys()) {
        INFO(row.path);
        const auto dot = row.path.rfind('.');
        if (dot != std::string_view::npos) CHECK(keys.count(row.path.substr(0, dot)) == 1);
        if (!row.replaced_by.empty()) CHECK(keys.count(row.replaced_by) == 1);
    }
}

TEST_CASE("no two launchers have the same words") {
    std::map<std::string, std::string_view> owners;
    for (const auto& row : knowledge::launchers())
        for (const auto command : row.commands) {
            std::string words;
            for (const auto word : command) words += std::string(word) + " ";
            INFO(words);
            CHECK(owners.emplace(words, row.name).second);
        }
}

TEST_CASE("a renamed name is deprecated or removed, and says what to do") {
    for (const auto& row : knowledge::renamed_api()) {
        INFO(row.name);
        CHECK_FALSE((row.deprecated_since.empty() && row.removed_in.empty()));
        if (row.same_call) CHECK_FALSE(row.replacement.empty());
        CHECK((row.match == "argument") == (row.name.find('(') != std::string_view::npos));
    }
}

TEST_CASE("the frameworks that the project promises are covered") {
    std::map<std::string_view, int> rows;
    for (const auto& row : knowledge::renamed_api()) ++rows[row.framework];
    for (const auto* framework :
         {"torch", "jax", "tensorflow", "paddle", "accelerate", "lightning", "deepspeed"}) {
        INFO(framework);
        CHECK(rows[framework] > 0);
    }
    CHECK(knowledge::renamed_api().size() >= 120);
}
