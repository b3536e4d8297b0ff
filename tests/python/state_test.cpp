// Bodies on demand: what is left out must not matter, and what is stated must be the same.
#include "../volume.hpp"
#include "frontends/python/state.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/python/scanner.hpp"
#include "lower_dump.hpp"

using namespace trainlint;
using tests::volume;
using Texts = std::vector<std::string>;

namespace {

std::vector<text::Span> hits_of(std::string_view text, const Texts& triggers) {
    std::vector<text::Span> hits;
    for (const auto& trigger : triggers)
        for (auto at = text.find(trigger); at != std::string_view::npos;
             at = text.find(trigger, at + 1))
            hits.push_back(
                {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + trigger.size())});
    std::sort(hits.begin(), hits.end(), [](auto a, auto b) { return a.begin < b.begin; });
    return hits;
}

struct Stating {
    Names names;
    python::Reader reader{names};

    frontends::Stated state(const std::string& text, const Texts& triggers, bool all = false) {
        const auto hits = hits_of(text, triggers);
        frontends::Demand demand;
        demand.all_bodies = all;
        demand.hits = hits;
        frontends::Stated out;
        reader.state(text::Fragment::of_document({}, text::Language::python, text), demand, out);
        return out;
    }
};

/// Qualified names of the functions whose bodies are stated, without those within functions.
std::set<std::string> stated(const std::string& text, const Texts& triggers) {
    // Filler, so that what is stated is the smaller part of the text.
    std::string padded = text;
    for (int i = 0; i < 40; ++i)
        padded += "def filler_" + std::to_string(i) + "(a, b):\n    return a.x(b) + a.y(b, 1)\n";
    Stating stating;
    const auto out = stating.state(padded, triggers);
    std::set<std::string> found;
    for (const auto& definition : out.source->definitions) {
        if (definition.kind != flow::Definition::Kind::function) continue;
        if (definition.function == flow::no_index) continue;
        found.emplace(stating.names.text(definition.qualified));
    }
    CHECK_FALSE(found.contains("filler_0"));
    CHECK_FALSE(out.source->whole);
    return found;
}

using Set = std::set<std::string>;
const Texts trigger{"torch.distributed", "LOCAL_RANK", "all_reduce"};

}  // namespace

TEST_CASE("a body with a trigger is stated, one without is not") {
    CHECK(stated("def a():\n    torch.distributed.barrier()\ndef b():\n    pass\n"
                 "class C:\n    def d(self):\n        return all_reduce\n    def e(self):\n"
                 "        return 1\n",
                 trigger) == Set{"a", "C.d"});
}

TEST_CASE("a trigger in a head counts, one in a comment or docstring does not") {
    CHECK(stated("@torch.distributed.elastic\ndef a():\n    pass\n"
                 "def b(x=all_reduce):\n    pass\n"
                 "def c():\n    '''all_reduce'''\n    return 1  # all_reduce\n"
                 "# all_reduce\ndef d():\n    # all_reduce\n    return 1\n"
                 "def e():\n    x = '''all_reduce'''\n    return x\n"
                 "def f():\n    'all_reduce'\n    return 1\n",
                 trigger) == Set{"a", "b", "e"});
}

TEST_CASE("names that an import with a trigger binds") {
    CHECK(stated("import torch.distributed as dist\nfrom torch.distributed import barrier, get_rank"
                 " as rank\n"
                 "def a():\n    dist.init()\ndef b():\n    barrier()\ndef c():\n    return rank()\n"
                 "def d():\n    return get_rank()\ndef e(dist):\n    return dist.x\n"
                 "def f():\n    rank = 1\n    return rank\ndef g():\n    return x.dist\n"
                 "def h():\n    return f'{dist.x}'\ndef i():\n    return getattr(x, 'barrier')\n",
                 trigger) == Set{"a", "b", "c", "h", "i"});
}

TEST_CASE("an import of several names heats the one with the trigger") {
    CHECK(stated("from x import loader, all_reduce as r\ndef a():\n    loader()\n"
                 "def b():\n    r()\n",
                 trigger) == Set{"b"});
    CHECK(stated("import torch.distributed\ndef a():\n    torch.zeros()\n"
                 "def b():\n    t = torch . distributed\n",
                 trigger) == Set{"b"});
}

TEST_CASE("callers of what is hot are hot") {
    CHECK(stated("def a():\n    all_reduce()\ndef b():\n    a()\ndef c():\n    return [b]\n"
                 "def d():\n    return c.x\n"
                 "class K:\n    def e(self):\n        a()\n    def f(self):\n        self.e()\n"
                 "    def g(self, e):\n        return e\n    def h(self):\n        return a.a\n",
                 trigger) == Set{"a", "b", "c", "d", "K.e", "K.f", "K.h"});
}

