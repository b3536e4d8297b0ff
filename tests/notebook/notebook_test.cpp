#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "frontends/notebook/cells.hpp"
#include "frontends/notebook/state.hpp"

using namespace trainlint;
using text::Language;

namespace {

std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    }
    return out + "\"";
}

/// A source as tools write it: a list of lines.
std::string lines(std::string_view text) {
    std::string out = "[";
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
        if (out.size() > 1) out += ",\n    ";
        out += json_string(text.substr(0, end));
        text.remove_prefix(end);
    }
    return out + "]";
}

std::string cell(std::string_view source, std::string_view type = "code") {
    return "{\"cell_type\": \"" + std::string(type) +
           "\", \"metadata\": {\"source\": [\"no\"]}, \"outputs\": [{\"data\": {\"image/png\": "
           "\"iVBORw0KGgo=\"}, \"text\": [\"torch.distributed\"]}],\n   \"source\": " +
           lines(source) + "}";
}

std::string notebook_of(const std::vector<std::string>& cells,
                        std::string_view language = "python") {
    std::string out = "{\n \"cells\": [\n  ";
    for (std::size_t i = 0; i < cells.size(); ++i) out += (i ? ",\n  " : "") + cells[i];
    return out + "\n ],\n \"metadata\": {\"kernelspec\": {\"language\": \"" +
           std::string(language) + "\"}},\n \"nbformat\": 4\n}\n";
}

using Texts = std::vector<std::string>;

struct Json {
    explicit Json(std::string json) : text(std::move(json)) {}
    std::string text;
};

struct Read {
    Names names;
    frontends::Stated stated;
    std::string json;

    explicit Read(Json text) : json(std::move(text.text)) {
        auto document = text::Fragment::of_document({}, Language::notebook, json);
        notebook::state(document, {}, names, stated);
    }
    explicit Read(const std::vector<std::string>& cells) : Read(Json(notebook_of(cells))) {}

    [[nodiscard]] std::vector<std::string> texts(Language language) const {
        std::vector<std::string> found;
        for (const auto& derived : stated.derived)
            if (derived.fragment->language() == language)
                found.emplace_back(derived.fragment->text());
        return found;
    }
    [[nodiscard]] std::string python() const {
        const auto found = texts(Language::python);
        return found.empty() ? "" : found[0];
    }
};

}  // namespace

TEST_CASE("code cells are one Python text, in order") {
    const Read read(Texts{cell("import torch\nx = \"a\\n\""), cell("# Title\n", "markdown"),
                          cell("print(x)\n")});
    CHECK(read.python() == "import torch\nx = \"a\\n\"\nprint(x)\n\n");
    CHECK(read.stated.derived.size() == 1);
    CHECK(read.stated.problems.empty());
}

TEST_CASE("every character of the Python text knows its place") {
    const Read read(Texts{cell("a = \"é\"\n\tb\n"), cell("!ls\nc = 1")});
    const auto& fragment = *read.stated.derived[0].fragment;
    const auto at = fragment.text().find("c = 1");
    REQUIRE(at != std::string_view::npos);
    const auto begin = static_cast<std::uint32_t>(at);
    const auto place = fragment.place({begin, begin + 5});
    CHECK(read.json.substr(place.span.begin, place.span.size()) == "c = 1");
    const auto quote = static_cast<std::uint32_t>(fragment.text().find('"'));
    const auto escape = fragment.place({quote, quote + 1});
    CHECK(read.json.substr(escape.span.begin, escape.span.size()) == "\\\"");
}

TEST_CASE("an edit of a cell is spelt as its JSON string needs it") {
    const Read read(Texts{cell("f(x)\n")});
    const auto edit = read.stated.derived[0].fragment->rewrite({2, 3}, "\"y\"");
    REQUIRE(std::holds_alternative<text::Edit>(edit));
    CHECK(std::get<text::Edit>(edit).text == "\\\"y\\\"");
}

TEST_CASE("shell lines are shell, and Python goes on parsing") {
    const Read read(
        Texts{cell("if x:\n    !torchrun --nproc_per_node 4 \\\n        train.py\n    y = 1\n"
                   "out = !nvidia-smi -L\nz = !!ls\n%sx ls\n!!pwd\n")});
    CHECK(read.texts(Language::shell) == Texts{"torchrun --nproc_per_node 4 \\\n        train.py",
                                               "nvidia-smi -L", "ls", "ls", "pwd"});
    CHECK(read.python() ==
          "if x:\n    pass\n    y = 1\nout = __unknown__\nz = __unknown__\npass\n"
          "pass\n\n");
}

