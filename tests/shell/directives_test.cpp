// Scheduler directives, comments to trainlint, logical lines.
#include <catch2/catch.hpp>

#include "snippets.hpp"

using namespace trainlint;
using tests::Lines;
using tests::Snippet;

namespace {

Lines directives(std::string script) {
    const Snippet snippet(std::move(script));
    Lines lines;
    for (const auto& directive : snippet.stated.directives)
        lines.push_back(tests::readable(directive));
    return lines;
}

std::string line_at(std::string_view script, std::string_view mark) {
    const auto at = static_cast<std::uint32_t>(script.find(mark));
    const auto span = shell::logical_line(script, at);
    return std::string(script.substr(span.begin, span.size()));
}

}  // namespace

TEST_CASE("directives are split as the scheduler does") {
    CHECK(directives("#!/bin/bash\n#SBATCH --nodes=2 --ntasks 4\n#SBATCH -J \"my job\" # why\n") ==
          Lines{"#SBATCH|--nodes=2|--ntasks|4", "#SBATCH|-J|my job"});
    CHECK(directives("#PBS -l nodes=2\n#BSUB -n 4\n#$ -pe mpi 8\n") ==
          Lines{"#PBS|-l|nodes=2", "#BSUB|-n|4", "#$|-pe|mpi|8"});
    CHECK(directives("#SBATCH --comment='a b'c --x=a\\ b --y=z#c d\n") ==
          Lines{"#SBATCH|--comment=a bc|--x=a b|--y=z"});
    CHECK(directives("#SBATCH\t-N 2\r\n#SBATCH -n $N\r\n") == Lines{"#SBATCH|-N|2", "#SBATCH|-n|$N"});
}

TEST_CASE("directives stand before the first command") {
    CHECK(directives("\n# text\n\n#SBATCH -N 2\nset -e\n#SBATCH -n 4\n") == Lines{"#SBATCH|-N|2"});
    CHECK(directives("##SBATCH -N 2\n# SBATCH -N 2\n#SBATCHX\n #SBATCH -N 1\n") == Lines{});
    CHECK(directives("export A=1\n#SBATCH -N 2\n") == Lines{});
}

TEST_CASE("directives have places") {
    const Snippet snippet("#!/bin/sh\n#SBATCH  --gres=gpu:'4'  # x\n");
    const auto& directive = snippet.stated.directives.at(0);
    CHECK(snippet.at(directive.span) == "#SBATCH  --gres=gpu:'4'");
    CHECK(snippet.at(directive.words.at(0).span) == "#SBATCH");
    CHECK(snippet.at(directive.words.at(1).span) == "--gres=gpu:'4'");
    CHECK(directive.words.at(1).text == "--gres=gpu:4");
}

TEST_CASE("comments that speak to trainlint") {
    const Snippet snippet(
        "run a # trainlint: ignore[x] why\n# other\n## trainlint: ignore-file[y]\n"
        "echo '# trainlint: z'\ncat <<EOF\n# trainlint: no\nEOF\n");
    REQUIRE(snippet.stated.comments.size() == 2);
    CHECK(snippet.stated.comments[0].text == "trainlint: ignore[x] why");
    CHECK(snippet.at(snippet.stated.comments[0].span) == "# trainlint: ignore[x] why");
    CHECK(snippet.stated.comments[1].text == "trainlint: ignore-file[y]");
}

TEST_CASE("logical lines") {
    const std::string_view script =
        "a # 1\nb \\\n  --x \\\n  --y # 2\n\nA=(\n  c # 3\n  d\n)\n# note \\\ne \"f\n  g\" h\n"
        "if i; then\n  j \\\r\n    k\nfi\nl | \\\n  m; n\ncat <<EOF\no\nEOF\n";
    CHECK(line_at(script, "a #") == "a # 1");
    for (const auto mark : {"b \\", "--x", "--y", "2\n"}) {
        INFO(mark);
        CHECK(line_at(script, mark) == "b \\\n  --x \\\n  --y # 2");
    }
    CHECK(line_at(script, "c #") == "A=(\n  c # 3\n  d\n)");
    CHECK(line_at(script, "3\n") == "A=(\n  c # 3\n  d\n)");
    CHECK(line_at(script, "# note") == "# note \\");
    CHECK(line_at(script, "g\"") == "e \"f\n  g\" h");
    CHECK(line_at(script, "k\n") == "  j \\\r\n    k");
    CHECK(line_at(script, "fi\n") == "fi");
    CHECK(line_at(script, "m;") == "l | \\\n  m; n");
    CHECK(line_at(script, "o\n") == "o");
    CHECK(line_at("", "") == "");
    CHECK(line_at("a\n", "\n") == "a");
    CHECK(line_at("a \\ \nb", "b") == "b");
    CHECK(shell::logical_line("ab", 99) == text::Span{0, 2});
}
