#include <catch2/catch.hpp>

#include "project.hpp"

using namespace trainlint;
using test::check;

TEST_CASE("findings are told in the order of their places") {
    const auto checked =
        check({{"p/b.sh", "torchrun BAD\ntorchrun x BAD BAD\n"}, {"p/a/c.sh", "torchrun BAD\n"}});
    CHECK(checked.told() ==
          "p/a/c.sh:1:10 bad-word a BAD word\n"
          "p/b.sh:1:10 bad-word a BAD word\n"
          "p/b.sh:2:12 bad-word a BAD word\n"
          "p/b.sh:2:16 bad-word a BAD word\n");
    CHECK(checked.result.files == 2);
    CHECK(checked.result.findings[0].severity == Severity::error);
}

TEST_CASE("a project without files has no findings") {
    const auto checked = check({});
    CHECK(checked.told().empty());
    CHECK(checked.result.failures.empty());
    CHECK(checked.snapshot.jobs().empty());
}

TEST_CASE("what a rule says of right code is kept for explanations") {
    const auto checked = check({{"p/a.sh", "torchrun GOOD\n"}});
    REQUIRE(checked.result.silences.size() == 1);
    CHECK(checked.result.silences[0].second.because == "it is good");
    CHECK(checked.snapshot.location(checked.result.silences[0].second.at).start.column == 10);
}

TEST_CASE("only what is named is told, by its place or a related one") {
    const std::map<std::string, std::string> files{{"p/a/x.sh", "torchrun BAD\n"},
                                                   {"p/ab/x.sh", "torchrun BAD\n"},
                                                   {"p/y.sh", "torchrun BAD\n"}};
    Request request;
    request.paths = {"p/a"};
    CHECK(check(files, request).told() == "p/a/x.sh:1:10 bad-word a BAD word\n");
    request.paths = {"./p/a/x.sh", "p/y.sh"};
    CHECK(check(files, request).told() ==
          "p/a/x.sh:1:10 bad-word a BAD word\np/y.sh:1:10 bad-word a BAD word\n");
    CHECK(check(files, request).result.files == 2);
    request.paths = {"p"};
    CHECK(check(files, request).result.findings.size() == 3);
}

TEST_CASE("a launch is told of with the script that it starts") {
    const std::map<std::string, std::string> files{
        {"p/run.sh", "torchrun --nproc_per_node=2 train.py\n"},
        {"p/train.py", "import torch.distributed as dist\ndist.init_process_group()\n"}};
    Request request;
    request.preview = true;
    CHECK(check(files, request).told() == "p/train.py:1:1 launched-script it is launched\n");
    request.paths = {"p/run.sh"};
    CHECK(check(files, request).told() == "p/train.py:1:1 launched-script it is launched\n");
    CHECK(check(files).told().empty());
    CHECK(check(files).snapshot.jobs().size() == 1);
}

TEST_CASE("a script without any trigger is read if a launch names it") {
    const std::map<std::string, std::string> files{
        {"p/run.sh", "torchrun --nproc_per_node=2 main\n"}, {"p/train.py", "print(1)\n"}};
    auto with_script = files;
    with_script["p/run.sh"] = "torchrun --nproc_per_node=2 train.py\n";
    Request request;
    request.preview = true;
    CHECK(check(files, request).told().empty());
    CHECK(check(with_script, request).told() == "p/train.py:1:1 launched-script it is launched\n");
}

TEST_CASE("named paths that cannot be read are told, and all else is checked") {
    auto host = std::make_shared<test::MemoryHost>(std::map<std::string, std::string>{
        {"p/a.sh", "torchrun BAD\n"}, {"p/b.sh", "torchrun BAD\n"}, {"p/c.sh", "torchrun BAD"}});
    host->forbid("p/b.sh");
    host->forbid("p/c.sh");
    Workspace workspace(host, test::options_of());
    const auto snapshot = workspace.snapshot();
    Request request;
    request.paths = {"p/a.sh", "p/b.sh", "p/none.sh", "elsewhere"};
    const auto result = snapshot.check(request);
    CHECK(test::told(snapshot, result) == "p/a.sh:1:10 bad-word a BAD word\n");
    REQUIRE(result.failures.size() == 3);
    CHECK(result.failures[0].file == "elsewhere");
    CHECK(result.failures[0].message == "there is no such file or folder");
    CHECK(result.failures[1].message == "permission denied");
    CHECK(result.failures[2].file == "p/none.sh");
    for (const auto& failure : result.failures) CHECK(failure.named);
    const auto all = snapshot.check({});
    REQUIRE(all.failures.size() == 2);
    CHECK_FALSE(all.failures[0].named);
}