TEST_CASE("values that IPython puts into a command are holes") {
    Read read(
        Texts{cell("!torchrun --nproc_per_node {n} {args.x[0]} ${HOME} $n {a,b} {a..z} '{{x}}'")});
    const auto shell = read.texts(Language::shell);
    REQUIRE(shell.size() == 1);
    const std::string hole(text::hole_text);
    CHECK(shell[0] ==
          "torchrun --nproc_per_node " + hole + " " + hole + " ${HOME} $n {a,b} {a..z} '{{x}}'");
    const auto& holes = read.stated.derived[1].fragment->holes();
    REQUIRE(holes.size() == 2);
    CHECK(read.names.text(holes[0]) == "n");
    CHECK(holes[1] == no_symbol);
}

TEST_CASE("an exclamation mark or percent sign inside Python is Python") {
    const std::string source =
        "a = ('%s'\n     % b)\nc = '''\n!rm\n%time\n'''\nd = a \\\n  % b\ne != f\ng = [\n!= 1]\n"
        "h %= 2\ni = j == k\nl = '= !x'  # = !x\nm = n  # why?\n";
    const Read read(Texts{cell(source)});
    CHECK(read.python() == source + "\n");
    CHECK(read.stated.derived.size() == 1);
}

TEST_CASE("magics") {
    const Read read(
        Texts{cell("%time model.fit(\n  x)\n%pip install torch==2.1\n%run train.py --lr 1\n"
                   "%run -m pkg.train\n%run setup_notebook\n%matplotlib inline\nx?\n?x\n"
                   "y = %timeit -o f()\n%time !ls\n")});
    CHECK(read.python().starts_with(
        "model.fit(\n  x)\npass\npass\npass\npass\npass\npass\npass\ny = __unknown__\n"));
    CHECK(read.texts(Language::shell) ==
          Texts{"pip install torch==2.1", "python train.py --lr 1", "python -m pkg.train"});
}

TEST_CASE("cell magics decide the language of a cell") {
    const Read read(Texts{cell("%%bash\nset -e\ntorchrun x.py\n"),
                          cell("\n# title\n%%sh --bg\nls\n"), cell("%%script bash --bg\npwd\n"),
                          cell("%%script false\ntorchrun no.py\n"), cell("%%time\nx = 1\n!ls\n"),
                          cell("%%html\n<b>\n"), cell("%%python\nimport os\n"),
                          cell("%sh\nsrun a\n"), cell("%sql select 1\n"), cell("%%!\ndf\n")});
    CHECK(read.texts(Language::shell) ==
          Texts{"set -e\ntorchrun x.py\n", "ls\n", "pwd\n", "ls", "\nsrun a\n", "df\n"});
    CHECK(read.texts(Language::python) == Texts{"pass\nx = 1\npass\n\n", "import os\n"});
}

TEST_CASE("a cell that writes a file is text of that file's language") {
    const Read read(Texts{cell("%%writefile src/train.py\nimport torch\n"),
                          cell("%%writefile -a run.sh\ntorchrun train.py\n"),
                          cell("%%file ds_config.json\n{}\n"), cell("%%writefile x.dat\n1\n"),
                          cell("%%writefile \"Dockerfile\"\nFROM x\n"), cell("%%writefile\nx\n")});
    CHECK(read.texts(Language::python) == Texts{"import torch\n"});
    CHECK(read.texts(Language::shell) == Texts{"torchrun train.py\n"});
    CHECK(read.texts(Language::json) == Texts{"{}\n"});
    CHECK(read.texts(Language::dockerfile) == Texts{"FROM x\n"});
    CHECK(read.stated.derived.size() == 4);
}

TEST_CASE("%env sets variables for the commands after it") {
    Read read(
        Texts{cell("!env\n%env NCCL_DEBUG=INFO\n%set_env  WORLD_SIZE 4\n%env NCCL_DEBUG=WARN\n"
                   "%env A={b}\n%env HOME\n!torchrun x.py\n")});
    REQUIRE(read.stated.variables.size() == 4);
    const auto& first = read.stated.variables[0];
    CHECK(read.names.text(first.name) == "NCCL_DEBUG");
    CHECK(first.value->text == "INFO");
    const auto name = first.name_at.span;
    CHECK(read.json.substr(name.begin, name.size()) == "NCCL_DEBUG");
    CHECK(read.stated.variables[1].value->text == "4");
    CHECK_FALSE(read.stated.variables[3].value->known());
    CHECK(read.stated.derived[1].environment.empty());
    const auto& environment = read.stated.derived[2].environment;
    REQUIRE(environment.size() == 3);
    CHECK(environment[0].value.text == "WARN");
}

TEST_CASE("a cell that does not close costs itself") {
    const Read read(Texts{cell("x = (1\n"), cell("y = '''\n"), cell("z = 1\n")});
    CHECK(read.python() == "z = 1\n\n");
    CHECK(read.stated.problems.size() == 2);
}

