#include <catch2/catch.hpp>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "run.hpp"

using trainlint::tests::Folder;
using Json = nlohmann::json;

namespace {

constexpr auto hang =
    "import torch.distributed as dist\n\n\ndef save(path):\n    if dist.get_rank() == 0:\n"
    "        dist.barrier()\n";
constexpr auto launch = "python -m torch.distributed.launch --use_env --nproc_per_node=2 train.py\n";

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("status 0 without findings, 1 with, by fail-on") {
    const Folder folder;
    folder.write("train.py", "print('hello')\n");
    CHECK(folder.run("check").status == 0);
    folder.write("run.sh", launch);
    CHECK(folder.run("check").status == 1);
    CHECK(folder.run("check --fail-on error").status == 0);
    CHECK(folder.run("check --exit-zero").status == 0);
    folder.write("train.py", hang);
    CHECK(folder.run("check --fail-on error").status == 1);
    for (const auto* format : {"text", "concise", "json", "sarif", "github", "gitlab", "junit"})
        CHECK(folder.run(std::string("check --output-format ") + format).status == 1);
}

TEST_CASE("findings go to standard output, all else to standard error") {
    const Folder folder;
    folder.write("train.py", hang);
    const auto ran = folder.run("check");
    CHECK(has(ran.out, "train.py:6:9: error: `torch.distributed.barrier`"));
    CHECK(has(ran.out, "[collective-that-some-ranks-skip]"));
    CHECK(has(ran.out, "train.py:5:8 here the ranks part"));
    CHECK(has(ran.err, "1 error in"));
    CHECK_FALSE(has(ran.out, "\x1b["));
    CHECK(has(folder.run("check --color always").out, "\x1b["));
}

TEST_CASE("JSON has the fields of the contract") {
    const Folder folder;
    folder.write("run.sh", launch);
    const auto ran = folder.run("check --output-format json");
    const auto document = Json::parse(ran.out);
    CHECK(document["version"] == 1);
    REQUIRE(document["findings"].size() == 1);
    const auto& finding = document["findings"][0];
    CHECK(finding["file"] == "run.sh");
    CHECK(finding["rule"] == "deprecated-launcher");
    CHECK(finding["range"]["start"] == Json({{"line", 1}, {"column", 1}}));
    CHECK(finding["fix"]["edits"].size() == 2);
    CHECK(finding["fingerprint"].get<std::string>().size() >= 8);
    CHECK(finding["url"].is_null());
    CHECK(document["summary"]["findings"] == 1);
}

TEST_CASE("documents for services hold the same findings") {
    const Folder folder;
    folder.write("a b/run.sh", launch);
    folder.write("train.py", hang);
    folder.write("note.ipynb",
                 R"({"cells": [{"cell_type": "code", "source": ["x = 1\n", "!python -m torch.dist)"
                 R"(ributed.launch --use_env a.py"]}], "nbformat": 4, "metadata": {}})");
    const auto ran = folder.run(
        "check --output-format github --report sarif=out.sarif --report gitlab=q.json --report "
        "junit=j.xml");
    CHECK(ran.status == 1);
    CHECK(has(ran.out, "::warning file=a b/run.sh,line=1,endLine=1,col=1,endColumn=35,"
                       "title=trainlint%3A deprecated-launcher::`torch.distributed.launch`"));
    CHECK(has(ran.out, "::error file=train.py,line=6"));
    const auto log = Json::parse(folder.read("out.sarif"));
    CHECK(log["version"] == "2.1.0");
    const auto& run = log["runs"][0];
    REQUIRE(run["results"].size() == 3);
    for (const auto& result : run["results"]) {
        const auto rule = result["ruleIndex"].get<std::size_t>();
        CHECK(run["tool"]["driver"]["rules"][rule]["id"] == result["ruleId"]);
        CHECK(result["partialFingerprints"]["trainlint/v1"].get<std::string>().size() > 8);
    }
    const auto& first = run["results"][0];
    const auto& physical = first["locations"][0]["physicalLocation"];
    CHECK(physical["artifactLocation"]["uri"] == "a%20b/run.sh");
    CHECK(physical["region"] ==
          Json({{"startLine", 1}, {"startColumn", 1}, {"endLine", 1}, {"endColumn", 35}}));
    CHECK(first["fixes"][0]["artifactChanges"][0]["replacements"].size() > 0);
    CHECK(run["results"][2]["relatedLocations"].size() == 1);
    const auto quality = Json::parse(folder.read("q.json"));
    REQUIRE(quality.size() == 3);
    CHECK(quality[0]["location"]["path"] == "a b/run.sh");
    CHECK(quality[1]["location"]["lines"]["begin"] == 1);
    CHECK(quality[0]["severity"] == "major");
    CHECK(has(folder.read("j.xml"), "<testsuites name=\"trainlint\" tests=\"3\" failures=\"3\">"));
    CHECK(has(folder.read("j.xml"), "classname=\"train.py\""));
    CHECK(folder.run("check --report sarif").status == 2);
    CHECK(folder.run("check --report what=x").status == 2);
    CHECK(folder.run("check --report sarif=no/such/folder/x").status == 2);
}

