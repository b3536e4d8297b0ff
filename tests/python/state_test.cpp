// What is stated of a text: definitions with their places, comments, problems.
#include "../volume.hpp"
#include "frontends/python/state.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lower_dump.hpp"

using namespace trainlint;
using tests::volume;
using Texts = std::vector<std::string>;

namespace {

struct Stating {
    Names names;
    python::Reader reader{names};

    frontends::Stated state(const std::string& text) {
        frontends::Stated out;
        reader.state(text::Fragment::of_document({}, text::Language::python, text), {}, out);
        return out;
    }
};

}  // namespace

TEST_CASE("definitions with their names and places") {
    const std::string text =
        "import a\n@x\ndef f(p, *q, r=1, **s):\n    '''doc'''\n    return 1  # end\n\n# between\n"
        "class C(B):\n    '''doc'''\n    y = 2\n\n    async def g(self):\n        import inner\n"
        "        def h(): pass\n\n    class D:\n        def i(self): return 1\n"
        "        def j(self):\n            pass\n\nz = 3\nif a:\n    def k():\n        pass\n";
    Stating stating;
    const auto out = stating.state(text);
    const auto at = [&](text::Span span) { return text.substr(span.begin, span.size()); };
    Texts names;
    for (const auto& definition : out.source->definitions) {
        names.emplace_back(stating.names.text(definition.qualified));
        CHECK(definition.function != flow::no_index);
    }
    CHECK(names == Texts{"f", "C", "C.g", "C.g.h", "C.D", "C.D.i", "C.D.j", "k"});
    const auto& f = out.source->definitions[0];
    CHECK(at(f.at) == "@x\ndef f(p, *q, r=1, **s):\n    '''doc'''\n    return 1");
    CHECK(at(f.body_at) == "'''doc'''\n    return 1");
    CHECK(at(f.name_at) == "f");
    CHECK(f.parameters.size() == 4);
    CHECK(out.source->definitions[2].asynchronous);
    const test::FlowDump dump(*out.source, stating.names);
    CHECK(dump.body(0) == "import a:; def f; def C; z = 3; if a {def k} {}");
    CHECK(dump.body(out.source->definitions[1].function) == "y = 2; def C.g; def C.D");
    CHECK(out.source->imports.size() == 2);
}

TEST_CASE("comments that speak to trainlint") {
    Stating stating;
    const std::string text =
        "x = 1  # trainlint: ignore[a] b \n# other\ny = '# trainlint: no'\n"
        "##  trainlint: ignore-file[c]\n";
    const auto out = stating.state(text);
    REQUIRE(out.comments.size() == 2);
    CHECK(out.comments[0].text == "trainlint: ignore[a] b");
    CHECK(out.comments[1].text == "trainlint: ignore-file[c]");
    CHECK(text.substr(out.comments[0].span.begin, 2) == "# ");
}

TEST_CASE("syntax errors are told with their places and cost nothing else") {
    Stating stating;
    std::string text = "a = = 1\nb = 2\ndef f():\n    c = (\n    d d\n\ndef g():\n    return 1\n";
    const auto out = stating.state(text);
    CHECK_FALSE(out.problems.empty());
    CHECK(out.problems[0].at.span.begin < 8);
    CHECK(test::FlowDump(*out.source, stating.names).body(0).find("b = 2") != std::string::npos);
    std::string many;
    for (int i = 0; i < 100; ++i) many += "a = = 1\n";
    CHECK(stating.state(many).problems.size() == 10);
}

TEST_CASE("the logical line of a place") {
    const std::string text =
        "@d(\n  1)\ndef f(a,\n      b):\n    x = g(1,  # c\n          2)  # d\n    y = 1 + \\\n"
        "        2\n\n    # alone\n    '''t\n  u'''\n";
    const auto line = [&](std::string_view what) {
        const auto span = python::logical_line(text, static_cast<std::uint32_t>(text.find(what)));
        return text.substr(span.begin, span.size());
    };
    CHECK(line("1)\n") == "@d(\n  1)");
    CHECK(line("b):") == "def f(a,\n      b):");
    CHECK(line("2)  #") == "x = g(1,  # c\n          2)  # d");
    CHECK(line("x = g") == "x = g(1,  # c\n          2)  # d");
    CHECK(line("# d") == "x = g(1,  # c\n          2)  # d");
    CHECK(line("2\n\n") == "y = 1 + \\\n        2");
    CHECK(line("# alone") == "    # alone");
    CHECK(line("u'''") == "'''t\n  u'''");
    CHECK(python::logical_line(text, 100'000).size() == 0);
    CHECK(python::logical_line("", 0).size() == 0);
    for (std::uint32_t at = 0; at <= text.size(); ++at) {
        const auto span = python::logical_line(text, at);
        REQUIRE(span.begin <= span.end);
        REQUIRE(span.end <= text.size());
    }
}

TEST_CASE("hostile text is survived") {
    Stating stating;
    const auto repeat = [](std::string_view text, std::size_t times) {
        std::string out;
        for (std::size_t i = 0; i < volume(times); ++i) out += text;
        return out;
    };
    const auto read = [&](const std::string& text) { (void)stating.state(text); };
    read("");
    read(std::string(1000, '\0'));
    read(
        "\xEF\xBB\xBF"
        "aa = 1\n");
    read("aa\xFF\xFE = '\xC3'\n");
    read("x = '" + repeat("a", 2'000'000));
    read("x = [" + repeat("aa, ", 100'000) + "]");
    read("x = " + repeat("aa = ", 20'000) + "1\n");
    read(repeat("class A:\n", 1) + repeat(" def f(self):\n  return aa\n", 5'000));
    read(repeat("aa = aa + bb\n", 20'000));
    read("def f():\n" + repeat(" aa = aa + bb\n", 20'000));
    read(repeat("def f():\n aa = 1\n", 5'000));
    read(repeat("if aa:\n pass\nelif bb:\n pass\n", 3'000));
    std::string deep, classes;
    for (std::size_t i = 0; i < 1000; ++i) {
        deep += std::string(i, ' ') + "if aa:\n";
        classes += std::string(i, ' ') + "class A(aa):\n";
    }
    read(deep);
    read(classes);
    std::string defs;
    for (std::size_t i = 0; i < 300; ++i) defs += std::string(i, ' ') + "def f(aa):\n";
    read(defs);
    read("from aa import (" + repeat("b as c, ", 20'000) + ")\n");
    read("import " + repeat("aa.b, ", 20'000) + "c\n");
    read("global " + repeat("aa, ", 20'000) + "c\n");
    const std::string whole =
        "import torch\nclass A:\n    @aa('''\n''')\n    def f(self): \\\n"
        "        return f'{aa!r:{b}}'\nos.system(aa)\n";
    for (std::size_t size = 0; size <= whole.size(); ++size) read(whole.substr(0, size));
}