TEST_CASE("what runs unnamed is reached through its class") {
    CHECK(stated("class K:\n    def __init__(self):\n        all_reduce()\n"
                 "    def other(self):\n        pass\n"
                 "class L(K):\n    def __init__(self):\n        super().__init__()\n"
                 "    def other(self):\n        pass\n"
                 "class M:\n    def __init__(self):\n        self.k = K()\n"
                 "    def use(self):\n        return self.k\n"
                 "    def none(self):\n        return self.j\n"
                 "def a():\n    return L()\n",
                 trigger) == Set{"K.__init__", "L.__init__", "M.__init__", "M.use", "a"});
}

TEST_CASE("variables of the top level carry heat") {
    CHECK(stated("import os\nRANK = int(x('LOCAL_RANK'))\nMAIN = RANK == 0\nOTHER = 1\n"
                 "def a():\n    return MAIN\ndef b():\n    return OTHER\n"
                 "def c():\n    MAIN = 1\n    return MAIN\n"
                 "def d():\n    global MAIN\n    MAIN = 2\n",
                 trigger) == Set{"a", "d"});
    CHECK(stated("if all_reduce:\n    MODE = 1\nelse:\n    MODE = 2\nx = 3\n"
                 "def a():\n    return MODE\ndef b():\n    return x\n",
                 trigger) == Set{"a"});
    CHECK(stated("GROUPS = []\nGROUPS.append(all_reduce)\ndef a():\n    return GROUPS\n",
                 trigger) == Set{"a"});
}

TEST_CASE("members that are assigned from hot things carry heat") {
    CHECK(
        stated("class K:\n    def a(self):\n        rank = all_reduce()\n        twice = rank * 2\n"
               "        self.rank = twice\n        self.cold = 1\n"
               "    def b(self):\n        return self.rank\n"
               "    def c(self):\n        return self.cold\n"
               "    def d(self, rank):\n        return rank\n",
               trigger) == Set{"K.a", "K.b"});
    CHECK(stated(
              "class K:\n    def a(self):\n        if all_reduce():\n            self.main = True\n"
              "        self.items.append(all_reduce)\n"
              "    def b(self):\n        return self.main\n"
              "    def c(self):\n        return self.items\n",
              trigger) == Set{"K.a", "K.b", "K.c"});
    CHECK(stated("class K:\n    rank = all_reduce\n    def b(self):\n        return self.rank\n"
                 "    def _get(self):\n        return all_reduce\n    got = property(_get)\n"
                 "    def c(self):\n        return self.got\n",
                 trigger) == Set{"K.b", "K._get", "K.c"});
    CHECK(stated("class K:\n    def a(self):\n        def hook():\n            all_reduce()\n"
                 "        self.hook = hook\n    def b(self):\n        self.hook()\n",
                 trigger)
              .contains("K.b"));
}

TEST_CASE("options, commands and variables are stated everywhere") {
    CHECK(stated("def a(p):\n    p.add_argument('--x')\ndef b():\n    subprocess.run(x)\n"
                 "def c():\n    return os.environ['X']\ndef d():\n    return ['torchrun', '-x']\n"
                 "def e():\n    a()\n",
                 trigger) == Set{"a", "b", "c", "d"});
}

TEST_CASE("an unknown import of a triggered module makes all bodies matter") {
    Stating stating;
    const auto out =
        stating.state("from torch.distributed import *\ndef a():\n    barrier()\n", trigger);
    CHECK(out.source->whole);
    CHECK(out.source->definitions[0].function != flow::no_index);
}