TEST_CASE("a baseline holds what is not told again") {
    const Folder folder;
    folder.write("run.sh", launch);
    CHECK(folder.run("check --write-baseline known.json").status == 0);
    auto ran = folder.run("check --baseline known.json");
    CHECK(ran.status == 0);
    CHECK(ran.out.empty());
    CHECK(has(ran.err, "1 known findings not shown"));
    folder.write("train.py", hang);
    folder.write("run.sh", "# moved\n" + std::string(launch));
    ran = folder.run("check --baseline known.json --statistics");
    CHECK(ran.status == 1);
    CHECK(ran.out == "     1  collective-that-some-ranks-skip\n");
    folder.write("run.sh", "ls\n");
    CHECK(has(folder.run("check --baseline known.json").err, "1 entries of the baseline are no longer"));
    folder.write("bad.json", "[]");
    CHECK(folder.run("check --baseline bad.json").status == 2);
    CHECK(folder.run("check --baseline none.json").status == 2);
}

TEST_CASE("fixes are written by --fix, shown by --diff, and hold") {
    const Folder folder;
    folder.write("run.sh", launch);
    const auto shown = folder.run("check --unsafe-fixes --diff");
    CHECK(has(shown.out, "-python -m torch.distributed.launch --use_env"));
    CHECK(has(shown.out, "+torchrun --nproc_per_node=2 train.py"));
    CHECK(folder.read("run.sh") == launch);
    (void)folder.run("check --unsafe-fixes");
    CHECK(folder.read("run.sh") == "torchrun --nproc_per_node=2 train.py\n");
    const auto again = folder.run("check --unsafe-fixes");
    CHECK(again.status == 0);
    CHECK(folder.read("run.sh") == "torchrun --nproc_per_node=2 train.py\n");
}

TEST_CASE("a fix keeps line ends and mode, and touches only the paths named") {
    const Folder folder;
    folder.write("a/run.sh", "#!/bin/bash\r\npython -m torch.distributed.launch --use_env \\\r\n  t.py\r\n");
    folder.write("b/run.sh", launch);
    const auto path = folder.path() / "work/a/run.sh";
    std::filesystem::permissions(path, std::filesystem::perms(0755));
    (void)folder.run("check --unsafe-fixes a");
    CHECK(folder.read("a/run.sh") == "#!/bin/bash\r\ntorchrun \\\r\n  t.py\r\n");
    CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0755));
    CHECK(folder.read("b/run.sh") == launch);
}

TEST_CASE("standard input takes its place from --stdin-filename, else from its first line") {
    const Folder folder;
    const auto named = folder.run("check --output-format concise --stdin-filename sub/train.py -", hang);
    CHECK(has(named.out, "sub/train.py:6:9: error"));
    const auto unnamed = folder.run("check --output-format concise -",
                                    std::string("#!/bin/bash\n") + launch);
    CHECK(has(unnamed.out, "-:2:1: warning"));
    CHECK(unnamed.status == 1);
}

TEST_CASE("a command is checked before it is run") {
    const Folder folder;
    folder.write("train.py",
                 "import argparse\nparser = argparse.ArgumentParser()\n"
                 "parser.add_argument('--lr')\nparser.parse_args()\n");
    const auto ran = folder.run("check --output-format concise -- torchrun train.py --rate 1");
    CHECK(has(ran.out, "[option-the-script-refuses]"));
    CHECK(ran.status == 1);
    CHECK(folder.run("check -- torchrun train.py --lr 1").status == 0);
    const auto typed = folder.run("check --output-format concise -- torchrun --nproc_per_nod 2 train.py");
    CHECK(typed.status == 0);  // an unambiguous beginning
    CHECK(has(folder.run("check --output-format concise -- torchrun --npoc 2 train.py").out,
              "[unknown-launcher-option]"));
}

