// Spans and lines that are looked up often: the same answers as a search would give.
#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

#include "text/first_spans.hpp"
#include "text/line_index.hpp"
#include "text/newlines.hpp"

using namespace trainlint::text;

TEST_CASE("The first span that holds a place") {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        const std::uint32_t size = random() % 60;
        std::vector<Span> spans;
        for (unsigned i = random() % 12; i > 0; --i) {
            const std::uint32_t begin = random() % (size + 3);
            spans.push_back({begin, begin + static_cast<std::uint32_t>(random() % 20)});
        }
        const FirstSpans first(size, spans);
        for (std::uint32_t at = 0; at <= size; ++at) {
            std::optional<Span> expected;
            for (const Span span : spans)
                if (!expected && span.begin <= at && at <= span.end) expected = span;
            CHECK(first.at(at) == expected);
        }
    }
}

TEST_CASE("No spans, no text") {
    CHECK(!FirstSpans(0, {}).at(0));
    const std::vector<Span> one{{0, 0}};
    CHECK(FirstSpans(0, one).at(0) == Span{0, 0});
    CHECK(!FirstSpans(0, one).at(1));
}

TEST_CASE("Lines around places") {
    const std::string text = "a\n\nbcd\n";
    const Newlines lines(text);
    CHECK(lines.line_at(0) == Span{0, 1});
    CHECK(lines.line_at(1) == Span{0, 1});
    CHECK(lines.line_at(2) == Span{2, 2});
    CHECK(lines.line_at(5) == Span{3, 6});
    CHECK(lines.line_at(7) == Span{7, 7});
}

TEST_CASE("Columns of long lines are those that counting from their beginning gives") {
    std::string long_line;
    const std::vector<std::string> characters{"a", "é", "中", "🚀", "\xFF", "\xE4\xB8"};
    std::mt19937 random(11);
    while (long_line.size() < 9'000) long_line += characters[random() % characters.size()];
    const std::string text = "\xEF\xBB\xBF" + long_line + "\r\nshort é\n" + long_line;
    const LineIndex index(text);
    for (const auto unit : {ColumnUnit::bytes, ColumnUnit::utf16, ColumnUnit::code_points}) {
        std::uint32_t column = 0, before = 0;
        const Span last = index.line(2);
        for (std::uint32_t at = last.begin; at <= last.end; ++at) {
            const auto place = index.position(at, unit);
            REQUIRE(place.line == 2);
            REQUIRE(place.column >= column);
            REQUIRE(place.column <= column + 4);
            column = place.column;
            const auto back = index.offset(place, unit);
            REQUIRE(back <= at);
            REQUIRE(back >= before);
            REQUIRE(index.position(back, unit) == place);
            before = back;
        }
        // The same text at the beginning of the file: the byte order mark takes no column.
        const Span first = index.line(0);
        for (std::uint32_t i = 0; i <= first.size(); i += 7)
            REQUIRE(index.position(first.begin + i, unit).column ==
                    index.position(last.begin + i, unit).column);
    }
    CHECK(index.position(static_cast<std::uint32_t>(text.find("short")), ColumnUnit::bytes) ==
          LineColumn{1, 0});
}
