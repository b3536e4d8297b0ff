#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured;
using namespace trainlint::structured::tests;

TEST_CASE("block mappings and sequences") {
    CHECK(yaml("a: 1\nb: two\n") == R"({a: 1, b: "two"})");
    CHECK(yaml("a:\n  b:\n    c: 1\n  d: 2\ne: 3") == "{a: {b: {c: 1}, d: 2}, e: 3}");
    CHECK(yaml("- a\n- b\n") == R"(["a", "b"])");
    CHECK(yaml("a:\n- 1\n- 2\nb:\n  - 3\n") == "{a: [1, 2], b: [3]}");
    CHECK(yaml("- a: 1\n  b: 2\n- c: 3\n") == "[{a: 1, b: 2}, {c: 3}]");
    CHECK(yaml("- - 1\n  - 2\n-\n  - 3\n- - - 4\n") == "[[1, 2], [3], [[4]]]");
    CHECK(yaml("-\n  a: 1\n-\n  b: 2\n") == "[{a: 1}, {b: 2}]");
    CHECK(yaml("a :  1\n\"b c\": 2\n'd''e': 3\n? f\n: 4\n") == R"({a: 1, b c: 2, d'e: 3, f: 4})");
    CHECK(yaml("a:\n\n\n  b: 1\n\nc: 2\n") == "{a: {b: 1}, c: 2}");
    CHECK(yaml("http://x: 1\na:b: 2\n-c: 3\n?d: 4\n:e: 5\n") ==
          "{http://x: 1, a:b: 2, -c: 3, ?d: 4, :e: 5}");
    CHECK(yaml("a: 1\na: 2\n") == "{a: 1, a: 2}");
}

TEST_CASE("nothing is null") {
    CHECK(yaml("").empty());
    CHECK(yaml("# only this\n").empty());
    CHECK(yaml("a:\nb: ~\nc: null\nd: # why\n") == "{a: ~, b: ~, c: ~, d: ~}");
    CHECK(yaml("-\n-\n- a\n") == R"([~, ~, "a"])");
    CHECK(yaml("---\n") == "~");
    CHECK(yaml("a:\n  b:\nc:\n") == "{a: {b: ~}, c: ~}");
    CHECK(yaml("- a:\n- b:\n") == "[{a: ~}, {b: ~}]");
}

TEST_CASE("kinds follow the core schema") {
    CHECK(yaml("[1, -2, +3, 0o17, 0x1F, 010]") == "[1, -2, +3, 0o17, 0x1F, 010]");
    CHECK(yaml("[1.5, .5, 5., 1e3, -1.5E-3, .inf, -.INF, .nan]") ==
          "[1.5r, .5r, 5.r, 1e3r, -1.5E-3r, .infr, -.INFr, .nanr]");
    CHECK(yaml("[true, True, FALSE, null, ~, Null]") == "[true, true, false, ~, ~, ~]");
    CHECK(yaml("[yes, no, on, off, y, tRUE, nULL, 1_000, 0x, 0o8, 1.2.3, -, 12:30, 1e, +, .]") ==
          R"(["yes", "no", "on", "off", "y", "tRUE", "nULL", "1_000", "0x", "0o8", "1.2.3", "-", )"
          R"("12:30", "1e", "+", "."])");
    CHECK(yaml("['1', \"true\", 'null', \"\"]") == R"(["1", "true", "null", ""])");
    CHECK(yaml("a: |\n  1\n") == "{a: \"1\n\"}");
}

TEST_CASE("tags of the core schema are hints, others make a value unknown") {
    CHECK(yaml("[!!str 1, !!str true, ! 2, !!int \"3\", !!float 4, !!bool 'true']") ==
          R"(["1", "true", "2", 3, 4r, true])");
    CHECK(yaml("a: !!str\nb: !!map\n  c: 1\nd: !!seq [1]\ne: !<tag:yaml.org,2002:str> 5\n") ==
          R"({a: "", b: {c: 1}, d: [1], e: "5"})");
    CHECK(yaml("a: !env HOME\nb: !reference [.setup, script]\nc: !include\n  d: 1\ne: !!int x\n") ==
          R"({a: ?"HOME", b: ?[".setup", "script"], c: ?{d: 1}, e: ?"x"})");
}

