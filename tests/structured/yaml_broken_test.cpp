#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured;
using namespace trainlint::structured::tests;

TEST_CASE("a broken line costs its entry") {
    CHECK(broken("a: 1\nno key here\nb: 2\n") == "{a: 1, b: 2} | 2: the line has no key");
    CHECK(broken("a: b: c\nd: 1\n") == "{a: ?, d: 1} | 1: a mapping cannot begin on this line");
    CHECK(broken("a: 1\n  b: 2\nc: 3\n") ==
          "{a: ?\"1\", c: 3} | 2: the line is indented more than the entry before");
    CHECK(broken("a:\n    b: 1\n  c: 2\nd: 3\n") ==
          "{a: ?{b: 1}, d: 3} | 3: the line is indented more than the entry before");
    CHECK(broken("- a\nb: 1\n- c\n") == R"(["a", "c"] | 2: the line is no element of the list)");
    CHECK(broken("a: @x\nb: `y`\nc: %z\nd: 1\n") ==
          "{a: ?, b: ?, c: ?, d: 1} | 1: a value cannot begin like this | "
          "2: a value cannot begin like this | 3: a value cannot begin like this");
    CHECK(broken("a: \"x\" y\nb: 1\n") == "{a: ?, b: 1} | 1: text stands behind the value");
    CHECK(broken("a: - b\nc: 1\n") == "{a: ?, c: 1} | 1: a value cannot begin like this");
    CHECK(broken("a: |x\n  y\nb: 1\n") ==
          "{a: ?, b: 1} | 1: a block scalar cannot begin like this");
    CHECK(broken("a: 1\n- b\nc: 2\n") == "{a: 1, c: 2} | 2: the line has no key");
}

TEST_CASE("a tab does not indent") {
    CHECK(broken("a:\n\tb: 1\nc: 2\n") == "{a: ~, c: 2} | 2: a tab cannot indent");
    CHECK(broken("a:\n  b: 1\n  \tc: 2\n  d: 3\n") == "{a: {b: 1, d: 3}} | 3: a tab cannot indent");
}

TEST_CASE("what is not closed costs its entry") {
    CHECK(broken("a: \"x\nb: 1\nc: 2\n") == "{a: ?, b: 1, c: 2} | 1: the quote is not closed");
    CHECK(broken("a: 'x\nb: 'y'\nc: 2\n") ==
          "{a: ?, b: \"y\", c: 2} | 2: text stands behind the value");
    CHECK(broken("a: [1, 2\nb: 3\nc: 4\n").starts_with("{a: ?, b: 3, c: 4} | "));
    CHECK(broken("a: {x: [}\nb: 1\n").starts_with("{a: ?, b: 1} | 1: "));
    CHECK(broken("a: [1, 2\n---\nb: 1\n").starts_with("{a: ?} --- {b: 1} | "));
    CHECK(broken("a: \"x\n---\nb: 1\n").starts_with("{a: ?} --- {b: 1} | "));
    CHECK(broken("a: [\"b\" \"c\"]\nd: 1\n").starts_with("{a: ?, d: 1} | 1: "));
    CHECK(broken("a: [b]]\nd: 1\n") == "{a: ?, d: 1} | 1: text stands behind the value");
}

TEST_CASE("what stands before the data is left out") {
    CHECK(broken("Some words\na: 1\nb: 2\n") ==
          "{a: 1, b: 2} | 2: the text belongs to nothing before it");
    CHECK(broken("  a: 1\nb: 2\n") == "{a: 1, b: 2} | 2: the text belongs to nothing before it");
    CHECK(broken("- a\n- b\nc\n") == R"(["a", "b"] | 3: the line is no element of the list)");
}

TEST_CASE("a damaged file keeps all other entries") {
    const std::vector<std::string> lines{"a: 1",      "b: [x, {y: z}]", "c: \"text\"",
                                         "d: 'text'", "e: plain",       "f: {k: v}",
                                         "g: &x 1",   "h: *x",          "i: !!str 2"};
    for (std::size_t damaged = 0; damaged < lines.size(); ++damaged) {
        for (std::size_t cut = 1; cut < lines[damaged].size(); ++cut) {
            std::string text;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                text += (i == damaged ? lines[i].substr(0, cut) : lines[i]) + "\n";
            }
            const Tree tree = read(text, Language::yaml);
            REQUIRE(tree.documents.size() == 1);
            INFO(text);
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (i == damaged) continue;
                const Value* value = tree.documents[0].find(lines[i].substr(0, 1));
                REQUIRE(value);
                // The anchor is gone with its line.
                if (i == 7 && damaged == 6) continue;
                CHECK(value->kind != Value::Kind::unknown);
            }
        }
    }
}

TEST_CASE("aliases that explode are bounded") {
    std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
        const std::string name = "a" + std::to_string(i);
        text += name + ": &" + name + " [";
        for (int k = 0; k < 9; ++k) text += (k ? ", *a" : "*a") + std::to_string(i - 1);
        text += "]\n";
    }
    const Tree tree = read(text, Language::yaml);
    CHECK_FALSE(tree.faults.empty());
    CHECK(tree.faults.back().what == "aliases repeat too much");
    std::size_t nodes = 0;
    const auto count = [&](const auto& self, const Value& value) -> void {
        ++nodes;
        for (const Value::Member& member : value.members) self(self, member.value);
    };
    count(count, tree.documents.at(0));
    CHECK(nodes < 2 * expansion_limit);
}

