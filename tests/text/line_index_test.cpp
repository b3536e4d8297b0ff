#include "text/line_index.hpp"

#include <catch2/catch.hpp>
#include <random>

using namespace trainlint::text;

namespace {
constexpr std::string_view smiley = "\xF0\x9F\x98\x80";
}

TEST_CASE("lines end with LF, CR LF or CR") {
    const std::string_view text = "a\nbc\r\n\rd";
    const LineIndex index(text);
    CHECK(index.line_count() == 4);
    CHECK(index.line(0) == Span{0, 1});
    CHECK(index.line(1) == Span{2, 4});
    CHECK(index.line(2) == Span{6, 6});
    CHECK(index.line(3) == Span{7, 8});
    CHECK(index.line(4) == Span{8, 8});
    CHECK(index.position(5, ColumnUnit::bytes) == LineColumn{1, 2});
    CHECK(index.position(6, ColumnUnit::bytes) == LineColumn{2, 0});
    CHECK(index.line_of(5) == 1);
}

TEST_CASE("columns in three units") {
    const std::string text = "\xC3\xA9" + std::string(smiley) + "x\n\xFF\xC3z";
    const LineIndex index(text);
    CHECK(index.position(6, ColumnUnit::bytes) == LineColumn{0, 6});
    CHECK(index.position(6, ColumnUnit::utf16) == LineColumn{0, 3});
    CHECK(index.position(6, ColumnUnit::code_points) == LineColumn{0, 2});
    for (const auto unit : {ColumnUnit::bytes, ColumnUnit::utf16, ColumnUnit::code_points}) {
        CHECK(index.position(10, unit) == LineColumn{1, 2});
    }
}

TEST_CASE("a place inside a character is the character") {
    const std::string text = "a" + std::string(smiley) + "b";
    const LineIndex index(text);
    CHECK(index.position(3, ColumnUnit::utf16) == LineColumn{0, 1});
    CHECK(index.offset({0, 2}, ColumnUnit::utf16) == 1);
    CHECK(index.offset({0, 3}, ColumnUnit::utf16) == 5);
}

TEST_CASE("a byte order mark takes no column") {
    const LineIndex index("\xEF\xBB\xBFx\n");
    CHECK(index.position(0, ColumnUnit::utf16) == LineColumn{0, 0});
    CHECK(index.position(3, ColumnUnit::bytes) == LineColumn{0, 0});
    CHECK(index.position(4, ColumnUnit::code_points) == LineColumn{0, 1});
    CHECK(index.offset({0, 0}, ColumnUnit::utf16) == 3);
}

TEST_CASE("beyond the text is its end") {
    const LineIndex index("ab\nc");
    CHECK(index.position(100, ColumnUnit::bytes) == LineColumn{1, 1});
    CHECK(index.offset({9, 0}, ColumnUnit::bytes) == 4);
    CHECK(index.offset({0, 99}, ColumnUnit::bytes) == 2);
    const LineIndex empty("");
    CHECK(empty.line_count() == 1);
    CHECK(empty.position(0, ColumnUnit::utf16) == LineColumn{0, 0});
}

TEST_CASE("every character boundary survives the round trip") {
    std::mt19937 random(1);
    const std::vector<std::string_view> bits{"a",    "\n",       "\r\n",         "\xC3\xA9", smiley,
                                             "\xFF", "\xE2\x82", "\xE2\x82\xAC", "\t"};
    for (int round = 0; round < 500; ++round) {
        std::string text;
        std::vector<std::uint32_t> boundaries;
        for (int i = 0; i < 20; ++i) {
            boundaries.push_back(static_cast<std::uint32_t>(text.size()));
            text += bits[random() % bits.size()];
        }
        const LineIndex index(text);
        for (const std::uint32_t at : boundaries) {
            // A lone part of a sequence may join what follows: no boundary then.
            const bool joins = at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
            if (joins) continue;
            for (const auto unit :
                 {ColumnUnit::bytes, ColumnUnit::utf16, ColumnUnit::code_points}) {
                REQUIRE(index.offset(index.position(at, unit), unit) == at);
            }
        }
    }
}
