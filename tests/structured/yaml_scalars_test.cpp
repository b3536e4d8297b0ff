#include "frontends/structured/scalars.hpp"

#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured;
using namespace trainlint::structured::tests;

namespace {

/// The text of the only value.
std::string text_of(std::string_view yaml_text) {
    const Tree tree = read(yaml_text, Language::yaml);
    REQUIRE(tree.documents.size() == 1);
    CHECK(tree.faults.empty());
    return tree.documents[0].members.at(0).value.text;
}

}  // namespace

TEST_CASE("literal scalars") {
    CHECK(text_of("a: |\n  x\n  y\n") == "x\ny\n");
    CHECK(text_of("a: |-\n  x\n  y\n\n") == "x\ny");
    CHECK(text_of("a: |+\n  x\n\n  y\n\n\nb: 1\n") == "x\n\ny\n\n\n");
    CHECK(text_of("a: |\n\n\n  x\n    y\n\n  z\n\n") == "\n\nx\n  y\n\nz\n");
    CHECK(text_of("a: |2\n    x\n   y\n") == "  x\n y\n");
    CHECK(text_of("a: |1-\n  x\n") == " x");
    CHECK(text_of("a: |-1\n  x\n") == " x");
    CHECK(text_of("a: |  # why\n  x # no comment\n") == "x # no comment\n");
    CHECK(text_of("a: |\nb: 1\n").empty());
    CHECK(text_of("a: |+\n\n\nb: 1\n") == "\n\n");
    CHECK(text_of("a: |\n  x") == "x");
    CHECK(text_of("a: |\n  x\n # not deep enough\n") == "x\n");
    CHECK(text_of("a: |\n  x\n    \n  y\n") == "x\n  \ny\n");
    CHECK(text_of("a: |\n  x\n \n  y\n") == "x\n\ny\n");
    CHECK(text_of("- |\n x\n- 1\n") == "x\n");
    CHECK(text_of("- a: |\n   x\n  b: 1\n").empty());
    CHECK(text_of("a: |\n  \tx\n") == "\tx\n");
}

TEST_CASE("folded scalars") {
    CHECK(text_of("a: >\n  x\n  y\n\n  z\n") == "x y\nz\n");
    CHECK(text_of("a: >-\n  x\n  y\n") == "x y");
    CHECK(text_of("a: >+\n  x\n\n") == "x\n\n");
    CHECK(text_of("a: >\n  x\n    more\n    indented\n  y\n") == "x\n  more\n  indented\ny\n");
    CHECK(text_of("a: >\n\n  x\n\n\n  y\n") == "\nx\n\ny\n");
    CHECK(text_of("a: >\n  x\n\n    y\n  z\n") == "x\n\n  y\nz\n");
    CHECK(text_of("a: >\r\n  x\r\n  y\r\n") == "x y\n");
}

TEST_CASE("quoted scalars") {
    CHECK(text_of("a: 'it''s'\n") == "it's");
    CHECK(text_of("a: 'x\n  y\n\n  z'\n") == "x y\nz");
    CHECK(text_of("a: '\\n # : {'\n") == "\\n # : {");
    CHECK(text_of("a: \"x\\ny\\t\\\"\\\\ \\/\"\n") == "x\ny\t\"\\ /");
    CHECK(text_of("a: \"\\x41\\u00e9\\U0001F600\\_\\e\\0\"\n") ==
          std::string("A\xC3\xA9\xF0\x9F\x98\x80\xC2\xA0\x1b\0", 11));
    CHECK(text_of("a: \"\\ud83d\\ude00\\ud83d\"\n") == "\xF0\x9F\x98\x80\xEF\xBF\xBD");
    CHECK(text_of("a: \"x\\\n   y\\\n\n   z\"\n") == "xy\nz");
    CHECK(text_of("a: \"x  \n  y \\  \n  z\"\n") == "x y   z");
    CHECK(text_of("a: \"\"\n").empty());
}

TEST_CASE("plain scalars over several lines") {
    CHECK(text_of("a: x y\n  z\n\n  w\nb: 1\n") == "x y z\nw");
    CHECK(text_of("a:\n  x\n  y\n") == "x y");
    CHECK(text_of("a: x\n  - y\n  'z'\n") == "x - y 'z'");
    CHECK(text_of("a: python train.py\n   --lr 1e-3 #c\nb: 1\n") == "python train.py --lr 1e-3");
    CHECK(text_of("- x\n  y\n- z\n") == "x y");
}

TEST_CASE("an escape that there is not makes the value unknown") {
    CHECK(broken("a: \"\\d+\"\nb: 1\n") == "{a: ?\"\\d+\", b: 1} | 1: there is no such escape");
}

TEST_CASE("stretches tell where each character is written") {
    const auto taken = [](const std::string& text) {
        const Tree tree = read(text, Language::yaml);
        const text::Span span = tree.documents.at(0).members.at(0).value.span;
        const Scalar scalar = take_apart(text, Language::yaml, tree, span);
        CHECK(scalar.text == tree.documents[0].members[0].value.text);
        std::string out;
        for (const Stretch& stretch : scalar.stretches) {
            if (!out.empty()) out += '|';
            out += slice(text, stretch.origin);
        }
        return out;
    };
    CHECK(taken("a: x y\n") == "x y");
    CHECK(taken("a: x\n  y\n") == "x|\n  |y");
    CHECK(taken("a: 'x''y'\n") == "x|''|y");
    CHECK(taken("a: \"x\\ny\"\n") == "x|\\n|y");
    CHECK(taken("a: |\n  x\n  y\n") == "x|\n|y|\n");
    CHECK(taken("a: |\r\n  x\r\n  y\r\n") == "x|\r\n|y|\r\n");
    CHECK(taken("a: >-\n  x\n  y\n\n  z\n") == "x|\n  |y|\n\n|z");
}

TEST_CASE("words of the core schema") {
    using Kind = facts::Value::Kind;
    CHECK(core_kind("") == Kind::null);
    CHECK(core_kind("0x") == Kind::string);
    CHECK(core_kind("0xfF") == Kind::integer);
    CHECK(core_kind("-0x1") == Kind::string);
    CHECK(core_kind("1.") == Kind::real);
    CHECK(core_kind(".") == Kind::string);
    CHECK(core_kind("+.5e+10") == Kind::real);
    CHECK(core_kind("1e+") == Kind::string);
    CHECK(core_kind("-.inf") == Kind::real);
    CHECK(core_kind("-.nan") == Kind::string);
}
