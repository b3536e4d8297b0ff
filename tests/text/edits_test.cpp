#include "text/edits.hpp"

#include <catch2/catch.hpp>

using namespace trainlint::text;

namespace {

Edit edit(std::uint32_t begin, std::uint32_t end, std::string text, std::uint32_t document = 0) {
    return {{DocumentId{document}, {begin, end}}, std::move(text)};
}

bool take(EditSet& set, std::vector<Edit> fix) {
    return set.take(fix);
}

std::optional<std::string> applied(std::string_view text, std::vector<Edit> edits) {
    return apply_edits(text, edits);
}

}  // namespace

TEST_CASE("conflicts") {
    CHECK(conflict(edit(0, 4, ""), edit(3, 5, "")));
    CHECK_FALSE(conflict(edit(0, 4, ""), edit(4, 5, "")));
    CHECK_FALSE(conflict(edit(0, 4, ""), edit(0, 4, "", 1)));
    CHECK(conflict(edit(0, 4, ""), edit(2, 2, "x")));
    CHECK_FALSE(conflict(edit(0, 4, ""), edit(4, 4, "x")));
    CHECK_FALSE(conflict(edit(0, 4, ""), edit(0, 0, "x")));
    CHECK_FALSE(conflict(edit(2, 2, "a"), edit(2, 2, "b")));
}

TEST_CASE("a fix is taken as a whole") {
    EditSet set;
    CHECK(set.empty());
    CHECK(take(set, {edit(10, 14, "a"), edit(0, 2, "b")}));
    CHECK_FALSE(take(set, {edit(20, 21, "c"), edit(13, 15, "d")}));
    CHECK_FALSE(take(set, {edit(12, 12, "c")}));
    CHECK_FALSE(take(set, {edit(30, 34, "c"), edit(33, 35, "d")}));
    CHECK_FALSE(take(set, {edit(9, 15, "c")}));
    CHECK(take(set, {edit(10, 14, "a"), edit(14, 14, "e")}));
    CHECK_FALSE(take(set, {edit(10, 14, "other")}));
    CHECK(take(set, {edit(10, 14, "x", 1)}));
    const auto edits = set.edits();
    REQUIRE(edits.size() == 4);
    CHECK(edits[0].text == "b");
    CHECK(edits[1].text == "a");
    CHECK(edits[2].text == "e");
    CHECK(edits[3].text == "x");
}

TEST_CASE("an insertion blocks the stretch around it") {
    EditSet set;
    CHECK(take(set, {edit(5, 5, "x"), edit(7, 7, "y")}));
    CHECK_FALSE(take(set, {edit(4, 6, "")}));
    CHECK(take(set, {edit(5, 7, "z")}));
    CHECK(applied("0123456789", set.edits()) == "01234xzy789");
}

TEST_CASE("insertions at one place keep their order, before what is replaced") {
    CHECK(applied("abc", {edit(1, 2, "B"), edit(1, 1, "1"), edit(1, 1, "2"), edit(2, 2, "3")}) ==
          "a12B3c");
    EditSet set;
    CHECK(take(set, {edit(0, 0, "import a\n")}));
    CHECK(take(set, {edit(0, 0, "import b\n")}));
    CHECK(take(set, {edit(0, 0, "import a\n")}));
    CHECK(applied("", set.edits()) == "import a\nimport b\n");
}

TEST_CASE("what cannot be applied is not") {
    CHECK_FALSE(applied("abc", {edit(0, 2, ""), edit(1, 3, "")}));
    CHECK_FALSE(applied("abc", {edit(2, 4, "")}));
    CHECK(applied("abc", {}) == "abc");
}

TEST_CASE("line ends in use are kept") {
    CHECK(applied("a\r\nb\r\n", {edit(0, 1, "x\ny")}) == "x\r\ny\r\nb\r\n");
    CHECK(applied("a\r\nb", {edit(4, 4, "\nc")}) == "a\r\nb\r\nc");
    CHECK(applied("a\nb\r\n", {edit(0, 0, "x\n")}) == "x\na\nb\r\n");
    CHECK(applied("a\rb\r", {edit(0, 0, "x\n")}) == "x\ra\rb\r");
    CHECK(applied("a\r\n", {edit(0, 0, "x\r\ny\n")}) == "x\r\ny\r\na\r\n");
    CHECK(applied("", {edit(0, 0, "x\n")}) == "x\n");
}