TEST_CASE("flow collections") {
    CHECK(yaml("{a: 1, b: [x, {c: 2}], \"d\":3, e: , f}") ==
          R"({a: 1, b: ["x", {c: 2}], d: 3, e: ~, f: ~})");
    CHECK(yaml("a: [\n  1, # one\n  2,\n]\nb: {\n}\n") == "{a: [1, 2], b: {}}");
    CHECK(yaml("[a b\n c, 'd\n\n e', \"f\n g\"]") == R"(["a b c", "d
e", "f g"])");
    CHECK(yaml("[a: 1, b, 'c' : 2, \"d\":3]") == R"([{a: 1}, "b", {c: 2}, {d: 3}])");
    CHECK(yaml("[http://x/y:z, a:b, -c, a#b]") == R"(["http://x/y:z", "a:b", "-c", "a#b"])");
    CHECK(yaml("[[[]], {{}: 1}]") == "[[[]], {@: ?\"1\"}]");
    CHECK(yaml("a: {x: 1}   # comment\nb: []\n") == "{a: {x: 1}, b: []}");
    CHECK(yaml("{? a : 1, ? b}") == "{a: 1, b: ~}");
    CHECK(yaml("a: [\n1,\n2\n]\nb: 3\n") == "{a: [1, 2], b: 3}");
    CHECK(yaml("args: [--a, --b=c d, \"-e\"]") == R"({args: ["--a", "--b=c d", "-e"]})");
}

TEST_CASE("several documents") {
    CHECK(yaml("a: 1\n---\nb: 2\n...\n---\nc\n") == R"({a: 1} --- {b: 2} --- "c")");
    CHECK(yaml("%YAML 1.2\n---\na: 1\n") == "{a: 1}");
    CHECK(yaml("--- a\n--- |\n b\n---\n---\n# c\n") == "\"a\" --- \"b\n\" --- ~ --- ~");
    CHECK(yaml("---\n- a\n---\n- b\n") == R"(["a"] --- ["b"])");
    CHECK(yaml("a: '---'\nb: a---b\n") == R"({a: "---", b: "a---b"})");
    CHECK(yaml("a: |\n  x\n---\nb: 1\n") == "{a: \"x\n\"} --- {b: 1}");
}

TEST_CASE("comments") {
    CHECK(yaml("# a\na: 1 # b\n# c\nb: x#y # z\n  # d\nc: 'e' #f\n") ==
          R"({a: 1, b: "x#y", c: "e"})");
    const std::string text =
        "a: 1  # trainlint: ignore[x] why\n# trainlint: ignore-file[y]\r\n# other\nb: [1, #"
        "trainlint: z\n 2]\nc: | # trainlint: w\n  # trainlint: no comment of YAML\n";
    const Tree tree = read(text, Language::yaml);
    REQUIRE(tree.comments.size() == 4);
    CHECK(tree.comments[0].text == "trainlint: ignore[x] why");
    CHECK(slice(text, tree.comments[0].span) == "# trainlint: ignore[x] why");
    CHECK(tree.comments[1].text == "trainlint: ignore-file[y]");
    CHECK(slice(text, tree.comments[1].span) == "# trainlint: ignore-file[y]");
    CHECK(tree.comments[2].text == "trainlint: z");
    CHECK(tree.comments[3].text == "trainlint: w");
}

TEST_CASE("anchors, aliases and merge keys") {
    CHECK(yaml("a: &x 1\nb: *x\n") == "{a: 1, b: 1}");
    CHECK(yaml("a: &x\n  k: 1\nb: *x\nc: [*x, &y z, *y]\n") ==
          R"({a: {k: 1}, b: {k: 1}, c: [{k: 1}, "z", "z"]})");
    CHECK(yaml("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  l: 3\n") ==
          "{a: {k: 1, l: 2}, b: {k: 1, l: 3}}");
    CHECK(yaml("- &a {k: 1, l: 1}\n- &b {k: 2, m: 2}\n- <<: [*a, *b]\n  n: 3\n") ==
          "[{k: 1, l: 1}, {k: 2, m: 2}, {m: 2, k: 1, l: 1, n: 3}]");
    CHECK(yaml("a: &a {k: 1}\nb: {<<: *a, l: 2}\n") == "{a: {k: 1}, b: {k: 1, l: 2}}");
    CHECK(yaml("&k key: 1\nb: *k\n") == R"({key: 1, b: "key"})");
    CHECK(yaml("a: &x\n- 1\nb: *x\n") == "{a: [1], b: [1]}");
    CHECK(yaml("a: &x 1\nb: &x 2\nc: *x\n") == "{a: 1, b: 2, c: 2}");
    CHECK(yaml("a: &k b\n*k : 1\n") == R"({a: "b", b: 1})");
    CHECK(yaml("\"<<\": {a: 1}\n") == "{<<: {a: 1}}");
    CHECK(yaml("&r\na: !!map &x\n  b: 1\nc: *x\n") == "{a: {b: 1}, c: {b: 1}}");
}

TEST_CASE("an alias that leads nowhere is unknown") {
    CHECK(broken("a: *x\nb: 1\n") == "{a: ?, b: 1} | 1: no anchor of this name stands before");
    CHECK(broken("a: &x 1\n---\nb: *x\n") ==
          "{a: 1} --- {b: ?} | 3: no anchor of this name stands before");
    CHECK(broken("a: &x [*x]\n") == "{a: [?]} | 1: no anchor of this name stands before");
    CHECK(broken("a: {<<: *x, b: 1}\n") ==
          "{a: {@: ?, b: 1}} | 1: no anchor of this name stands before");
    CHECK(show(read("a: {<<: 5}\n", Language::yaml)) == "{a: {@: ?\"5\"}}");
}

TEST_CASE("places") {
    const std::string text =
        "a: 1\n'b': \"x\" # y\nc:\n  - plain text\n  - {k: [v]}\nd: |\n  one\n  two\n\ne: &z p\n"
        "  q\nf:\n";
    const Tree tree = read(text, Language::yaml);
    REQUIRE(tree.documents.size() == 1);
    const Value& root = tree.documents[0];
    const auto key = [&](std::size_t i) { return slice(text, root.members[i].key_span); };
    const auto value = [&](std::size_t i) { return slice(text, root.members[i].value.span); };
    CHECK(key(0) == "a");
    CHECK(value(0) == "1");
    CHECK(key(1) == "'b'");
    CHECK(value(1) == "\"x\"");
    CHECK(value(2) == "- plain text\n  - {k: [v]}");
    CHECK(slice(text, root.members[2].value.members[0].value.span) == "plain text");
    const Value& flow = root.members[2].value.members[1].value;
    CHECK(slice(text, flow.span) == "{k: [v]}");
    CHECK(slice(text, flow.members[0].key_span) == "k");
    CHECK(slice(text, flow.members[0].value.span) == "[v]");
    CHECK(value(3) == "|\n  one\n  two");
    CHECK(value(4) == "p\n  q");
    CHECK(value(5).empty());
    CHECK(root.members[5].value.span.begin == text.size() - 1);
    CHECK(slice(text, root.span) == text.substr(0, text.size() - 1));
}

TEST_CASE("line ends, marks and blanks") {
    CHECK(yaml("a: 1\r\nb:\r\n  - x\r\n  - y\r\nc: |\r\n  l\r\n  m\r\n") ==
          "{a: 1, b: [\"x\", \"y\"], c: \"l\nm\n\"}");
    CHECK(yaml("\xEF\xBB\xBF"
               "a: 1\n") == "{a: 1}");
    CHECK(yaml("a:\t1\t\nb:\t\t# c\nd: e\tf\n") == "{a: 1, b: ~, d: \"e\tf\"}");
    CHECK(yaml("a: 1   \n   \n\t\nb: 2") == "{a: 1, b: 2}");
    CHECK(yaml("a: x\r\n  y\r\n\r\n  z\r\n") == "{a: \"x y\nz\"}");
    CHECK(yaml("a: \"x\r\n  y\"\r\n") == R"({a: "x y"})");
}
