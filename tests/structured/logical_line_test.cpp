#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured::tests;

namespace {

/// The logical line around the first `part`.
std::string line(std::string_view text, std::string_view part, Language language = Language::yaml) {
    const auto at = text.find(part);
    REQUIRE(at != std::string_view::npos);
    return std::string(
        slice(text, structured::logical_line(text, language, static_cast<std::uint32_t>(at))));
}

}  // namespace

TEST_CASE("logical lines of YAML") {
    const std::string text =
        "a: one  # c\nb: two\n  three\n\n  four\nc:\n  - \"five\n    six\"\n  - seven\n"
        "d: |\n  eight\n  nine\ne: [ten,\n  eleven,\n]\nf:\n  g: twelve\n";
    CHECK(line(text, "one") == "a: one  # c");
    CHECK(line(text, "# c") == "a: one  # c");
    CHECK(line(text, "b:") == "b: two\n  three\n\n  four");
    CHECK(line(text, "three") == "b: two\n  three\n\n  four");
    CHECK(line(text, "four") == "b: two\n  three\n\n  four");
    CHECK(line(text, "c:\n") == "c:");
    CHECK(line(text, "six") == "  - \"five\n    six\"");
    CHECK(line(text, "seven") == "  - seven");
    CHECK(line(text, "d:") == "d: |");
    CHECK(line(text, "eight") == "  eight");
    CHECK(line(text, "nine") == "  nine");
    CHECK(line(text, "eleven") == "e: [ten,\n  eleven,\n]");
    CHECK(line(text, "f:\n") == "f:");
    CHECK(line(text, "twelve") == "  g: twelve");
}

TEST_CASE("logical lines of JSON and TOML") {
    const std::string json = "{\n  \"a\":\n    1,\n  \"b\": [\n    2\n  ]\n}\n";
    CHECK(line(json, "\"a\"", Language::json) == "  \"a\":\n    1,");
    CHECK(line(json, "1", Language::json) == "  \"a\":\n    1,");
    CHECK(line(json, "\"b\"", Language::json) == "  \"b\": [");
    CHECK(line(json, "2", Language::json) == "    2");
    const std::string toml =
        "[a]\nb = 1\r\nc = [\n  2, # x\n  3\n]\nd = \"\"\"\nfour\n\"\"\"\n[[e]]\nf = [5]\n";
    CHECK(line(toml, "[a]", Language::toml) == "[a]");
    CHECK(line(toml, "b =", Language::toml) == "b = 1");
    CHECK(line(toml, "3", Language::toml) == "c = [\n  2, # x\n  3\n]");
    CHECK(line(toml, "four", Language::toml) == "d = \"\"\"\nfour\n\"\"\"");
    CHECK(line(toml, "[[e]]", Language::toml) == "[[e]]");
    CHECK(line(toml, "5", Language::toml) == "f = [5]");
}

TEST_CASE("logical lines at any place") {
    const std::string text = "a: &x\n  b: 1\nc: *x\nd: {{ x }}\n\n\te\n? f\n";
    for (std::uint32_t at = 0; at < text.size() + 5; ++at) {
        for (const Language language :
             {Language::yaml, Language::json, Language::toml, Language::ini, Language::unknown}) {
            const text::Span span = structured::logical_line(text, language, at);
            CHECK(span.begin <= std::min<std::size_t>(at, text.size()));
            CHECK(span.end <= text.size());
            CHECK((span.begin == 0 || text[span.begin - 1] == '\n'));
            CHECK((span.end == text.size() || text[span.end] == '\n'));
        }
    }
    CHECK(structured::logical_line("", Language::yaml, 0) == text::Span{0, 0});
}
