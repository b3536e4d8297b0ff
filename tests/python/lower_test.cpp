#include "frontends/python/lower.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "frontends/python/parser.hpp"
#include "lower_dump.hpp"

using namespace trainlint;

namespace {

struct Lowered {
    Names names;
    flow::Source source;
    std::string text;

    explicit Lowered(std::string written) : text(std::move(written)) {
        python::SymbolCache symbols(names);
        python::Parser parser;
        python::Tree tree;
        parser.parse(text, tree);
        python::Lowering(symbols).module(text, tree, source);
    }
    [[nodiscard]] std::string body(std::uint32_t function = 0) const {
        return test::FlowDump(source, names).body(function);
    }
    [[nodiscard]] std::string at(text::Span span) const {
        return text.substr(span.begin, span.size());
    }
    [[nodiscard]] std::string name(Symbol symbol) const { return std::string(names.text(symbol)); }
};

std::string lowered(std::string text) {
    return Lowered(std::move(text)).body();
}

/// The value of a sole expression statement or assignment.
std::string value(const std::string& text) {
    const auto all = lowered("x = " + text + "\n");
    REQUIRE(all.starts_with("x = "));
    return all.substr(4);
}

}  // namespace

TEST_CASE("literals") {
    CHECK(value("'a\\n\"'") == "'a\n\"'");
    CHECK(value("r'\\n'") == "'\\n'");
    CHECK(value("'a' \"b\" '''c'''") == "'abc'");
    CHECK(value("b'\\x41'") == "b'A'");
    CHECK(value("1_000") == "1000");
    CHECK(value("0x1F") == "31");
    CHECK(value("0b101") == "5");
    CHECK(value("0o17") == "15");
    CHECK(value("0xFFFFFFFFFFFFFFFFFF") == "0xFFFFFFFFFFFFFFFFFF");
    CHECK(value("1e-3") == "1e-3");
    CHECK(value("None") == "None");
    CHECK(value("True") == "True");
    CHECK(value("...") == "...");
    CHECK(value("'" + std::string(257, 'x') + "'") == "<long>");
    CHECK(value("'" + std::string(256, 'x') + "'") == "'" + std::string(256, 'x') + "'");
    CHECK(value("'" + std::string(200, 'x') + "' '" + std::string(200, 'y') + "'") == "<long>");
}

TEST_CASE("operators") {
    CHECK(value("a + b * c") == "(+ a (* b c))");
    CHECK(value("-a ** ~b // +c") == "(// (u- (** a (~ b))) (u+ c))");
    CHECK(value("not a and b or c") == "(or (and (not a) b) c)");
    CHECK(value("a and b and c") == "(and a b c)");
    CHECK(value("a is not b") == "(is-not a b)");
    CHECK(value("a not in b") == "(not-in a b)");
    CHECK(value("a @ b << c | d ^ e & f") == "(| (<< (@ a b) c) (^ d (& e f)))");
    CHECK(value("a if c else b") == "(choose c a b)");
}

TEST_CASE("a chain of comparisons is several that hold together") {
    CHECK(value("a < b <= c != d") == "(and (< a b) (<= b c) (!= c d))");
    const Lowered chain("0 < f(x) < 2\n");
    const auto& f = chain.source.functions[0];
    const auto& both = f[f.statements[0].value];
    const auto links = f.operands_of(both);
    REQUIRE(links.size() == 2);
    CHECK(f.operands_of(links[0])[1] == f.operands_of(links[1])[0]);
    CHECK(chain.at(f[links[1]].at) == "f(x) < 2");
}

TEST_CASE("calls, members, elements, slices") {
    CHECK(value("f(a, *b, k=c, **d)") == "(call f a (star b) k=c (dstar d))");
    CHECK(value("a.b[0].c") == "(element a.b 0).c");
    CHECK(value("a[1:2, ::3, :]") ==
          "(element a (tuple (slice 1 2 -) (slice - - 3) "
          "(slice - - -)))");
    CHECK(value("f(x for x in y)") == "(call f (comp x (clause x y)))");
    CHECK(value("await f()") == "(await (call f))");
    const Lowered member("a.b.cd\n");
    const auto& f = member.source.functions[0];
    CHECK(member.at(f[f.statements[0].value].at) == "a.b.cd");
}

TEST_CASE("collections and comprehensions") {
    CHECK(value("(1, *a)") == "(tuple 1 (star a))");
    CHECK(value("[1]") == "(list 1)");
    CHECK(value("{1, 2}") == "(set 1 2)");
    CHECK(value("{'a': 1, **b}") == "(map (pair 'a' 1) (dstar b))");
    CHECK(value("[x for x in y if x if z for w in x]") == "(comp x (clause x y x z) (clause w x))");
    CHECK(value("{k: v for k, v in d}") == "(comp k v (clause (tuple k v) d))");
    CHECK(value("[(y := f(x))]") == "(list (bind y (call f x)))");
}