TEST_CASE("the outline is the same whether or not bodies are stated") {
    const std::string text =
        "import a\n@x\ndef f(p, *q, r=1, **s):\n    '''doc'''\n    return 1  # end\n\n# between\n"
        "class C(B):\n    '''doc'''\n    y = 2\n\n    async def g(self):\n        import inner\n"
        "        def h(): pass\n\n    class D:\n        def i(self): return 1\n"
        "        def j(self):\n            pass\n\nz = 3\nif a:\n    def k():\n        pass\n";
    Stating stating;
    const auto some = stating.state(text, {});
    const auto all = stating.state(text, {}, true);
    const auto name = [&](Symbol symbol) { return std::string(stating.names.text(symbol)); };
    const auto at = [&](text::Span span) { return text.substr(span.begin, span.size()); };
    Texts names;
    for (const auto& definition : some.source->definitions) {
        names.push_back(name(definition.qualified));
        const auto twin =
            std::find_if(all.source->definitions.begin(), all.source->definitions.end(),
                         [&](const auto& other) { return other.name_at == definition.name_at; });
        REQUIRE(twin != all.source->definitions.end());
        CHECK(twin->at == definition.at);
        CHECK(twin->body_at == definition.body_at);
        CHECK(twin->qualified == definition.qualified);
        CHECK(twin->parameters == definition.parameters);
        CHECK(twin->asynchronous == definition.asynchronous);
    }
    CHECK(names == Texts{"f", "C", "C.g", "C.D", "C.D.i", "C.D.j", "k"});
    CHECK(all.source->definitions.size() == 8);
    CHECK(all.source->whole);
    CHECK_FALSE(some.source->whole);
    const auto& f = some.source->definitions[0];
    CHECK(at(f.at) == "@x\ndef f(p, *q, r=1, **s):\n    '''doc'''\n    return 1  # end");
    CHECK(at(f.body_at) == "'''doc'''\n    return 1  # end");
    CHECK(f.parameters.size() == 4);
    CHECK(f.function == flow::no_index);
    CHECK(some.source->definitions[4].function != flow::no_index);  // on the head's line
    const test::FlowDump dump(*some.source, stating.names);
    CHECK(dump.body(0) == "import a:; def f; def C; z = 3; if a {def k} {}");
    CHECK(dump.body(some.source->definitions[1].function) == "y = 2; def C.g; def C.D");
    CHECK(all.source->imports.size() == 2);
    CHECK(some.source->imports.size() == 1);
}

TEST_CASE("comments that speak to trainlint") {
    Stating stating;
    const std::string text =
        "x = 1  # trainlint: ignore[a] b \n# other\ny = '# trainlint: no'\n"
        "##  trainlint: ignore-file[c]\n";
    const auto out = stating.state(text, {});
    REQUIRE(out.comments.size() == 2);
    CHECK(out.comments[0].text == "trainlint: ignore[a] b");
    CHECK(out.comments[1].text == "trainlint: ignore-file[c]");
    CHECK(text.substr(out.comments[0].span.begin, 2) == "# ");
}