TEST_CASE("large files: data is passed over, others are told") {
    const std::string large(5 << 20, 'x');
    const auto checked = check({{"p/data.json", "{\"a\": \"" + large + "\"}"},
                                {"p/big.py", "x = '" + large + "'\n"},
                                {"p/a.sh", "torchrun BAD\n"}});
    CHECK(checked.result.findings.size() == 1);
    REQUIRE(checked.result.failures.size() == 1);
    CHECK(checked.result.failures[0].file == "p/big.py");
    CHECK(checked.result.failures[0].message == "it is larger than 4 MiB and was not read");
    CHECK_FALSE(checked.result.failures[0].named);
}

TEST_CASE("hostile files cost nothing but themselves") {
    const auto checked =
        check({{"p/empty.sh", ""},
               {"p/empty.py", ""},
               {"p/binary.sh", std::string("torchrun BAD\0\0\0", 15)},
               {"p/wide.py", "\xFF\xFEi\0m\0"},
               {"p/line.sh", "torchrun " + std::string(1 << 20, 'a') + " BAD\n"},
               {"p/nest.py", "import torch.distributed\nx = " + std::string(10000, '[') + "\n"},
               {"p/nest.json", std::string(10000, '{') + "\"zero_optimization\""},
               {"p/nest.yaml", "a: " + std::string(10000, '[') + "torchrun"},
               {"p/broken.ipynb", "{\"cells\": [{\"cell_type\": \"code\","},
               {"p/utf8.sh", "torchrun \xC3 BAD\n"}});
    CHECK(checked.told() ==
          "p/line.sh:1:1048587 bad-word a BAD word\np/utf8.sh:1:12 bad-word a BAD word\n");
}

TEST_CASE("excluded and ignored paths") {
    const std::map<std::string, std::string> files{{"p/trainlint.toml", "exclude = ['gen/']"},
                                                   {"p/gen/a.sh", "torchrun BAD\n"},
                                                   {"p/ignored/b.sh", "torchrun BAD\n"},
                                                   {"p/c", "#!/bin/bash\ntorchrun BAD\n"}};
    auto host = std::make_shared<test::MemoryHost>(files);
    host->ignore("p/ignored");
    Workspace workspace(host, test::options_of());
    const auto snapshot = workspace.snapshot();
    CHECK(test::told(snapshot, snapshot.check({})).empty());
    Request request;
    request.paths = {"p/gen/a.sh", "p/gen"};
    CHECK(snapshot.check(request).findings.empty());
    CHECK(snapshot.check(request).failures.empty());
    request.paths = {"p/ignored/b.sh"};
    CHECK(test::told(snapshot, snapshot.check(request)) ==
          "p/ignored/b.sh:1:10 bad-word a BAD word\n");
    request.paths = {"p/ignored"};
    CHECK(test::told(snapshot, snapshot.check(request)) ==
          "p/ignored/b.sh:1:10 bad-word a BAD word\n");
    request.paths = {"p/c"};
    CHECK(test::told(snapshot, snapshot.check(request)) == "p/c:2:10 bad-word a BAD word\n");
}

TEST_CASE("named paths outside of the root are linked among themselves") {
    const std::map<std::string, std::string> files{
        {"p/train.py", "import torch.distributed\n"},
        {"q/run.sh", "torchrun train.py BAD\n"},
        {"q/train.py", "import torch.distributed\n"},
        {"q/trainlint.toml", "severity = {bad-word = 'style'}"}};
    Request request;
    request.paths = {"q"};
    request.preview = true;
    const auto checked = check(files, request);
    CHECK(checked.told() ==
          "q/run.sh:1:19 bad-word a BAD word\nq/train.py:1:1 launched-script it is launched\n");
    CHECK(checked.result.findings[0].severity == Severity::style);
    CHECK(checked.snapshot.text(checked.result.findings[0].at.document) ==
          "torchrun train.py BAD\n");
    CHECK(checked.result.files == 2);
}

