#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured;
using namespace trainlint::structured::tests;

namespace {

std::string toml(std::string_view text) {
    const Tree tree = read(text, Language::toml);
    INFO(text);
    CHECK(tree.faults.empty());
    return show(tree);
}

std::string json(std::string_view text) {
    return show(read(text, Language::json));
}

}  // namespace

TEST_CASE("JSON") {
    CHECK(json(R"({"a": 1, "b": [1.5, -2e3, "x\ny\u00e9", true, null], "c": {"d": {}}})") ==
          "{a: 1, b: [1.5r, -2e3r, \"x\ny\xC3\xA9\", true, ~], c: {d: {}}}");
    CHECK(json(R"({"a": {{ x }}, "b": "{{ y }}z", "c": auto})") ==
          R"({a: ?"@", b: ?"@z", c: ?"auto"})");
    CHECK(json("// c\n{\"a\": 1, /* d */ \"b\": [2,],}") == "{a: 1, b: [2]}");
    CHECK(json(R"({"a": [1, 2)") == "{a: [1, 2]}");
    CHECK(json("").empty());
    const std::string text = R"({"key": ["value", 12]})";
    const Tree tree = read(text, Language::json);
    const Value::Member& member = tree.documents.at(0).members.at(0);
    CHECK(slice(text, member.key_span) == "\"key\"");
    CHECK(slice(text, member.value.span) == "[\"value\", 12]");
    CHECK(slice(text, member.value.members[0].value.span) == "\"value\"");
    CHECK(slice(text, member.value.members[1].value.span) == "12");
}

TEST_CASE("nesting that is too deep for JSON and TOML") {
    for (const Language language : {Language::json, Language::toml}) {
        for (const std::string_view part : {"[", "{\"a\":", "{a=", "a.", "[a."}) {
            std::string text = language == Language::toml ? "x = " : "";
            for (int i = 0; i < 10'000; ++i) text += part;
            CHECK(read(text, language).faults.size() <= fault_limit);
            CHECK(read(text.substr(4), language).faults.size() <= fault_limit);
        }
    }
}

TEST_CASE("TOML tables") {
    CHECK(toml("a = 1\n[b]\nc = 2\n[b.d]\ne = 3\n[f]\n") == "{a: 1, b: {c: 2, d: {e: 3}}, f: {}}");
    CHECK(toml("[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3\n") == "{a: [{b: 1}, {b: 2, c: {d: 3}}]}");
    CHECK(toml("[a.b]\nc = 1\n[a]\nd = 2\n") == "{a: {b: {c: 1}, d: 2}}");
    CHECK(toml("a.b.c = 1\na.b.d = 2\n\"x.y\".'z' = 3\n") == "{a: {b: {c: 1, d: 2}}, x.y: {z: 3}}");
    CHECK(toml("a = {b = 1, c.d = 2, e = [1, {f = 3}], c.g = 4}\n") ==
          "{a: {b: 1, c: {d: 2, g: 4}, e: [1, {f: 3}]}}");
    CHECK(toml("a = [ 1, # one\n  2,\n]\n") == "{a: [1, 2]}");
    CHECK(toml("[ a . 'b' ] # c\nd=1") == "{a: {b: {d: 1}}}");
    CHECK(toml("\xEF\xBB\xBF"
               "a = 1\r\n[b]\r\nc = 'd'\r\n") == R"({a: 1, b: {c: "d"}})");
    CHECK(toml("") == "{}");
}

TEST_CASE("TOML values") {
    CHECK(toml("a = [0, +1, -2, 1_000, 0xDEAD_beef, 0o7, 0b1]\n") ==
          "{a: [0, +1, -2, 1000, 0xDEADbeef, 0o7, 0b1]}");
    CHECK(toml("a = [1.5, -1e3, 1_0.2_5E-2, inf, -nan]\n") ==
          "{a: [1.5r, -1e3r, 10.25E-2r, infr, -nanr]}");
    CHECK(toml("a = [true, false]\n") == "{a: [true, false]}");
    CHECK(toml("a = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00.5, 1979-05-27, 07:32:00]\n") ==
          R"({a: ["1979-05-27T07:32:00Z", "1979-05-27 07:32:00.5", "1979-05-27", "07:32:00"]})");
    CHECK(toml("a = \"x\\ty\\u00e9\\\"\"\nb = 'x\\ty'\n") ==
          "{a: \"x\ty\xC3\xA9\"\", b: \"x\\ty\"}");
    CHECK(toml("a = \"\"\"\nx\n  y \\\n   z\"\"\"\nb = '''\nx'y'''\nc = \"\"\"\"q\"\"\"\"\"\n") ==
          "{a: \"x\n  y z\", b: \"x'y\", c: \"\"q\"\"\"}");
    CHECK(toml("a = {{ x }}\nb = \"{{ y }}z\"\n") == R"({a: ?"@", b: ?"@z"})");
}

TEST_CASE("a broken line of TOML costs its entry") {
    CHECK(broken("a = 1\nb\nc = \nd = [1, 2\ne = 2\nf = \"x\ng = 3\n", Language::toml) ==
          "{a: 1, e: 2, g: 3} | 2: the line has no key | 3: the value is broken | "
          "4: the value is broken | 6: the value is broken");
    CHECK(broken("[a\nb = 1\n[c]\nd = 2 x\ne = yes\nf = 1\n", Language::toml) ==
          "{c: {f: 1}} | 1: the header of a table is broken | 4: the value is broken | "
          "5: the value is broken");
    CHECK(broken("a = 1\na = 2\n[a]\nb = 1\n[c]\n", Language::toml) ==
          "{a: 1, a: 2, c: {}} | 2: the key stands twice | 3: the table cannot stand here");
    CHECK(broken("a = 1\na.b = 2\nc = 3\n", Language::toml) ==
          "{a: 1, c: 3} | 2: the key cannot stand here");
}

TEST_CASE("places in TOML") {
    const std::string text = "[a.b]  # trainlint: ignore[x] y\nc = \"d\" \n[[e]]\nf.g = [1,\n 2]\n";
    const Tree tree = read(text, Language::toml);
    const Value& root = tree.documents.at(0);
    CHECK(slice(text, root.span) == text);
    const Value* c = root.find_path("a.b.c");
    REQUIRE(c);
    CHECK(slice(text, c->span) == "\"d\"");
    CHECK(slice(text, root.members[0].key_span) == "a");
    CHECK(slice(text, root.find_path("a.b")->span) == "[a.b]  # trainlint: ignore[x] y\nc = \"d\"");
    CHECK(slice(text, root.find_path("e.0.f.g")->span) == "[1,\n 2]");
    REQUIRE(tree.comments.size() == 1);
    CHECK(tree.comments[0].text == "trainlint: ignore[x] y");
    CHECK(slice(text, tree.comments[0].span) == "# trainlint: ignore[x] y");
}

TEST_CASE("many tables") {
    std::string text;
    for (int i = 0; i < 30'000; ++i) text += "[a.k" + std::to_string(i) + "]\nx = 1\n";
    for (int i = 0; i < 30'000; ++i) text += "[[b]]\ny = {c.d = 1}\n";
    const Tree tree = read(text, Language::toml);
    CHECK(tree.faults.empty());
    CHECK(tree.documents.at(0).members.at(0).value.members.size() == 30'000);
    CHECK(tree.documents[0].members.at(1).value.members.size() == 30'000);
}
