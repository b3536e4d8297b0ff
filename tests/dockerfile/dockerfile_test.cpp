#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <vector>

#include "facts/weight.hpp"
#include "frontends/dockerfile/instructions.hpp"
#include "frontends/dockerfile/state.hpp"

using namespace trainlint;
using facts::Stage;
using Texts = std::vector<std::string>;

namespace {

std::string readable(std::string text) {
    for (auto at = text.find(text::hole_text); at != std::string::npos;
         at = text.find(text::hole_text, at))
        text.replace(at, text::hole_text.size(), "?");
    return text;
}

struct Read {
    std::string text;
    Names names;
    frontends::Stated stated;

    explicit Read(std::string source) : text(std::move(source)) {
        dockerfile::state(text::Fragment::of_document({}, text::Language::dockerfile, text), {},
                          names, stated);
    }
    [[nodiscard]] Texts commands() const {
        Texts all;
        for (const auto& command : stated.commands) {
            std::string line;
            for (const auto& word : command.words) line += (line.empty() ? "" : "|") + word.text;
            all.push_back(readable(line));
        }
        return all;
    }
    [[nodiscard]] Texts scripts() const {
        Texts all;
        for (const auto& derived : stated.derived)
            all.push_back(readable(std::string(derived.fragment->text())));
        return all;
    }
    [[nodiscard]] std::string environment(const std::vector<facts::Assignment>& set) const {
        std::string all;
        for (const auto& one : set)
            all += std::string(names.text(one.name)) + "=" + readable(one.value.text) + " ";
        return all;
    }
    [[nodiscard]] std::string at(text::Span span) const {
        return text.substr(span.begin, span.size());
    }
};

}  // namespace

TEST_CASE("shell and exec forms") {
    const Read read(
        "FROM pytorch/pytorch:2.1.0\nRUN pip install deepspeed\n"
        "RUN [\"python\", \"-m\", \"build\"]\nCMD [\"torchrun\", \"--nproc_per_node=2\", "
        "\"train.py\"]\n");
    CHECK(read.commands() == Texts{"python|-m|build", "torchrun|--nproc_per_node=2|train.py"});
    CHECK(read.scripts() == Texts{" pip install deepspeed"});
    CHECK(read.stated.derived[0].stage == Stage::image_build);
    CHECK(read.stated.commands[0].stage == Stage::image_build);
    CHECK(read.stated.commands[1].stage == Stage::container);
    CHECK(read.at(read.stated.commands[1].words[2].span) == "\"train.py\"");
    // What is no JSON is text for a shell.
    CHECK(Read("FROM a\nRUN ['x', 'y']\n").scripts() == Texts{" ['x', 'y']"});
    CHECK(Read("FROM a\nCMD python train.py\n").scripts() == Texts{" python train.py"});
}

TEST_CASE("continued lines, with comments and empty lines in between") {
    const Read read(
        "from a\nrun --mount=type=cache,target=/c \\\n  --network=none a && \\\n# why\n\n    b \\  "
        "\n  # and why\n  c\nRUN d");
    CHECK(read.scripts() == Texts{" a &&     b   c", " d"});
    CHECK(read.stated.problems.empty());
    const Read other("# escape=`\nFROM a\nRUN x `\n  y\\\nRUN z\n");
    CHECK(other.scripts() == Texts{" x   y\\", " z"});
    const Read windows("FROM a\r\nRUN x \\\r\n  y\r\nCMD [\"z\", \"w\"]\r\n");
    CHECK(windows.scripts() == Texts{" x   y"});
    CHECK(windows.commands() == Texts{"z|w"});
}

