#include <catch2/catch.hpp>

#include "engine/preflight.hpp"
#include "project.hpp"

using namespace trainlint;
using test::check;

namespace {

Request input(const std::string& path, const std::string& text) {
    Request request;
    request.input = Input{path, text};
    return request;
}

Request preflight(std::vector<std::string> words,
                  std::vector<std::pair<std::string, std::string>> environment = {}) {
    Request request;
    request.preflight = Preflight{"p", std::move(words), std::move(environment)};
    request.preview = true;
    return request;
}

}  // namespace

TEST_CASE("standard input is checked as if it lay at its path") {
    const std::map<std::string, std::string> files{{"p/a.sh", "torchrun BAD\n"},
                                                   {"p/train.py", "import torch.distributed\n"}};
    CHECK(check(files, input("p/new.sh", "torchrun x BAD\n")).told() ==
          "p/new.sh:1:12 bad-word a BAD word\n");
    CHECK(check(files, input("p/a.sh", "echo\ntorchrun BAD\n")).told() ==
          "p/a.sh:2:10 bad-word a BAD word\n");
    auto linked = input("p/new.sh", "torchrun train.py\n");
    linked.preview = true;
    CHECK(check(files, linked).told() == "p/train.py:1:1 launched-script it is launched\n");
}

TEST_CASE("the text of standard input is shown, not the file's") {
    const auto checked = check({{"p/a.sh", "torchrun x\n"}}, input("p/a.sh", "torchrun BAD\n"));
    REQUIRE(checked.result.findings.size() == 1);
    CHECK(checked.snapshot.text(checked.result.findings[0].at.document) == "torchrun BAD\n");
    CHECK(checked.snapshot.path(checked.result.findings[0].at.document) == "p/a.sh");
}

TEST_CASE("what launches the input is linked with it") {
    const std::map<std::string, std::string> files{{"p/run.sh", "torchrun train.py\n"},
                                                   {"p/train.py", "print(1)\n"}};
    auto request = input("p/train.py", "import torch.distributed\n");
    request.preview = true;
    CHECK(check(files, request).told() == "p/train.py:1:1 launched-script it is launched\n");
}

TEST_CASE("a nameless input is told apart by its text") {
    CHECK(check({}, input("-", "torchrun BAD\n")).told() == "-:1:10 bad-word a BAD word\n");
    CHECK(check({}, input("-",
                          "apiVersion: v1\nspec:\n  containers:\n  - name: x\n    image: y\n"
                          "    command: [torchrun, BAD]\n---\napiVersion: v1\nspec:\n"
                          "  containers:\n  - name: x\n    image: y\n"
                          "    command: [torchrun, BAD]\n"))
              .told() == "-:6:25 bad-word a BAD word\n-:13:25 bad-word a BAD word\n");
}

TEST_CASE("a command that is about to run is checked with its environment") {
    const std::map<std::string, std::string> files{{"p/train.py", "import torch.distributed\n"}};
    const auto checked =
        check(files, preflight({"torchrun", "--nproc_per_node=2", "train.py", "BAD"},
                               {{"NCCL_DEBUG", "INFO"}, {"HOME", "/root"}}));
    CHECK(checked.told() ==
          "p/<command>:2:38 bad-word a BAD word\np/train.py:1:1 launched-script it is launched\n");
    const auto document = checked.result.findings[0].at.document;
    CHECK(checked.snapshot.text(document) ==
          "export NCCL_DEBUG=INFO\ntorchrun --nproc_per_node=2 train.py BAD\n");
}

TEST_CASE("words of a command are quoted so that they read back as they were") {
    CHECK(engine::quoted("plain-word=1") == "plain-word=1");
    CHECK(engine::quoted("") == "''");
    CHECK(engine::quoted("two words") == "'two words'");
    CHECK(engine::quoted("it's") == "'it'\\''s'");
    CHECK(engine::quoted("$HOME") == "'$HOME'");
    CHECK(check({}, preflight({"bash", "-c", "torchrun BAD"})).told().find("bad-word") !=
          std::string::npos);
    CHECK(check({}, preflight({"torchrun", "$(echo BAD)"})).told().empty());
    CHECK(check({}, preflight({})).told().empty());
}
