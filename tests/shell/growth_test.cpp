// What a script states stays in proportion to its size, however its values grow.
#include <catch2/catch.hpp>

#include <string>

#include "facts/weight.hpp"
#include "../volume.hpp"
#include "snippets.hpp"

using namespace trainlint;
using tests::Snippet;

namespace {

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

std::size_t weight_of(const frontends::Stated& stated) {
    std::size_t bytes = 0;
    for (const auto& command : stated.commands)
        bytes += facts::weight(command.words) + facts::weight(command.environment) +
                 command.folder.size();
    for (const auto& use : stated.variables)
        if (use.value) bytes += facts::weight(*use.value);
    for (const auto& derived : stated.derived)
        bytes += facts::weight(derived.environment) + derived.fragment->text().size();
    return bytes;
}

constexpr std::size_t many = tests::volume(5'000);
constexpr std::size_t most = std::size_t{128} << 20;

}  // namespace

TEST_CASE("Values that grow word by word, and their uses, take a bounded memory") {
    const std::string long_list = "x=(" + repeated("a ", 4'000) + ")\n";
    const std::string long_text = "x='" + repeated("a ", 8'000) + "'\n";
    const auto [name, script] = GENERATE_REF(table<std::string, std::string>({
        {"a list is appended to", "x=(run)\n" + repeated("x+=(--a)\n", many) + "\"${x[@]}\"\n"},
        {"a list is made anew", "x=(a)\n" + repeated("x=(\"${x[@]}\" a)\n", many) + "run \"${x[@]}\"\n"},
        {"parameters are set anew", repeated("set -- \"$@\" a\n", many) + "run \"$@\"\n"},
        {"a text is appended to", "x=run\n" + repeated("x=\"$x a\"\n", many) + "$x\n"},
        {"a list is used often", long_list + repeated("run \"${x[@]}\"\n", many)},
        {"a list is joined often", long_list + repeated("run \"${x[*]}\"\n", many)},
        {"a text is split often", long_text + repeated("run $x\n", many)},
        {"a text is exported", "export " + long_text + repeated("run\n", many)},
        {"many are exported", [] {
             std::string all;
             for (std::size_t i = 0; i < many / 2; ++i) all += "export a" + std::to_string(i) + "=1\n";
             return all + repeated("run\n", many);
         }()},
        {"a list is merged", long_list + repeated(repeated("if a; then ", 50) + "x+=(b)" + repeated("; fi", 50) + "\n", 400)},
        {"scripts in a text", "x='" + repeated("run $y;", 2'000) + "'\n" + repeated("bash -c \"$x\"\n", many)},
        {"a long folder", "cd " + repeated("a/", 400) + "\n" + repeated("run\n", many)},
    }));
    INFO(name);
    CHECK(weight_of(Snippet(script).stated) < most);
}

TEST_CASE("What is short stays known when much was brought in before") {
    const Snippet script("x='" + repeated("a ", 8'000) + "'\nn=8\n" + repeated("run $x\n", 5'000) +
                         "run $n \"$n\"\n");
    CHECK(script.last() == "run|8|8");
}

TEST_CASE("A list that grew beyond what is followed is unknown, not cut short") {
    const Snippet script(repeated("set -- \"$@\" a\n", many) + "run \"$@\" b\n");
    CHECK(script.last().find('?') != std::string::npos);
    CHECK(script.last().ends_with("|b"));
}

TEST_CASE("Many here-documents on one line are read") {
    const Snippet script("bash " + repeated("<<A ", many) + "\n" + repeated("run\nA\n", many) + "run b\n");
    CHECK(script.last() == "run|b");
    CHECK(!script.stated.derived.empty());
}

TEST_CASE("Assignments before a command: the last one of a name counts") {
    const Snippet script("export A=0 B=1\nA=2 C=3 A=4 run\n");
    CHECK(script.last_environment() == "B=1 A=4 C=3");
}
