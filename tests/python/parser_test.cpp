#include "frontends/python/parser.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "parser_tools.hpp"

namespace trainlint::python {
namespace {

using testing::expression;
using testing::parsed;

struct Sample {
    const char* text;
    const char* expected;
};

template <std::size_t N>
void check_expressions(const Sample (&samples)[N]) {
    for (const Sample& sample : samples) {
        INFO(sample.text);
        CHECK(expression(sample.text) == sample.expected);
    }
}

template <std::size_t N>
void check_statements(const Sample (&samples)[N]) {
    for (const Sample& sample : samples) {
        INFO(sample.text);
        CHECK(parsed(sample.text) == sample.expected);
    }
}

TEST_CASE("operators bind as in Python") {
    const Sample samples[] = {
        {"a + b * c - d", "binary:-(binary:+(a binary:*(b c)) d)"},
        {"-a ** -b ** c", "unary:-(binary:**(a unary:-(binary:**(b c))))"},
        {"a | b ^ c & d << e", "binary:|(a binary:^(b binary:&(c binary:<<(d e))))"},
        {"not a and b or not c", "boolean:or(boolean:and(unary:not(a) b) unary:not(c))"},
        {"a or b or c", "boolean:or(a b c)"},
        {"a < b", "compare:<(a b)"},
        {"a < b <= c not in d is not e",
         "compare(a compare_link:<(b) compare_link:<=(c) compare_link:not in(d) "
         "compare_link:is not(e))"},
        {"a if b else c if d else e", "conditional(a b conditional(c d e))"},
        {"lambda: a if b else c", "lambda(parameters conditional(a b c))"},
        {"await a ** b", "binary:**(await(a) b)"},
        {"a @ b % c // d", "binary://(binary:%(binary:@(a b) c) d)"},
        {"(a, b), c", "tuple bare(tuple(a b) c)"},
        {"()", "tuple"},
        {"(a)", "a"},
        {"(a,)", "tuple(a)"},
        {"*a, b", "tuple bare(star(a) b)"},
        {"(yield)", "yield"},
        {"(yield a, b)", "yield(tuple bare(a b))"},
        {"(yield from a)", "yield_from(a)"},
        {"(a := b)", "named(a b)"},
    };
    check_expressions(samples);
}

TEST_CASE("calls, attributes and subscripts") {
    const Sample samples[] = {
        {"a.b.c(d)[e]", "subscript(call(attribute:c(attribute:b(a)) d) e)"},
        {"f(a, *b, c=d, **e)", "call(f a star(b) keyword:c(d) double_star(e))"},
        {"f(a := b)", "call(f named(a b))"},
        {"f(a for a in b)", "call(f comprehension:g(a clause(a b)))"},
        {"f((a for a in b), c)", "call(f comprehension:g(a clause(a b)) c)"},
        {"f(a, *b, c)", "call(f a star(b) c)"},
        {"f(a=b, *c)", "call(f keyword:a(b) star(c))"},
        {"a[b:c:d]", "subscript(a slice l u s(b c d))"},
        {"a[:, ::b, c:]", "subscript(a tuple bare(slice slice s(b) slice l(c)))"},
        {"a[*b]", "subscript(a tuple bare(star(b)))"},
        {"a[b := c]", "subscript(a named(b c))"},
        {"a . b", "attribute:b(a)"},
        {"1 .real", "attribute:real(1)"},
    };
    check_expressions(samples);
}

TEST_CASE("displays and comprehensions") {
    const Sample samples[] = {
        {"[]", "list"},
        {"[a, *b,]", "list(a star(b))"},
        {"{}", "dict"},
        {"{a: b, **c}", "dict(pair(a b) double_star(c))"},
        {"{a, *b}", "set(a star(b))"},
        {"[a for b in c if d if e for f in g]", "comprehension:L(a clause(b c d e) clause(f g))"},
        {"{a: b async for c, in d}", "comprehension:D(pair(a b) clause async(tuple bare(c) d))"},
        {"{a for a.b in c or d}", "comprehension:S(a clause(attribute:b(a) boolean:or(c d)))"},
        {"(a for a in b)", "comprehension:g(a clause(a b))"},
        {"None, True, False, ...", "tuple bare(None True False ...)"},
    };
    check_expressions(samples);
}

TEST_CASE("strings with fields") {
    const Sample samples[] = {
        {"'a' \"b\"", "string_join('a' \"b\")"},
        {"f'a{b}c'", "formatted_string(a field(b) c)"},
        {"f'{a!r:>{b}.{c}}'", "formatted_string(field:r(a format_spec(> field(b) . field(c))))"},
        {"f'{a = }{{b}}'", "formatted_string(field debug(a) {{b}})"},
        {"f'{a[\"b\"]}'", "formatted_string(field(subscript(a \"b\")))"},
        {"f'{a['b']}'", "formatted_string(field(subscript(a 'b')))"},
        {"f'{f'{f'{a}'}'}'",
         "formatted_string(field(formatted_string(field(formatted_string(field(a))))))"},
        {"f'{a:=5}'", "formatted_string(field(a format_spec(=5)))"},
        {"f'{(a:=5)}'", "formatted_string(field(named(a 5)))"},
        {"f'{a != b}'", "formatted_string(field(compare:!=(a b)))"},
        {"f'{lambda: 1}'", "error\n! a lambda in an f-string needs parentheses"},
        {"f'{a}' 'b'", "string_join(formatted_string(field(a)) 'b')"},
        {"rf'\\{a}\\d'", "formatted_string(\\ field(a) \\d)"},
        {"f'\\N{BULLET}{a}'", "formatted_string(\\N{BULLET} field(a))"},
        {"t'{a}b'", "template_string(field(a) b)"},
        {"f'''{\na\n}\n'''", "expression(formatted_string(field(a) \n))"},
        {"f'{*a, b}'", "formatted_string(field(tuple bare(star(a) b)))"},
        {"f'{a:}'", "formatted_string(field(a format_spec))"},
    };
    check_expressions(samples);
}

TEST_CASE("simple statements") {
    const Sample samples[] = {
        {"a = b = c, d", "assign(a b tuple bare(c d))"},
        {"a.b, *c[0] = yield", "assign(tuple bare(attribute:b(a) star(subscript(c 0))) yield)"},
        {"a //= b", "augmented_assign://(a b)"},
        {"a: b = c", "annotated_assign simple(a b c)"},
        {"(a): b", "annotated_assign(a b)"},
        {"a.b: c", "annotated_assign(attribute:b(a) c)"},
        {"return", "return"},
        {"return *a, b", "return(tuple bare(star(a) b))"},
        {"raise a from b", "raise(a b)"},
        {"assert a, b", "assert(a b)"},
        {"del a, (b, c), d[0]", "delete(a tuple(b c) subscript(d 0))"},
        {"pass; break; continue;", "pass\nbreak\ncontinue"},
        {"import a.b as c, d", "import(alias(a.b c) alias(d))"},
        {"from . import a", "import_from 1(alias(a))"},
        {"from ...a.b import (c as d, e,)", "import_from 3(a.b alias(c d) alias(e))"},
        {"from .... import *", "import_from 4(alias star)"},
        {"global a, b", "global(a b)"},
        {"nonlocal a", "nonlocal(a)"},
        {"type A[T: int = str, *U, **V] = list[T]",
         "type_alias(A type_parameters(type_parameter(T int str) type_parameter:*(U) "
         "type_parameter:**(V)) subscript(list T))"},
        {"type = 1", "assign(type 1)"},
        {"type (a)", "expression(call(type a))"},
        {"print", "expression(print)"},
    };
    check_statements(samples);
}

TEST_CASE("compound statements") {
    const Sample samples[] = {
        {"if a: b\nelif c: d\nelse: e",
         "if(a block(expression(b)) elif_clause(c block(expression(d))) "
         "else_clause(block(expression(e))))"},
        {"while a:\n  b\nelse:\n  c",
         "while(a block(expression(b)) else_clause(block(expression(c))))"},
        {"for a, *b in c, d: pass", "for(tuple bare(a star(b)) tuple bare(c d) block(pass))"},
        {"async for a in b: pass", "for async(a b block(pass))"},
        {"try: a\nexcept b as c: d\nexcept (e, f): g\nexcept: h\nelse: i\nfinally: j",
         "try(block(expression(a)) handler(b c block(expression(d))) handler(tuple(e f) "
         "block(expression(g))) handler(block(expression(h))) else_clause(block(expression(i))) "
         "finally_clause(block(expression(j))))"},
        {"try: a\nexcept* b: c", "try star(block(expression(a)) handler(b block(expression(c))))"},
        {"try: a\nexcept b, c: d",
         "try(block(expression(a)) handler(tuple bare(b c) block(expression(d))))"},
        {"with a as b, c: d", "with(with_item(a b) with_item(c) block(expression(d)))"},
        {"with (a as b, c,): d", "with(with_item(a b) with_item(c) block(expression(d)))"},
        {"with (a, b) as c: d", "with(with_item(tuple(a b) c) block(expression(d)))"},
        {"with (a).b(): d", "with(with_item(call(attribute:b(a))) block(expression(d)))"},
        {"async with a: b", "with async(with_item(a) block(expression(b)))"},
        {"@a.b(c)\n\n@d\nclass e(f, g=h): i",
         "decorated(decorator(call(attribute:b(a) c)) decorator(d) "
         "class(e arguments(f keyword:g(h)) block(expression(i))))"},
        {"class a(): pass", "class(a arguments block(pass))"},
        {"def a(): return", "function(a parameters block(return))"},
        {"async def a[T](b: int, /, c=1, *d: *e, f, g=2, **h) -> i: pass",
         "function async(a type_parameters(type_parameter(T)) parameters(parameter:/(b int) "
         "parameter(c 1) parameter:*(d star(e)) parameter:=(f) parameter:=(g 2) "
         "parameter:**(h)) i block(pass))"},
        {"def a(b, *, c): pass", "function(a parameters(parameter(b) parameter:=(c)) block(pass))"},
    };
    check_statements(samples);
}

TEST_CASE("match, and what only looks like it") {
    const Sample samples[] = {
        {"match a:\n  case 1 | -2.5 + 3j: b\n  case _ if c: d",
         "match(a case(pattern_or(pattern_value(1) pattern_value(binary:+(unary:-(2.5) 3j))) "
         "block(expression(b))) case(pattern_wildcard c block(expression(d))))"},
        {"match a, *b:\n  case [c, *_, *d]: pass",
         "match(tuple bare(a star(b)) case(pattern_sequence(pattern_capture:c pattern_star "
         "pattern_star(d)) block(pass)))"},
        {"match a:\n  case {'k': b, c.d: None, **e}: pass",
         "match(a case(pattern_mapping(pattern_pair('k' pattern_capture:b) "
         "pattern_pair(attribute:d(c) None) pattern_rest(e)) block(pass)))"},
        {"match a:\n  case b.C(1, x=y) as z: pass\n  case (w): pass\n  case (): pass\n  case v,: "
         "pass",
         "match(a case(pattern_as(pattern_class(attribute:C(b) pattern_value(1) "
         "pattern_keyword(x pattern_capture:y)) z) block(pass)) case(pattern_capture:w "
         "block(pass)) "
         "case(pattern_sequence block(pass)) case(pattern_sequence(pattern_capture:v) "
         "block(pass)))"},
        {"match(a)", "expression(call(match a))"},
        {"match[a] = b", "assign(subscript(match a) b)"},
        {"match[a]: int", "annotated_assign(subscript(match a) int)"},
        {"match -a:\n  case b: pass", "match(unary:-(a) case(pattern_capture:b block(pass)))"},
        {"match - a", "expression(binary:-(match a))"},
        {"match not in a", "expression(compare:not in(match a))"},
        {"match * a, b", "expression(tuple bare(binary:*(match a) b))"},
        {"match.a = case", "assign(attribute:a(match) case)"},
    };
    check_statements(samples);
}

TEST_CASE("places are those of CPython") {
    CHECK(testing::text_at("(a) + b", {0, 0}) == "(a) + b");
    CHECK(testing::text_at("(a) + b", {0, 0, 0}) == "a");
    CHECK(testing::text_at("x = (1, 2)", {0, 1}) == "(1, 2)");
    CHECK(testing::text_at("x = 1, 2,", {0, 1}) == "1, 2,");
    CHECK(testing::text_at("f(a for a in b)", {0, 0, 1}) == "(a for a in b)");
    CHECK(testing::text_at("f (a) . b", {0, 0, 0}) == "f (a)");
    CHECK(testing::text_at("a[1:2, 3]", {0, 0, 1}) == "1:2, 3");
    CHECK(testing::text_at("@d\ndef f(): pass", {0, 1}) == "def f(): pass");
    CHECK(testing::text_at("if a:\n  b\n  c  # d\n\ne", {0}) == "if a:\n  b\n  c");
    CHECK(testing::text_at("f'a{b:c}'", {0, 0, 1}) == "{b:c}");
    CHECK(testing::text_at("f'a{b:c}'", {0, 0, 1, 1}) == "c");
    CHECK(testing::text_at("\xEF\xBB\xBF"
                           "a",
                           {0}) == "a");
}

TEST_CASE("names of attributes and keywords have places") {
    const std::string text = "a . b.größe(key = 1)";
    Parser parser;
    Tree tree;
    parser.parse(text, tree);
    const Index call = tree.child(tree.child(tree.root, 0), 0);
    const Index outer = tree.first(call);
    const auto word = [&](text::Span at) { return text.substr(at.begin, at.size()); };
    CHECK(word(tree.attribute_name(outer, text)) == "größe");
    CHECK(word(tree.attribute_name(tree.first(outer), text)) == "b");
    CHECK(word(tree.keyword_name(tree.child(call, 1), text)) == "key");

    const std::string name(70000, 'n');
    const std::string far = "a." + name + "(" + name + "=1)";
    parser.parse(far, tree);
    const Index long_call = tree.child(tree.child(tree.root, 0), 0);
    CHECK(tree.attribute_name(tree.first(long_call), far).size() == name.size());
    CHECK(tree.keyword_name(tree.child(long_call, 1), far).size() == name.size());
}

TEST_CASE("a range is read like the text around it") {
    const std::string text = "class A:\n    def f(self):\n        return 1\n\n    x = 2\n";
    Parser parser;
    Tree tree;
    const auto range = [&](std::size_t begin, std::size_t end) {
        parser.parse_range(text, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                           tree);
        std::string out;
        for (const Index at : tree.children(tree.root)) out += testing::show(text, tree, at) + ";";
        return out + std::to_string(tree.error_count);
    };
    const std::size_t def = text.find("def"), body = text.find("        return"),
                      x = text.find("    x");
    CHECK(range(def - 4, x) == "function(f parameters(parameter(self)) block(return(1)));0");
    CHECK(range(def, x) == "function(f parameters(parameter(self)) block(return(1)));0");
    CHECK(tree[tree.first(tree.root)].begin == def);
    CHECK(range(def, body) == "function(f parameters(parameter(self)) block absent);0");
    CHECK(range(body, x) == "return(1);0");
    CHECK(range(x, text.size()) == "assign(x 2);0");
    CHECK(range(0, 8) == "class(A block absent);0");
    CHECK(range(text.size(), text.size() + 50) == "0");
}

TEST_CASE("a header alone is complete in a range only") {
    for (const char* head : {"def f():", "class A(B):\n",
                             "if a:", "for a in b:", "while a:", "with a:", "try:", "match a:"}) {
        INFO(head);
        Parser parser;
        Tree tree;
        const std::string text = head;
        parser.parse_range(text, 0, static_cast<std::uint32_t>(text.size()), tree);
        CHECK(tree.error_count == 0);
        parser.parse(text, tree);
        CHECK(tree.error_count == 1);
    }
}

}  // namespace
}  // namespace trainlint::python