TEST_CASE("formatted strings") {
    CHECK(value("f'a{x}b{y.z}'") == "(join 'a' x 'b' y.z)");
    CHECK(value("'a' f'{x}' 'b'") == "(join 'a' x 'b')");
    CHECK(value("f'{x:>{w}}'") == "(join (opaque x (opaque (opaque) (opaque w))))");
    CHECK(value("f'{x!r}'") == "(join (opaque x))");
    CHECK(value("f'{{}}'") == "(join '{}')");
    CHECK(value("f\"{d['k']}\"") == "(join (element d 'k'))");
}

TEST_CASE("lambdas are functions of their own") {
    const Lowered one("x = lambda a, *b, c=1: a + c\n");
    REQUIRE(one.source.functions.size() == 2);
    CHECK(one.body() == "x = lambda(return (+ a c))");
    const auto& f = one.source.functions[1];
    CHECK(one.name(f.name) == "<lambda>");
    CHECK(f.parent == 0);
    REQUIRE(f.parameters.size() == 3);
    CHECK(f.parameters[1].kind == flow::Parameter::Kind::variadic);
    CHECK(f.parameters[2].default_value != flow::no_id);
}

TEST_CASE("statements without blocks are lowered") {
    CHECK(lowered("a = b = 1\n") == "a = 1; b = 1");
    CHECK(lowered("a, (b, *c) = d\n") == "(tuple a (tuple b (star c))) = d");
    CHECK(lowered("a += 1\n") == "a op0= 1");
    CHECK(lowered("a |= b\n") == "a op9= b");
    CHECK(lowered("a: int\nb: int = 1\n") == "a : int = -; b : int = 1");
    CHECK(lowered("del a, b[0]\ndel c\n") == "del (tuple a (element b 0)); del c");
    CHECK(lowered("assert a, 'm'\nraise E from e\nraise\n") == "assert a 'm'; raise E e; raise -");
    CHECK(lowered("global a, b\n") == "global (tuple a b)");
    CHECK(lowered("pass; ...; f()\n") == "pass; pass; (call f)");
    CHECK(lowered("type A = int\n") == "A = int");
}

TEST_CASE("docstrings are left out") {
    CHECK(lowered("'doc'\nx = 1\n\"\"\"more\"\"\"\n") == "x = 1");
    const Lowered function("def f():\n    'doc'\n    return 1\n");
    CHECK(function.body(1) == "return 1");
}

TEST_CASE("branches and loops") {
    CHECK(lowered("if a:\n  b\nelif c:\n  d\nelif e:\n  f\nelse:\n  g\n") ==
          "if a {b} {if c {d} {if e {f} {g}}}");
    CHECK(lowered("if a: b\n") == "if a {b} {}");
    CHECK(lowered("for a, b in c:\n  break\nelse:\n  d\n") == "for (tuple a b) in c {break} {d}");
    CHECK(lowered("while a:\n  continue\n") == "while a {continue} {}");
    const Lowered places("if a:\n  b\nelif c:\n  d\n");
    const auto& f = places.source.functions[0];
    const auto& outer = f.statement(f.statements_of(f.body)[0]);
    CHECK(places.at(outer.at) == "if a:\n  b\nelif c:\n  d");
    const auto& inner = f.statement(f.statements_of(f.blocks_of(outer)[1])[0]);
    CHECK(places.at(inner.at) == "elif c:\n  d");
}

TEST_CASE("try, with, match") {
    CHECK(lowered("try:\n  a\nexcept E as e:\n  b\nexcept:\n  c\nelse:\n  d\nfinally:\n  f\n") ==
          "try {a} {d} {f} {E: as e: b} {c}");
    CHECK(lowered("try:\n  a\nfinally:\n  b\n") == "try {a} {} {b}");
    CHECK(lowered("with a as b, c(), d as (e, f):\n  g\n") ==
          "with a as b {with (call c) as - {with d as (tuple e f) {g}}}");
    CHECK(lowered("match a:\n  case 1 | 'x':\n    b\n  case C(d, k=e) if f:\n    g\n"
                  "  case [h, *i]:\n    pass\n  case _:\n    j\n") ==
          "match a {(opaque 1 'x'): b} {(opaque C f): d = (opaque); e = (opaque); g} "
          "{(opaque): h = (opaque); i = (opaque); pass} {(opaque): j}");
}