TEST_CASE("wrong calls and configs are faults: nothing is checked") {
    Request request;
    request.select = {"bad-wrd,launch"};
    request.ignore = {"nothing-like-it"};
    const auto checked =
        check({{"p/a.sh", "torchrun BAD\n"}, {"p/b/trainlint.toml", "selct = []"}}, request);
    CHECK(checked.result.findings.empty());
    REQUIRE(checked.result.faults.size() == 3);
    CHECK(checked.result.faults[0].file == "p/b/trainlint.toml");
    CHECK(checked.result.faults[0].line == 1u);
    CHECK(checked.result.faults[1].message.find("did you mean \"bad-word\"") != std::string::npos);
    CHECK(checked.result.faults[1].file.empty());
    auto options = test::options_of();
    options.target = {{"torhc", "2"}};
    CHECK(check({}, {}, options).result.faults.size() == 1);
}

TEST_CASE("selection, severity and confidence, by file and by call") {
    const std::map<std::string, std::string> files{
        {"p/trainlint.toml", "fail-on = 'error'\nseverity = {bad-word = 'performance'}"},
        {"p/a.sh", "torchrun BAD WORSE\n"},
        {"p/q/trainlint.toml", "ignore = ['naughty-word']\nmin-confidence = 'low'"},
        {"p/q/a.sh", "torchrun BAD WORSE\n"}};
    const auto plain = check(files);
    CHECK(plain.told() ==
          "p/a.sh:1:10 bad-word a BAD word\np/q/a.sh:1:14 worse-word a worse word\n");
    CHECK(plain.result.findings[0].severity == Severity::performance);
    CHECK(plain.result.fail_on == Severity::error);
    Request request;
    request.select = {"worse-word"};
    request.least_confidence = Confidence::low;
    CHECK(check(files, request).told() ==
          "p/a.sh:1:14 worse-word a worse word\np/q/a.sh:1:14 worse-word a worse word\n");
    request.select = {"launch"};
    request.ignore = {"worse-word"};
    CHECK(check(files, request).told() == "p/a.sh:1:10 bad-word a BAD word\n");
}

TEST_CASE("tests hear only of errors of high confidence") {
    const auto checked = check(
        {{"p/tests/a.sh", "torchrun BAD WORSE\n"}, {"p/trainlint.toml", "min-confidence = 'low'"}});
    CHECK(checked.told() == "p/tests/a.sh:1:10 bad-word a BAD word\n");
}

TEST_CASE("fingerprints stay while rule, path and line do") {
    const auto prints = [](const std::string& text) {
        std::vector<std::string> out;
        const auto checked = check({{"p/a.sh", text}});
        for (const auto& finding : checked.result.findings) out.push_back(finding.fingerprint);
        return out;
    };
    const auto first = prints("torchrun --x BAD\n");
    const auto moved = prints("# more\n\n  torchrun   --x \\\n    BAD\n");
    const auto other = prints("torchrun --y BAD\n");
    const auto twice = prints("torchrun --x BAD\ntorchrun --x BAD\n");
    REQUIRE(first.size() == 1);
    CHECK(first[0].size() == 16);
    CHECK(first == moved);
    CHECK(first != other);
    REQUIRE(twice.size() == 2);
    CHECK(twice[0] == first[0]);
    CHECK(twice[1] != first[0]);
}

TEST_CASE("a notebook's places are counted within its cells") {
    const std::string notebook = R"({"cells": [
 {"cell_type": "markdown", "source": ["# t"]},
 {"cell_type": "code", "source": ["x = 1\n", "!torchrun BAD\n"], "outputs": []}
], "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4})";
    CHECK(check({{"p/a.ipynb", notebook}}).told() == "p/a.ipynb:cell 2:2:11 bad-word a BAD word\n");
}

TEST_CASE("settings are told for a path") {
    const auto checked = check({{"p/trainlint.toml", "fail-on = 'error'"}});
    bool found = false;
    for (const auto& setting : checked.snapshot.settings("p/a.py"))
        if (setting.key == "fail-on") {
            found = true;
            CHECK(setting.value == "error");
            CHECK(setting.origin == "p/trainlint.toml:1");
        }
    CHECK(found);
}