TEST_CASE("a source may be one string, and format 3 says input") {
    const Read read(Json(
        R"({"worksheets": [{"cells": [{"cell_type": "code", "input": "a = 1\nb = 2"},)"
        R"({"cell_type": "code", "language": "python", "input": ["c = 3"]}]}], "nbformat": 3})"));
    CHECK(read.python() == "a = 1\nb = 2\nc = 3\n");
}

TEST_CASE("kernels of other languages are not read as Python") {
    CHECK(Read(Json(notebook_of({cell("!x <- 1")}, "R"))).stated.derived.empty());
    CHECK(Read(Json(notebook_of({cell("torchrun x.py")}, "bash"))).texts(Language::shell) ==
          Texts{"torchrun x.py"});
}

TEST_CASE("text that is cut off or no notebook is survived") {
    const auto whole = notebook_of({cell("import os\n!ls\n"), cell("%%bash\nls \"é\\t\"\n")});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Read read(Json(whole.substr(0, size)));
        for (const auto& derived : read.stated.derived) {
            const auto end = static_cast<std::uint32_t>(derived.fragment->text().size());
            const auto place = derived.fragment->place({0, end});
            REQUIRE(place.span.end <= size);
        }
        notebook::CellIndex index(read.json);
        for (std::uint32_t at = 0; at <= size; at += 7) (void)index.at(at);
    }
    for (const char* text :
         {"", "[1, 2]", "\"x\"", "{}", "{\"cells\": 1}", "{\"cells\": [[], 1]}",
          "{\"cells\": [{\"cell_type\": 1, \"source\": {}}]}", "not json at all",
          "{\"cells\": [{\"cell_type\": \"code\", \"source\": [1, [\"x\"]]}]}"}) {
        CAPTURE(text);
        CHECK(Read(Json(text)).texts(Language::shell).empty());
    }
}

TEST_CASE("sources are the code cells' strings alone") {
    const auto json = notebook_of({cell("a\n"), cell("b\n", "markdown"), cell("c\nd\n")});
    const auto found = notebook::sources(json);
    REQUIRE(found.size() == 2);
    CHECK(json.substr(found[0].begin, found[0].size()) == "[\"a\\n\"]");
    CHECK(json.substr(found[1].begin, found[1].size()) == "[\"c\\n\",\n    \"d\\n\"]");
}

TEST_CASE("places are counted within the cell") {
    const auto json = notebook_of({cell("# t\n", "markdown"), cell("a = 1\nb = \"é\" + x\n\nq")});
    const notebook::CellIndex index(json);
    const auto at = [&](std::string_view what) {
        return index.at(static_cast<std::uint32_t>(json.rfind(what)));
    };
    using Place = notebook::CellPlace;
    CHECK(at("a = 1") == Place{2, 1, 1});
    CHECK(at("= 1") == Place{2, 1, 3});
    CHECK(at("b = ") == Place{2, 2, 1});
    CHECK(at("+ x") == Place{2, 2, 9});
    CHECK(at("q\"]") == Place{2, 4, 1});
    CHECK(at("# t") == Place{1, 1, 1});
    CHECK_FALSE(index.at(0).has_value());
    CHECK_FALSE(at("nbformat").has_value());
    CHECK_FALSE(index.at(static_cast<std::uint32_t>(json.size())).has_value());
}

TEST_CASE("a line may be written as several strings") {
    const std::string json =
        R"({"cells": [{"cell_type": "code", "source": ["ab", "cd\nef", "gh"]}]})";
    const notebook::CellIndex index(json);
    const auto at = [&](std::string_view what) {
        return index.at(static_cast<std::uint32_t>(json.find(what)));
    };
    using Place = notebook::CellPlace;
    CHECK(at("cd") == Place{1, 1, 3});
    CHECK(at("ef") == Place{1, 2, 1});
    CHECK(at("gh") == Place{1, 2, 3});
}

TEST_CASE("huge outputs and huge cells are read in linear time") {
    std::string output(8'000'000, 'A');
    const auto picture = "{\"cell_type\": \"code\", \"outputs\": [{\"data\": \"" + output +
                         "\"}], \"source\": [\"x = 1\"]}";
    CHECK(Read(Texts{picture}).python() == "x = 1\n");
    std::string many;
    for (int i = 0; i < 100'000; ++i) many += "!a {b\n";
    CHECK(Read(Texts{cell(many)}).stated.derived.size() == 100'001);
    std::string magics;
    for (int i = 0; i < 100'000; ++i) magics += "%time x = ";
    CHECK(Read(Texts{cell(magics)}).stated.derived.size() == 1);
    CHECK(Read(Texts{cell(std::string(1'000'000, '('))}).stated.problems.size() == 1);
}