TEST_CASE("variables of ENV and ARG, by stage") {
    const Read read(
        "ARG TAG=24.05 KEEP=1\nFROM base:${TAG} AS first\nARG KEEP\nARG LOCAL=x\n"
        "ENV NCCL_DEBUG=INFO A=\"b c\" D=$A E=${KEEP}${NOBODY}\nENV OLD value with blanks\nRUN one\n"
        "FROM first\nRUN two\nFROM other\nRUN three\n");
    REQUIRE(read.stated.derived.size() == 3);
    // An instruction sees what was set before it, not what it sets itself.
    CHECK(read.environment(read.stated.derived[0].environment) ==
          "KEEP=1 LOCAL=x NCCL_DEBUG=INFO A=b c D=? E=1? OLD=value with blanks ");
    CHECK(read.environment(read.stated.derived[1].environment) ==
          "NCCL_DEBUG=INFO A=b c D=? E=1? OLD=value with blanks ");
    CHECK(read.environment(read.stated.derived[2].environment).empty());
    Texts set;
    for (const auto& use : read.stated.variables)
        set.push_back(std::string(use.environment ? "env " : "arg ") + read.at(use.name_span));
    CHECK(set == Texts{"arg TAG", "arg KEEP", "arg LOCAL", "env NCCL_DEBUG", "env A", "env D",
                       "env E", "env OLD"});
    CHECK(read.at(read.stated.variables[4].at.span) == "A=\"b c\"");
}

TEST_CASE("an entry point takes the command as its arguments") {
    const auto both = [](std::string lines) { return Read("FROM a\n" + lines).commands(); };
    CHECK(both("CMD [\"train.py\"]\nENTRYPOINT [\"torchrun\", \"-n\"]\n") ==
          Texts{"torchrun|-n|train.py"});
    CHECK(both("ENTRYPOINT [\"tini\", \"--\"]\nCMD [\"x\", \"y\"]\nCMD [\"x\", \"z\"]\n") ==
          Texts{"tini|--|x|z"});
    CHECK(both("ENTRYPOINT torchrun train.py\nCMD [\"x\"]\n").empty());
    CHECK(both("SHELL [\"powershell\", \"-c\"]\nRUN x y\nCMD x y\n").empty());
    const Read nested("FROM a\nENTRYPOINT [\"bash\", \"-c\", \"cd x && torchrun a.py\"]\n");
    CHECK(nested.commands() == Texts{"bash|-c|cd x && torchrun a.py"});
    CHECK(nested.scripts() == Texts{"cd x && torchrun a.py"});
    CHECK(nested.stated.derived[0].inside == 0);
    // A new entry point forgets the command of the image below.
    CHECK(Read("FROM a AS b\nCMD [\"x\"]\nFROM b\nENTRYPOINT [\"y\"]\n").commands() ==
          Texts{"x", "y"});
}

TEST_CASE("here-documents") {
    const Read read(
        "FROM a\nRUN <<EOF\npip install x\ntorchrun a.py\nEOF\nRUN <<-'END' \n\tone\n\tEND\n"
        "RUN python3 <<PY\nimport torch\nPY\nRUN <<X\n#!/usr/bin/env python3\nimport os\nX\n"
        "COPY <<F /f\nRUN not me\nF\nRUN echo \"<<no\" <<< word\n");
    CHECK(read.scripts() == Texts{"pip install x\ntorchrun a.py\n", "one\n",
                                  " python3 <<PY\nimport torch\nPY\n",
                                  "#!/usr/bin/env python3\nimport os\n",
                                  " echo \"<<no\" <<< word"});
    CHECK(read.stated.derived[3].fragment->language() == text::Language::python);
    const Read open("FROM a\nRUN <<EOF\nx\n");
    REQUIRE(open.stated.problems.size() == 1);
    CHECK(open.scripts() == Texts{"x\n"});
}

TEST_CASE("where the commands run") {
    const auto folder = [](std::string lines) {
        return Read("FROM a\n" + lines + "CMD [\"x\", \"y\"]\n").stated.commands[0].folder;
    };
    CHECK(folder("").empty());
    CHECK(folder("WORKDIR /app\n") == "/app");
    CHECK(folder("WORKDIR /app\nWORKDIR src\n") == "/app/src");
    CHECK(folder("WORKDIR /app\nCOPY . .\n").empty());
    CHECK(folder("WORKDIR /app\nCOPY --chown=x . /app/\n").empty());
    CHECK(folder("WORKDIR /app\nCOPY src .\n") == "/app");
}