TEST_CASE("aliases of long texts are bounded too") {
    std::string text = "a: &a " + std::string(1'000'000, 'x') + "\nb: [";
    for (int i = 0; i < 1000; ++i) text += "*a, ";
    text += "1]\n";
    const Tree tree = read(text, Language::yaml);
    std::size_t bytes = 0;
    for (const Value::Member& member : tree.documents.at(0).members.at(1).value.members) {
        bytes += member.value.text.size();
    }
    CHECK(bytes < 20'000'000);
    CHECK_FALSE(tree.faults.empty());
}

TEST_CASE("aliases do not nest deeper than text may") {
    std::string text = "a0: &a0 1\n";
    for (int i = 1; i < 2000; ++i) {
        const std::string name = "a" + std::to_string(i);
        text += name + ": &" + name + " [[*a" + std::to_string(i - 1) + "]]\n";
    }
    const Tree tree = read(text, Language::yaml);
    CHECK(tree.documents.at(0).members.size() == 2000);
    CHECK_FALSE(tree.faults.empty());
}

TEST_CASE("deep nesting") {
    const auto repeated = [](std::string_view part, int times) {
        std::string out;
        for (int i = 0; i < times; ++i) out += part;
        return out;
    };
    for (const int depth : {100, 10'000}) {
        CHECK(read(repeated("[", depth), Language::yaml).documents.size() == 1);
        CHECK(read(repeated("- ", depth) + "a\nb: 1\n", Language::yaml).documents.size() == 1);
        CHECK(read(repeated("? ", depth) + "a\n", Language::yaml).documents.size() == 1);
        CHECK(read(repeated("{a: ", depth), Language::yaml).documents.size() == 1);
        CHECK(read(repeated("&a\n", depth), Language::yaml).documents.size() == 1);
        CHECK(read(repeated("!!x ", depth), Language::yaml).documents.size() == 1);
        const std::string closed = repeated("[", depth) + repeated("]", depth);
        const Tree tree = read("a: " + closed + "\nb: 1\n", Language::yaml);
        CHECK(tree.documents.at(0).members.size() == 2);
        CHECK(tree.faults.empty() == (depth == 100));
    }
    std::string block;
    for (int i = 0; i < 2'000; ++i) block += std::string(i, ' ') + "a:\n";
    const Tree tree = read(block + "b: 1\n", Language::yaml);
    CHECK(tree.documents.at(0).find("b"));
}

TEST_CASE("large texts are read in linear time") {
    const auto many = [](std::string_view part, std::size_t bytes) {
        std::string out;
        while (out.size() < bytes) out += part;
        return out;
    };
    constexpr std::size_t large = 50'000;
    const std::vector<std::string> lines{
        "a ",   "{{ ",   "}} ",      "{{ x }} ", "[",  "[[],",       "{a: ", "{a: 1},",    "\"",
        "\"\\", "'",     "''",       "# ",       ": ", "a: ",        "- ",   "&a ",        "!t ",
        "*a ",  "? ",    "{",        "}",        "],", "[{{ x }},",  "{% ",  "| ",         "\t",
        "\r",   "it's,", "[\"{{\",", "a#",       "${", "{\"a\":1},", "-",    "[a, {b: [c,"};
    for (const std::string& line : lines) {
        INFO(line);
        for (const std::string_view before : {"", "a: ", "a: [", "- \"", "a:\n  b: {{ x }} "}) {
            const std::string text = std::string(before) + many(line, large);
            CHECK(read(text, Language::yaml).faults.size() <= fault_limit);
        }
        const Tree tree = read(many(line + "\n", large), Language::yaml);
        CHECK(tree.faults.size() <= fault_limit);
        (void)read(many("a: " + line + "\n", large), Language::yaml);
        (void)read(many("a: [" + line + "\n", large), Language::yaml);
        (void)read(many(line + "\n  ", large), Language::yaml);
    }
}

TEST_CASE("many keys") {
    std::string text;
    for (int i = 0; i < 100'000; ++i)
        text += "key" + std::to_string(i) + ": &a" + std::to_string(i) + " {x: 1}\n";
    const Tree tree = read(text, Language::yaml);
    CHECK(tree.documents.at(0).members.size() == 100'000);
    std::string merged = "a: &a {x: 1}\n";
    for (int i = 0; i < 50'000; ++i) merged += "<<: *a\n";
    CHECK(read(merged, Language::yaml).documents.size() == 1);
}

TEST_CASE("bytes that are no text") {
    CHECK(read(std::string("\0\0\xFF\xFE: \x80\n\0: [\0", 14), Language::yaml).documents.size() ==
          1);
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    for (int i = 0; i < 256; ++i) {
        const Tree tree = read(all.substr(i) + all.substr(0, i), Language::yaml);
        CHECK(tree.faults.size() <= fault_limit);
    }
    const Tree tree = read(std::string("a: b\0c\nd: \xFF\n", 13), Language::yaml);
    CHECK(tree.documents.at(0).members.size() == 2);
    CHECK(tree.documents[0].members[0].value.text == std::string("b\0c", 3));
}

TEST_CASE("of a definition of Kubernetes only its kind is kept") {
    CHECK(yaml("apiVersion: x/v1\nkind: CustomResourceDefinition\nspec:\n  a: 1\n---\nb: 2\n") ==
          R"({apiVersion: "x/v1", kind: "CustomResourceDefinition"} --- {b: 2})");
    CHECK(yaml("kind: List\nitems:\n- apiVersion: x/v1\n  kind: CustomResourceDefinition\n  spec: "
               "1\n- apiVersion: v1\n  kind: Pod\n") ==
          R"({kind: "List", items: [{apiVersion: "x/v1", kind: "CustomResourceDefinition"}, )"
          R"({apiVersion: "v1", kind: "Pod"}]})");
    CHECK(yaml("a:\n  kind: CustomResourceDefinition\n  b: 1\n") ==
          R"({a: {kind: "CustomResourceDefinition", b: 1}})");
}