TEST_CASE("definitions") {
    const Lowered all(
        "@d(1)\nclass A(B, metaclass=M):\n    x = 1\n    @p\n    async def f(self, a: int = 2, "
        "/, b=3, *, c, **k):\n        def g(): pass\n        return g\n");
    const auto& source = all.source;
    REQUIRE(source.definitions.size() == 3);
    const auto& a = source.definitions[0];
    CHECK(a.kind == flow::Definition::Kind::class_);
    CHECK(all.at(a.name_at) == "A");
    CHECK(a.decorators.size() == 1);
    CHECK(a.bases.size() == 1);
    CHECK(a.scope == 0);
    CHECK(all.at(a.at).starts_with("@d(1)\nclass A"));
    const auto& f = source.definitions[1];
    CHECK(all.name(f.qualified) == "A.f");
    CHECK(f.asynchronous);
    CHECK(f.parent == 0);
    CHECK(f.scope == a.function);
    CHECK(f.decorators.size() == 1);
    CHECK(f.parameters.size() == 5);
    CHECK(all.at(f.body_at).starts_with("def g()"));
    CHECK(all.name(source.definitions[2].qualified) == "A.f.g");
    CHECK(source.definitions[2].parent == 1);
    const auto& body = source.functions[f.function];
    CHECK(body.parent == a.function);
    CHECK(body.definition == 1);
    using K = flow::Parameter::Kind;
    CHECK(body.parameters[1].kind == K::positional_only);
    CHECK(body.parameters[2].kind == K::ordinary);
    CHECK(body.parameters[3].kind == K::keyword_only);
    CHECK(body.parameters[4].kind == K::keywords);
    CHECK(test::FlowDump(source, all.names).expression(body, body.parameters[1].annotation) ==
          "int");
    CHECK(all.body(a.function) == "x = 1; def A.f");
    CHECK(all.body(0) == "def A");
    CHECK(all.body(f.function) == "def A.f.g; return g");
}

TEST_CASE("imports") {
    const Lowered all(
        "import a.b as c, d.e\nfrom ..f import g as h, i\nfrom . import j\nfrom k . l import *\n"
        "def m():\n    import n\n");
    const auto& imports = all.source.imports;
    REQUIRE(imports.size() == 7);
    const auto is = [&](std::size_t i, const char* module, const char* name, const char* bound,
                        int level) {
        CAPTURE(i);
        CHECK(all.name(imports[i].module) == module);
        CHECK(all.name(imports[i].name) == name);
        CHECK(all.name(imports[i].bound) == bound);
        CHECK(imports[i].level == level);
    };
    is(0, "a.b", "", "c", 0);
    is(1, "d.e", "", "d", 0);
    is(2, "f", "g", "h", 2);
    is(3, "f", "i", "i", 2);
    is(4, "", "j", "j", 1);
    is(5, "k.l", "", "", 0);
    is(6, "n", "", "n", 0);
    CHECK(imports[5].star);
    CHECK(imports[6].function == 1);
    CHECK(all.at(imports[0].module_at) == "a.b");
    CHECK(all.at(imports[2].module_at) == "f");
    CHECK(all.at(imports[2].name_at) == "g");
    CHECK(all.at(imports[2].at) == "from ..f import g as h, i");
    CHECK(all.body(0) ==
          "import a.b: d.e:; import f:g f:i; import :j; import k.l:; def m");
}

TEST_CASE("damage costs the statement and makes the function incomplete") {
    const Lowered damaged("a = 1\nb = = 2\nc = 3\n");
    CHECK(damaged.body() == "a = 1; error; c = 3");
    CHECK_FALSE(damaged.source.functions[0].complete);
    const Lowered head("if a b:\n    c\nd\n");
    CHECK(head.body().ends_with("; d"));
    const Lowered definition("def f(:\n    return 1\nd\n");
    CHECK(definition.body().find("return") == std::string::npos);
    CHECK(Lowered("a = 1\n").source.functions[0].complete);
}

TEST_CASE("deep and wide programs are bounded") {
    const auto repeat = [](std::string_view text, std::size_t times) {
        std::string out;
        for (std::size_t i = 0; i < times; ++i) out += text;
        return out;
    };
    //PARSER (void)lowered("x = " + repeat("(", 20000) + "\n");
    //PARSER     (void)lowered("x = " + repeat("[", 10'000) + repeat("]", 10'000) + "\n");
    (void)lowered("x = a" + repeat(".b", 100'000) + "\n");
    (void)lowered("x = a" + repeat(" + a", 100'000) + "\n");
    (void)lowered("x = " + repeat("lambda: ", 20'000) + "1\n");
    (void)lowered("x = " + repeat("not ", 20'000) + "1\n");
    CHECK(lowered("x = [" + repeat("1, ", 100'000) + "]\n") == "x = (opaque)");
    const auto chain = lowered("if a:\n  b\n" + repeat("elif c:\n  d\n", 20'000));
    CHECK(chain.size() > 20'000);
    std::string nested;
    for (int i = 0; i < 3000; ++i)
        nested += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
    (void)lowered(nested);
    (void)lowered(std::string("x = '\0'\n\0y\xFF = 1\n", 17));
}