TEST_CASE("edits find their way back through continued lines and lists") {
    const Read read(
        "FROM a\nRUN python -m \\\n# no\n  torch.distributed.launch x.py\n"
        "CMD [\"python\", \"-m\", \"torch.distributed.launch\", \\\n  \"x.py\"]\n");
    const std::vector<std::string> words{"torchrun"};
    const auto edits = facts::replace_words(read.stated.commands[0], 0, 3, words);
    REQUIRE(std::holds_alternative<std::vector<text::Edit>>(edits));
    const auto& fragment = *read.stated.derived[0].fragment;
    const auto begin = static_cast<std::uint32_t>(fragment.text().find("x.py"));
    const auto edit = fragment.rewrite({begin, begin + 4}, "y.py");
    REQUIRE(std::holds_alternative<text::Edit>(edit));
    CHECK(read.at(std::get<text::Edit>(edit).at.span) == "x.py");
}

TEST_CASE("the logical line is the instruction") {
    const std::string text = "FROM a\n# note\nRUN x \\\n  y\n\nCMD z\n";
    const auto line = [&](std::string_view what) {
        const auto span =
            dockerfile::logical_line(text, static_cast<std::uint32_t>(text.find(what)));
        return text.substr(span.begin, span.size());
    };
    CHECK(line("y") == "RUN x \\\n  y");
    CHECK(line("note") == "# note");
    CHECK(line("z") == "CMD z");
}

TEST_CASE("hostile text is survived") {
    const auto repeated = [](std::string_view text, std::size_t times) {
        std::string all;
        for (std::size_t i = 0; i < times; ++i) all += text;
        return all;
    };
    for (const auto& text :
         {std::string(), std::string("RUN"), std::string("RUN \\"), std::string("ENV"),
          std::string("FROM a\nENV =\nENV A\nENV \"\nARG\nRUN [\nCMD [\"\\"),
          std::string("FROM a\n\xFF\xFE RUN \0 x\n", 17), "FROM a\n" + repeated("RUN \\\n", 50'000),
          "FROM a\nRUN " + repeated("<<A ", 5'000), "FROM a\nRUN [" + repeated("[", 100'000),
          "FROM a\nENV A=b\n" + repeated("ENV A=$A$A\n", 40) + "RUN x\n",
          repeated("FROM a AS b\nENV A=1\nFROM b\n", 2'000)}) {
        const Read read(text);
        for (const auto& command : read.stated.commands)
            REQUIRE(command.span.end <= text.size());
        REQUIRE(dockerfile::logical_line(text, 3).end <= std::max<std::size_t>(text.size(), 3));
    }
}

TEST_CASE("Dockerfile: many variables and many commands take a bounded memory") {
    std::string variables, runs, stages, growing = "FROM a\nENV X=NCCL_DEBUG\n";
    for (int i = 0; i < 2'000; ++i) {
        const auto number = std::to_string(i);
        variables += "ENV A" + number + "=1\n";
        runs += "RUN [\"run\"]\nRUN run $A1\n";
        growing += "ENV X=$X$X\n";
        stages += "FROM s" + number + " AS s" + std::to_string(i + 1) + "\nENV A=" + number + "\n";
    }
    const auto begin = "FROM a AS s0\nWORKDIR b\n" + variables + "ENTRYPOINT [\"run\"]\n";
    for (const auto& text : {begin + runs, begin + stages, growing + runs}) {
        const Read read(text);
        std::size_t bytes = 0;
        for (const auto& command : read.stated.commands)
            bytes += facts::weight(command.words) + facts::weight(command.environment);
        for (const auto& derived : read.stated.derived) bytes += facts::weight(derived.environment);
        for (const auto& use : read.stated.variables)
            if (use.value) bytes += facts::weight(*use.value);
        CHECK(bytes < std::size_t{256} << 20);
    }
}

TEST_CASE("Dockerfile: of a variable that is set again the last value counts, in its place") {
    const Read read("FROM a AS one\nENV A=1 B=2\nENV A=3\nFROM one\nENV C=$A\nCMD [\"run\"]\n");
    std::string environment;
    for (const auto& [name, value] : read.stated.commands.at(0).environment)
        environment += std::string(read.names.text(name)) + "=" + value.text + " ";
    CHECK(environment == "B=2 A=3 C=3 ");
}
