#include "frontends/python/scanner.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "parser_tools.hpp"

namespace trainlint::python {
namespace {

Outline scanned(std::string_view text) {
    const std::unique_ptr<char[]> exact(new char[text.size()]);  // a sanitizer sees its end
    text.copy(exact.get(), text.size());
    Outline outline;
    scan({exact.get(), text.size()}, outline);
    return outline;
}

std::string part(std::string_view text, text::Span span) {
    return std::string(text.substr(span.begin, span.size()));
}

/// Logical lines as `indent:text`, line ends as blanks.
std::string lines(std::string_view text) {
    std::string out;
    for (const LogicalLine& line : scanned(text).lines) {
        if (!out.empty()) out += " | ";
        std::string shown = std::to_string(line.indent) + ":" + part(text, {line.begin, line.end});
        while (shown.back() == '\n' || shown.back() == '\r') shown.pop_back();
        out += shown;
    }
    return out;
}

/// Items by kind and name, members in parentheses.
std::string items(std::string_view text) {
    const Outline outline = scanned(text);
    std::string out;
    for (const OutlineItem& item : outline.items) {
        static constexpr const char* kinds[] = {"statement", "import", "def", "class"};
        if (!out.empty()) out += ' ';
        if (item.parent != 0xFFFFFFFFu) out += part(text, outline.items[item.parent].name) + ".";
        out += kinds[static_cast<int>(item.kind)];
        if (item.name.size() != 0) out += ":" + part(text, item.name);
    }
    return out;
}

TEST_CASE("logical lines") {
    struct Sample {
        const char* text;
        const char* expected;
    };
    const Sample samples[] = {
        {"", ""},
        {"a\n\n  # c\nb", "0:a | 0:b"},
        {"a\r\nb\rc", "0:a | 0:b | 0:c"},
        {"if a:\n\tb\n  \tc\n", "0:if a: | 8:b | 8:c"},
        {"f(a,\n  b)\nc", "0:f(a,\n  b) | 0:c"},
        {"a + \\\n  b\nc", "0:a + \\\n  b | 0:c"},
        {"a + \\\r\n  b\r\nc", "0:a + \\\r\n  b | 0:c"},
        {"a  # b \\\nc", "0:a  # b \\ | 0:c"},
        {"'a(' # (\n\"b[\"\nc", "0:'a(' # ( | 0:\"b[\" | 0:c"},
        {"'''a\n(b\n''' + c\nd", "0:'''a\n(b\n''' + c | 0:d"},
        {"'a\\\nb'\nc", "0:'a\\\nb' | 0:c"},
        {"'a\\\r\nb'\r\nc", "0:'a\\\r\nb' | 0:c"},
        {"'a\nb", "0:'a | 0:b"},
        {"f'{a[\"(\"]}'\nb", "0:f'{a[\"(\"]}' | 0:b"},
        {"f'{a['(']}'\nb", "0:f'{a['(']}' | 0:b"},
        {"f'{{(' + f'{a:{'('}}'\nb", "0:f'{{(' + f'{a:{'('}}' | 0:b"},
        {"f'''{a[\n'''(''']}'''\nb", "0:f'''{a[\n'''(''']}''' | 0:b"},
        {"f'{a\nb", "0:f'{a | 0:b"},
        {"if'{' in a: b\nc", "0:if'{' in a: b | 0:c"},
        {"f(a,\ndef g(): pass\nb", "0:f(a, | 0:def g(): pass | 0:b"},
        {"a)\nb", "0:a) | 0:b"},
        {"\"\"\"a\nb\nc", "0:\"\"\"a | 0:b | 0:c"},
        {"\xEF\xBB\xBF"
         "a\nb",
         "0:a | 0:b"},
        {"\\\na\nb", "0:a | 0:b"},
    };
    for (const Sample& sample : samples) {
        INFO(sample.text);
        CHECK(lines(sample.text) == sample.expected);
    }
}

TEST_CASE("blocks of 64 bytes have no seams") {
    const std::string middle = "'''b\n#\"(\\\\'''; f'{\"'\"}' # \"\n";
    for (std::size_t before = 0; before < 140; ++before) {
        const std::string text = std::string(before, 'a') + " = " + middle + "last = 1\r\nx\r\n";
        const Outline outline = scanned(text);
        INFO(before);
        REQUIRE(outline.lines.size() == 3);
        CHECK(part(text, {outline.lines[1].begin, outline.lines[1].end}) == "last = 1\r\n");
        REQUIRE(outline.comments.size() == 1);
        CHECK(part(text, outline.comments[0]) == "# \"");
        REQUIRE(outline.long_strings.size() == 1);
        CHECK(part(text, outline.long_strings[0]) == "'''b\n#\"(\\\\'''");
    }
}

TEST_CASE("statements and members") {
    CHECK(items("import a\nfrom b import c\nx = 1\nif d:\n  import e\nelse:\n  f\n") ==
          "import import statement statement");
    CHECK(
        items("@a\n@b(\n  c)\n# d\nasync def f(x):\n  def g(): pass\n  return\nclass A: pass\n") ==
        "def:f class:A");
    CHECK(items("class A(B):\n  x = 1\n  class C:\n    def f(self): pass\n    y = 2\n  @p\n  def "
                "g(self):\n"
                "    pass\nz = 3\n") ==
          "class:A A.statement A.class:C C.def:f C.statement A.def:g statement");
    CHECK(items("try:\n  a\nexcept B:\n  c\nfinally:\n  d\nasync with e: f\n") ==
          "statement statement");
    CHECK(items("  a\nb\n") == "statement statement");
    CHECK(items("@a\nb\n") == "statement");
}

TEST_CASE("parts of an item") {
    const std::string text =
        "\"Module.\"\n@a\n\nclass A(B,\n  C):\n    r'''Doc.'''\n\n    async  def  f(self):\n"
        "        # why\n        \"\"\"Text.\"\"\"\n        x\n    y = 1\nz\n";
    const Outline outline = scanned(text);
    CHECK(part(text, outline.docstring) == "\"Module.\"");
    REQUIRE(outline.items.size() == 6);
    const OutlineItem& type = outline.items[1];
    CHECK(part(text, type.decorators) == "@a\n");
    CHECK(part(text, type.head) == "class A(B,\n  C):\n");
    CHECK(part(text, type.docstring) == "r'''Doc.'''");
    CHECK(part(text, type.at).starts_with("@a\n"));
    CHECK(part(text, type.at).ends_with("    y = 1\n"));
    const OutlineItem& method = outline.items[3];
    CHECK(method.asynchronous);
    CHECK(method.parent == 1);
    CHECK(part(text, method.name) == "f");
    CHECK(part(text, method.docstring) == "\"\"\"Text.\"\"\"");
    CHECK(part(text, method.body) == "        \"\"\"Text.\"\"\"\n        x\n");
    CHECK(part(text, outline.items[4].at) == "y = 1\n");
    CHECK(outline.items[4].body.size() == 0);
}

TEST_CASE("what is no docstring") {
    for (const char* text : {"f'a'\n", "b'a'\n", "x\n", "('a')\n", "'a\n", ""}) {
        INFO(text);
        CHECK(scanned(text).docstring.size() == 0);
    }
    CHECK(scanned("U'a'\n").docstring.size() == 4);
}

TEST_CASE("a missing quote of a docstring does not hide the rest") {
    CHECK(items("def f():\n    \"\"\"A.\n    x = 1\n\ndef g():\n    \"\"\"B.\"\"\"\n    y\n") ==
          "def:f def:g");
    CHECK(items("def f():\n    \"\"A.\n    \"\"\"\n    x = 1\n\ndef g():\n    r\"\"\"\n    B.\n    "
                "\"\"\"\n    y\n"
                "def h(): pass\n") == "def:f def:g def:h");
}

TEST_CASE("hostile text is scanned without harm") {
    const std::string parts[] = {"f'{",    "f\"\"\"{",  "'''",      "\"\"\"a\n'''b\n",
                                 "(",      "\\\n",      "f'{a\n",   "class A:\n ",
                                 "@a\n",   "#",         "f'''{a\n", "\r",
                                 "f'{a:{", "\"\"\"\na", "t'''"};
    for (const std::string& unit : parts) {
        INFO(unit);
        std::string text;
        while (text.size() < 400'000) text += unit;
        const Outline outline = scanned(text);
        std::uint32_t last = 0;
        for (const LogicalLine& line : outline.lines) {
            REQUIRE(line.begin >= last);
            REQUIRE(line.end >= line.begin);
            last = line.end;
        }
        REQUIRE(last <= text.size());
    }
    std::string nested;
    for (std::size_t i = 0; i < 2000; ++i) nested += std::string(i, ' ') + "class A:\n";
    CHECK(scanned(nested).items.size() > 40);
}

TEST_CASE("the outline and the tree tell the same of items") {
    const std::string text =
        "import a\n@d\ndef f(x, *, y=1):\n  '''Doc.'''\n  if x:\n    return y\n\n  z = [\n 1]\n"
        "class A:\n  b = f'{\"(\"}'\n\n  def g(self): return 1\n\n  # end\nlast = 1; more = 2\n";
    const Outline outline = scanned(text);
    Parser parser;
    Tree whole, alone;
    parser.parse(text, whole);
    Index statement = whole.first(whole.root);
    for (const OutlineItem& item : outline.items) {
        if (item.parent != 0xFFFFFFFFu) continue;
        parser.parse_range(text, item.at.begin, item.at.end, alone);
        CHECK(alone.error_count == 0);
        for (const Index made : alone.children(alone.root)) {
            REQUIRE(statement != no_node);
            CHECK(testing::show(text, alone, made) == testing::show(text, whole, statement));
            CHECK(alone[made].span() == whole[statement].span());
            statement = whole.next(statement);
        }
    }
    CHECK(statement == no_node);
}

}  // namespace
}  // namespace trainlint::python