TEST_CASE("errors of the call end with status 2 and name what is wrong") {
    const Folder folder;
    for (const auto& [arguments, part] : std::vector<std::pair<std::string, std::string>>{
             {"check --no-such", "--no-such"},
             {"check --output-format yaml", "yaml"},
             {"check --target torch", "KEY=VALUE"},
             {"check --select no-such-rule", "no-such-rule"},
             {"check --ignore deprecated-launcherr", "deprecated-launcher"},
             {"check missing.py", "missing.py"},
             {"check --", "--"},
             {"frobnicate", "frobnicate"},
             {"", "subcommand"},
             {"rule no-such", "no-such"},
             {"check --explain deprecated-launcher run.sh", "line"}}) {
        CAPTURE(arguments);
        const auto ran = folder.run(arguments);
        CHECK(ran.status == 2);
        CHECK(has(ran.err + ran.out, part));
        CHECK_FALSE(has(ran.err, "terminate"));
    }
}

TEST_CASE("errors of the config end with status 2 and name the place") {
    const Folder folder;
    folder.write("train.py", hang);
    folder.write("trainlint.toml", "root = true\nselekt = [\"launch\"]\n");
    const auto ran = folder.run("check");
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "trainlint.toml:2"));
    CHECK(has(ran.err, "select"));
    CHECK(ran.out.empty());
}

TEST_CASE("a named path that is not there does not stop the others") {
    const Folder folder;
    folder.write("train.py", hang);
    const auto ran = folder.run("check --output-format concise missing.py train.py");
    CHECK(ran.status == 2);
    CHECK(has(ran.out, "train.py:6:9"));
    CHECK(has(ran.err, "missing.py"));
}

TEST_CASE("what lies outside of the working directory's project is a project of its own") {
    const Folder here, there;
    there.write("jobs/run.sh", launch);
    CHECK(here.run("check " + (there.path() / "work/jobs").string()).status == 1);
    there.write("requirements.txt", "torch==1.8.1\n");
    there.write("trainlint.toml", "root = true\n");
    CHECK(here.run("check " + (there.path() / "work/jobs/run.sh").string()).status == 0);
    CHECK(here.run("check " + (there.path() / "work/jobs").string()).status == 0);
    CHECK(has(here.run("config " + (there.path() / "work/jobs/run.sh").string()).out, there.path().string()));
}

TEST_CASE("a file that cannot be parsed is told and changes no status") {
    const Folder folder;
    folder.write("train.py", "import torch.distributed as dist\ndef broken(:\n    pass\n");
    const auto ran = folder.run("check");
    CHECK(ran.status == 0);
    CHECK(has(ran.err, "train.py:2"));
}

TEST_CASE("an explanation says why a rule spoke, was silent, or saw nothing") {
    const Folder folder;
    folder.write("train.py", hang);
    folder.write("run.sh", "torchrun $ARGS --npoc 2 x\n");
    CHECK(has(folder.run("check --explain collective-that-some-ranks-skip train.py:6").out,
              "is reached by rank 0 only"));
    CHECK(has(folder.run("check --explain unknown-launcher-option run.sh:1").out, "silent:"));
    CHECK(has(folder.run("check --explain unknown-launcher-option train.py:1").out,
              "looked at nothing"));
}

TEST_CASE("rules are listed, explained, searched and given as JSON") {
    const Folder folder;
    CHECK(has(folder.run("rule").out, "deprecated-launcher"));
    CHECK(has(folder.run("rule deprecated-launcher").out, "## Why it matters"));
    const auto found = folder.run("rule --search 'mutually exclusive with shuffle'").out;
    CHECK(has(found, "shuffle-beside-sampler"));
    CHECK_FALSE(has(found, "deprecated-launcher"));
    const auto rules = Json::parse(folder.run("rule --output-format json").out);
    REQUIRE(rules.size() >= 12);
    for (const auto* key : {"name", "family", "aliases", "severity", "confidence", "preview", "title"})
        CHECK(rules[0].contains(key));
}

TEST_CASE("the settings in force are shown with their origins") {
    const Folder folder;
    folder.write("trainlint.toml", "root = true\nfail-on = \"error\"\n");
    folder.write("sub/.trainlint.toml", "ignore = [\"launch\"]\n");
    const auto ran = folder.run("config sub");
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "trainlint.toml:2"));
    CHECK(has(ran.out, ".trainlint.toml:1"));
    CHECK(has(ran.out, "default"));
}

TEST_CASE("what is printed from a file cannot drive a terminal") {
    const Folder folder;
    folder.write("run.sh", "python -m torch.distributed.launch --use_env \x1b[31m\x07train.py\n");
    const auto ran = folder.run("check");
    CHECK(has(ran.out, "deprecated-launcher"));
    CHECK_FALSE(has(ran.out, "\x1b"));
    CHECK_FALSE(has(ran.out, "\x07"));
}
