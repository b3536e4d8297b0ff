// Damaged and hostile text: what is lost, what is kept, and that nothing breaks.
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>

#include "../volume.hpp"
#include "frontends/python/parser.hpp"
#include "parser_tools.hpp"

namespace trainlint::python {
namespace {

using testing::parsed;

/// Parses and checks every promise of the tree. The text is copied to a block of its own, so that
/// a sanitizer sees a read behind it.
Tree checked(std::string_view text) {
    const std::unique_ptr<char[]> exact(new char[text.size()]);
    text.copy(exact.get(), text.size());
    Parser parser;
    Tree tree;
    parser.parse({exact.get(), text.size()}, tree);
    CHECK(testing::broken_promise(tree, text.size()) == "");
    return tree;
}

std::string repeated(std::string_view part, std::size_t times) {
    std::string out;
    out.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
}

TEST_CASE("an error costs its statement only") {
    struct Sample {
        const char* text;
        const char* expected;
    };
    const Sample samples[] = {
        {"a = = 1\nb = 2", "error\nassign(b 2)\n! expected an expression"},
        {"a = 1; b = = 2; c\nd", "assign(a 1)\nerror\nexpression(d)\n! expected an expression"},
        {"def f(:\n  a\n  b\nc",
         "error(block(expression(a) expression(b)))\nexpression(c)\n! expected a parameter"},
        {"if a\n  b\nelse:\n  c\nd",
         "error(block(expression(b)))\nerror(block(expression(c)))\nexpression(d)\n! expected ':'"},
        {"if a:\n  b\nelif = c:\n  d\nelse:\n  e",
         "if damaged(a block(expression(b)) error(block(expression(d))) "
         "else_clause(block(expression(e))))\n! expected an expression"},
        {"try:\n  a\nexcept b c:\n  d\nfinally:\n  e",
         "try damaged(block(expression(a)) error(block(expression(d))) "
         "finally_clause(block(expression(e))))\n! expected ':'"},
        {"try:\n  a\nb",
         "try damaged(block(expression(a)))\nexpression(b)\n! expected 'except' or 'finally'"},
        {"@a b\ndef f(): pass",
         "decorated(error function(f parameters block(pass)))\n! expected the end of the line "
         "after "
         "a decorator"},
        {"@a\nb", "error\nexpression(b)\n! expected a function or a class after decorators"},
        {"if a:\nb", "if(a block absent)\nexpression(b)\n! expected an indented block"},
        {"  a\nb", "expression(a)\nexpression(b)\n! unexpected indent"},
        {"if a:\n  b\n    c\n  d\ne",
         "if(a block(expression(b) expression(c) expression(d)))\nexpression(e)\n! unexpected "
         "indent"},
        {"match a:\n  b\n  case c: pass",
         "match damaged(a error case(pattern_capture:c block(pass)))\n! expected 'case'"},
        {"else: a\nb", "error\nexpression(b)\n! this clause belongs to no statement"},
        {"f(a, b\nc = 1", "error\nassign(c 1)\n! expected ')' or ','"},
        {"f(a,\n  b\ndef g():\n  pass",
         "error\nfunction(g parameters block(pass))\n! a bracket was never closed"},
        {"if f(a:\n  b\nc", "error(block(expression(b)))\nexpression(c)\n! expected ')' or ','"},
        {"a = 'b\nc", "error\nexpression(c)\n! a string was not closed on its line"},
        {"a = '''b\nc = 1\nd",
         "error\nassign(c 1)\nexpression(d)\n! a triple-quoted string was never closed"},
        {"f'{a'\nb", "error\nexpression(b)\n! a string was not closed on its line"},
        {"x = f'{a\ny = 1", "error\nassign(y 1)\n! expected '}' in an f-string"},
        {"a]\nb", "error\nexpression(b)\n! expected the end of the statement"},
        {"print 'a'\nb", "error\nexpression(b)\n! expected the end of the statement"},
    };
    for (const Sample& sample : samples) {
        INFO(sample.text);
        CHECK(parsed(sample.text) == sample.expected);
        checked(sample.text);
    }
}

TEST_CASE("a missing quote of a docstring does not turn the file inside out") {
    const std::string closing_lost =
        "def f():\n    \"\"\"A.\n\n    b\n    x = 1\n\ndef g():\n    \"\"\"B.\"\"\"\n    y = 2\n";
    const std::string shown = parsed(closing_lost);
    CHECK(shown.find("assign(x 1)") != std::string::npos);
    CHECK(shown.find("function(g parameters block(expression(\"\"\"B.\"\"\") assign(y 2)))") !=
          std::string::npos);
    const std::string opening_lost =
        "def f():\n    \"\"A.\n\n    b\n    \"\"\"\n    x = 1\n\ndef g():\n    \"\"\"\n    B.\n    "
        "\"\"\"\n    y = 2\n";
    const std::string other = parsed(opening_lost);
    CHECK(other.find("assign(x 1)") != std::string::npos);
    CHECK(other.find("assign(y 2)") != std::string::npos);
}

TEST_CASE("what CPython refuses is an error") {
    for (const char* text : {"f() = 1",
                             "1 += a",
                             "a, b += 1",
                             "(a, b): int",
                             "del f()",
                             "del *a",
                             "for 1 in a: pass",
                             "[a + b for a() in c]",
                             "with a as 1: pass",
                             "f(a=1, 2)",
                             "f(**a, *b)",
                             "f(**a, b)",
                             "f(a for a in b, c)",
                             "f(c, a for a in b)",
                             "f(a.b=1)",
                             "f((a)=1)",
                             "f(True=1)",
                             "class A(a for a in b): pass",
                             "def f(a=1, b): pass",
                             "def f(*): pass",
                             "def f(*, **a): pass",
                             "def f(**a, b): pass",
                             "def f(/, a): pass",
                             "def f(a, /, b, /): pass",
                             "def f(*a, *b): pass",
                             "def f(*a=1): pass",
                             "def f(None): pass",
                             "lambda a: int: 1",
                             "lambda *: 1",
                             "a + not b",
                             "a == not b",
                             "a or lambda: b",
                             "(*a)",
                             "*a or b",
                             "[*a for a in b]",
                             "{**a for a in b}",
                             "{a: b, c}",
                             "{a, b: c}",
                             "{*a: b}",
                             "(a, b := c) = d",
                             "(a.b := c)",
                             "a := b",
                             "x = a := b",
                             "f(a := b := c)",
                             "[a for b in c if d := e]",
                             "from a import b,",
                             "from a import ()",
                             "from a import (b",
                             "import a as b.c",
                             "from . import a.b",
                             "import .a",
                             "except: pass",
                             "try: pass",
                             "try: pass\nexcept* : pass",
                             "try: pass\nexcept a: pass\nexcept* b: pass",
                             "try: pass\nexcept a, b as c: pass",
                             "match a:\n  case b.c(x=1, 2): pass",
                             "match a:\n  case {**b, 'c': d}: pass",
                             "match a:\n  case *b: pass",
                             "match a:\n  case b as _: pass",
                             "match a:\n  case 1 + 2: pass",
                             "match a:\n  case {b: c}: pass",
                             "'a' b'c'",
                             "b'\xC3\xA9'",
                             "'\\x4'",
                             "'\\u123'",
                             "'\\N{}'",
                             "'\\U00110000'",
                             "f'{}'",
                             "f'{a!x}'",
                             "f'{a! r}'",
                             "f'}'",
                             "f'{a!r:b'",
                             "f'{a b}'",
                             "async a",
                             "await",
                             "a b",
                             "a.1",
                             "a..b",
                             "a[",
                             "a[]",
                             "1.e",
                             "if a: if b: c",
                             "yield = 1",
                             "None = 1",

                             "global a.b",
                             "return = 1",
                             "def f() -> : pass",
                             "class : pass",
                             "@\ndef f(): pass",
                             "@a\n",
                             "print >>f, 'a' 1",
                             "exec 'a'",
                             "`a`",
                             "a <> b",
                             "raise a, b",
                             "type A[] = b",
                             "def f[T=](): pass",
                             "assert (a, b), c, d",
                             "a if b",
                             "a if b else",
                             "lambda",
                             "x = ",
                             "t'a' 'b'"}) {
        INFO(text);
        Parser parser;
        Tree tree;
        parser.parse(text, tree);
        CHECK(tree.error_count != 0);
        checked(text);
    }
}

TEST_CASE("depth has limits") {
    const std::size_t deep = 10000;
    const std::string parts[] = {
        repeated("(", deep) + repeated(")", deep),
        repeated("[", deep),
        repeated("{", deep) + "}",
        repeated("f(", deep),
        repeated("a[", deep),
        repeated("-", deep) + "a",
        repeated("not ", deep) + "a",
        repeated("lambda: ", deep) + "a",
        repeated("a if b else ", deep) + "c",
        repeated("a ** ", deep) + "b",
        repeated("await ", deep) + "a",
        repeated("f'{", deep) + "a",
        "f'{a:" + repeated("{a:", deep),
        repeated("a.", deep) + "b",
        "a" + repeated("()", deep),
        "a" + repeated(" + a", deep),
        "match a:\n  case " + repeated("(", deep) + repeated(")", deep) + ": pass",
        "match a:\n  case " + repeated("C(x=", deep),
        "for " + repeated("(", deep) + "a" + repeated(",)", deep) + " in b: pass",
        "with " + repeated("(", deep) + "a" + repeated(")", deep) + ": pass",
    };
    for (const std::string& part : parts) {
        INFO(part.substr(0, 20));
        const std::string text = part + "\nlast = 1\n";
        const Tree tree = checked(text);
        CHECK(tree.error_count != 0);
        CHECK(tree[tree.last_child(tree.root)].kind == Kind::assign);
    }
}

TEST_CASE("what is long but not deep is read") {
    const std::size_t many = 10000;
    CHECK(checked("x = [" + repeated("a, ", many) + "]").error_count == 0);
    CHECK(checked("x = a" + repeated(" and a", many)).error_count == 0);
    CHECK(checked("x = a" + repeated(" < a", many)).error_count == 0);
    CHECK(checked("if a: b\n" + repeated("elif a: b\n", many)).error_count == 0);
    CHECK(checked(repeated("a = ", many) + "b").error_count == 0);
    CHECK(checked("x = " + repeated("'a' ", many)).error_count == 0);
    CHECK(checked("x = a" + repeated(" + a", 900)).error_count == 0);
    CHECK(checked(repeated("@a\n", many) + "def f(): pass").error_count == 0);
}

TEST_CASE("blocks have a limit of depth") {
    std::string text;
    for (std::size_t i = 0; i < 10000; ++i) text += std::string(i, ' ') + "if a:\n";
    text += std::string(10000, ' ') + "b\nlast = 1\n";
    const Tree tree = checked(text);
    CHECK(tree.error_count != 0);
    CHECK(tree.errors.size() == Tree::most_errors);
    CHECK(tree[tree.last_child(tree.root)].kind == Kind::assign);
}

TEST_CASE("long texts on one line end soon") {
    const auto size = trainlint::tests::volume(10'000'000);
    const std::string parts[] = {"a + ",       "a, ",
                                 "(",          "'",
                                 "\"\"\"",     "f'{",
                                 "f\"\"\"{",   "\\",
                                 "#",          "{a:",
                                 "a\\\n",      "(a\n",
                                 "'''a\n",     "f(\n",
                                 "@",          "\t",
                                 " ",          ";",
                                 "x = (a,\n",  "f'''{a\n",
                                 "if a:\n  (", "\"\"\"a\n'''b\n",
                                 "\"\"\"\na"};
    for (const std::string& part : parts) {
        INFO(part);
        checked(repeated(part, size / part.size() / 10));
    }
    CHECK(checked("x = [" + repeated("1, ", size / 3) + "]").error_count == 0);
    CHECK(checked("x = '" + std::string(size, 'a') + "'").error_count == 0);
}

TEST_CASE("any bytes are read without harm") {
    std::mt19937 random(7);
    const std::string letters = "ab1 ()[]{}'\"\\:,.=#@\n\r\tf{}!\0\xC3\xFF*-<>;";
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        const std::size_t length = random() % 60;
        for (std::size_t i = 0; i < length; ++i) text += letters[random() % letters.size()];
        INFO(text);
        checked(text);
    }
}

const char* const sample_text =
    "import os\n\n@d(1)\nclass A(B, metaclass=C):\n    \"\"\"Doc.\"\"\"\n\n    async def f(self, "
    "*a: *T, b=1):\n"
    "        x = f\"{a!r:>{w}} {{b}}\" 'c' if a else [i async for i in y if z]\n        try:\n"
    "            with (open(a) as b, c): pass\n        except* (E, F) as e:\n            raise X "
    "from e\n"
    "        match x:\n            case {'k': [1, *r], **s} | P(q=2) if t: return\n\nif "
    "a:\n\tb\nelif c: d\nelse:\n\te\n";

TEST_CASE("every beginning and every end of a text is read without harm") {
    const std::string text = sample_text;
    CHECK(checked(text).error_count == 0);
    for (std::size_t at = 0; at <= text.size(); ++at) {
        checked(text.substr(0, at));
        checked(text.substr(at));
        for (const char inserted : {'(', ']', '"', '\'', '\\', '\n', ' ', ':', '{'}) {
            std::string changed = text;
            changed.insert(at, 1, inserted);
            checked(changed);
        }
        Parser parser;
        Tree tree;
        parser.parse_range(text, static_cast<std::uint32_t>(at),
                           static_cast<std::uint32_t>(text.size() - at / 2), tree);
        CHECK(testing::broken_promise(tree, text.size()) == "");
    }
}

TEST_CASE("a parser and a tree can be used again") {
    Parser parser;
    Tree tree;
    parser.parse("a = (\n" + repeated("b\n", 1000), tree);
    parser.parse("c", tree);
    CHECK(testing::show("c", tree, tree.root) == "module(expression(c))");
    CHECK(tree.errors.empty());
    parser.parse("", tree);
    CHECK(tree.first(tree.root) == no_node);
}

}  // namespace
}  // namespace trainlint::python