TEST_CASE("syntax errors are told with their places and cost nothing else") {
    Stating stating;
    std::string text = "a = = 1\nb = 2\ndef f():\n    c = (\n    d d\n\ndef g():\n    return 1\n";
    const auto out = stating.state(text, {}, true);
    CHECK_FALSE(out.problems.empty());
    CHECK(out.problems[0].at.span.begin < 8);
    CHECK(test::FlowDump(*out.source, stating.names).body(0).find("b = 2") != std::string::npos);
    std::string many;
    for (int i = 0; i < 100; ++i) many += "a = = 1\n";
    CHECK(stating.state(many, {}, true).problems.size() == 10);
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

// --- properties over real programs ------------------------------------------------------------

namespace {

/// Sources that every machine with Python has, and the examples of this project.
std::vector<std::string> real_programs(std::size_t most_bytes) {
    namespace fs = std::filesystem;
    std::vector<fs::path> paths;
    for (const auto* folder : {TRAINLINT_SOURCE "/examples", "/usr/lib/python3.11"}) {
        std::error_code error;
        for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
             at.increment(error))
            if (at->path().extension() == ".py") paths.push_back(at->path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < paths.size() && bytes < most_bytes; i += 5) {
        std::ifstream in(paths[i], std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(in), {}};
        bytes += text.size();
        texts.push_back(std::move(text));
    }
    return texts;
}

const Texts real_triggers{"threading", "socket", "Lock(", "RANK", "select", "weakref"};

/// What was stated of a document, but for the bodies that were left out.
Texts facts_of(const frontends::Stated& stated, const Names& names) {
    Texts out;
    for (const auto& command : stated.commands) {
        std::string line = "command";
        for (const auto& word : command.words) line += " " + word.text;
        out.push_back(line);
    }
    for (const auto& use : stated.variables)
        out.push_back("variable " + std::string(names.text(use.name)) +
                      std::to_string(use.name_at.span.begin));
    for (const auto& derived : stated.derived)
        out.push_back("derived " + std::string(derived.fragment->text()));
    for (const auto& comment : stated.comments) out.push_back("comment " + comment.text);
    return out;
}

}  // namespace

TEST_CASE("bodies on demand state the same as all bodies") {
    Stating stating;
    std::size_t left_out = 0;
    for (const auto& text : real_programs(volume(3'000'000))) {
        const auto some = stating.state(text, real_triggers);
        const auto all = stating.state(text, real_triggers, true);
        CHECK(facts_of(some, stating.names) == facts_of(all, stating.names));
        const test::FlowDump some_dump(*some.source, stating.names);
        const test::FlowDump all_dump(*all.source, stating.names);
        std::map<std::uint32_t, const flow::Definition*> by_name;
        for (const auto& definition : all.source->definitions)
            by_name[definition.name_at.begin] = &definition;
        for (const auto& definition : some.source->definitions) {
            const auto* twin = by_name[definition.name_at.begin];
            REQUIRE(twin);
            REQUIRE(twin->at == definition.at);
            REQUIRE(twin->qualified == definition.qualified);
            REQUIRE(twin->decorators.size() == definition.decorators.size());
            if (definition.function == flow::no_index) {
                left_out += definition.body_at.size();
                continue;
            }
            const auto a = some_dump.body(definition.function);
            const auto b = all_dump.body(twin->function);
            REQUIRE(a == b);
        }
        CHECK(some_dump.body(0) == all_dump.body(0));
    }
    CHECK(left_out > volume(100'000));
}

TEST_CASE("every trigger outside comments and docstrings lies in what is stated") {
    Stating stating;
    python::Outline outline;
    std::size_t seen = 0;
    for (const auto& text : real_programs(volume(3'000'000))) {
        const auto some = stating.state(text, real_triggers);
        python::scan(text, outline);
        for (const auto hit : hits_of(text, real_triggers)) {
            const auto holds = [&](text::Span span) { return span.contains(hit); };
            if (std::any_of(outline.comments.begin(), outline.comments.end(), holds)) continue;
            const auto line = python::logical_line(text, hit.begin);
            const char first = line.size() > 0 ? text[line.begin] : '#';
            if (first == '"' || first == '\'' || first == 'r' || first == '#') continue;
            ++seen;
            for (const auto& definition : some.source->definitions) {
                if (definition.function != flow::no_index || !holds(definition.body_at)) continue;
                CAPTURE(stating.names.text(definition.qualified), hit.begin);
                CHECK(false);
            }
        }
    }
    CHECK(seen > volume(100));
}

TEST_CASE("what is left out uses no name of what holds a trigger") {
    Stating stating;
    for (const auto& text : real_programs(volume(2'000'000))) {
        const auto hits = hits_of(text, real_triggers);
        const auto some = stating.state(text, real_triggers);
        const auto all = stating.state(text, real_triggers, true);
        std::set<std::uint32_t> left_out;  // by the place of the name
        std::set<Symbol> functions, methods;
        for (const auto& d : some.source->definitions) {
            if (d.function == flow::no_index) left_out.insert(d.name_at.begin);
            const bool is_method = d.parent != flow::no_index;
            const auto name = stating.names.text(d.name);
            if (d.kind != flow::Definition::Kind::function || name.starts_with("__")) continue;
            if (is_method &&
                some.source->definitions[d.parent].kind != flow::Definition::Kind::class_)
                continue;
            const bool hot =
                d.function != flow::no_index &&
                std::any_of(hits.begin(), hits.end(), [&](text::Span hit) {
                    const auto line = python::logical_line(text, hit.begin);
                    const char first = line.size() > 0 ? text[line.begin] : '#';
                    return d.body_at.contains(hit) && first != '"' && first != '#' &&
                           text.substr(line.begin, line.size()).find('#') == std::string::npos;
                });
            if (hot) (is_method ? methods : functions).insert(d.name);
        }
        for (const auto& d : all.source->definitions) {
            if (!left_out.contains(d.name_at.begin) || d.function == flow::no_index) continue;
            const auto& function = all.source->functions[d.function];
            for (const auto& e : function.expressions) {
                if (e.kind == flow::Expression::Kind::member && methods.contains(e.symbol))
                    FAIL("a hot method is named");
                if (e.kind != flow::Expression::Kind::name || !functions.contains(e.symbol))
                    continue;
                const bool assigned = std::any_of(
                    function.expressions.begin(), function.expressions.end(),
                    [&](const auto& other) { return &other != &e && other.symbol == e.symbol; });
                const bool parameter =
                    std::any_of(function.parameters.begin(), function.parameters.end(),
                                [&](const auto& p) { return p.name == e.symbol; });
                CAPTURE(stating.names.text(d.qualified), stating.names.text(e.symbol));
                REQUIRE((assigned || parameter));
            }
        }
    }
}

TEST_CASE("hostile text is survived") {
    Stating stating;
    const auto repeat = [](std::string_view text, std::size_t times) {
        std::string out;
        for (std::size_t i = 0; i < volume(times); ++i) out += text;
        return out;
    };
    const auto read = [&](const std::string& text) {
        (void)stating.state(text, {"aa", "("});
        (void)stating.state(text, {"aa"}, true);
        (void)stating.state(text, {});
    };
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
