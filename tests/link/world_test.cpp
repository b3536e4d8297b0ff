#include "link/world.hpp"

#include <catch2/catch.hpp>
#include <thread>

using namespace trainlint;
using namespace trainlint::link;

namespace {

using Kind = Question::Kind;

std::shared_ptr<const Document> document(std::string path) {
    auto made = std::make_shared<Document>();
    made->path = std::move(path);
    return made;
}

struct Project {
    Names names;
    std::vector<std::shared_ptr<const Document>> documents;
    std::shared_ptr<const Document> loaded = document("loaded");
    std::vector<std::string> asked;
    Paths paths;
    World world;
    std::vector<Question> questions;

    explicit Project(std::vector<std::string> files, std::string root = "/p",
                     std::vector<std::string> stated = {})
        : documents(made(stated)),
          paths(std::move(root), std::move(files)),
          world(names, paths, documents, [this](std::string_view path) {
              asked.emplace_back(path);
              return path.ends_with("unreadable") ? nullptr : loaded.get();
          }) {}

    static std::vector<std::shared_ptr<const Document>> made(
        const std::vector<std::string>& paths) {
        std::vector<std::shared_ptr<const Document>> documents;
        for (const std::string& path : paths) documents.push_back(document(path));
        return documents;
    }

    std::string script(std::string_view name, std::string_view launch_file) {
        questions.clear();
        return paths.script(name, launch_file, questions);
    }
    std::string module(std::string_view dotted, std::string_view from_file) {
        questions.clear();
        return paths.module(dotted, from_file, questions);
    }
};

}  // namespace

TEST_CASE("a script beside the launch file, then above it, then by unique suffix") {
    Project p({"/p/train.py", "/p/jobs/train.py", "/p/jobs/big/run.sh", "/p/tools/only.py",
               "/p/x/scripts/same.py", "/p/y/scripts/same.py", "/p/x/main.py", "/p/y/main.py"});
    CHECK(p.script("train.py", "/p/jobs/run.sh") == "/p/jobs/train.py");
    CHECK(p.script("train.py", "/p/jobs/big/run.sh") == "/p/jobs/train.py");
    CHECK(p.script("./train.py", "/p/run.sh") == "/p/train.py");
    CHECK(p.script("../train.py", "/p/jobs/run.sh") == "/p/train.py");
    CHECK(p.script("jobs/../train.py", "/p/run.sh") == "/p/train.py");
    CHECK(p.script("only.py", "/p/jobs/run.sh") == "/p/tools/only.py");
    CHECK(p.script("../../only.py", "/p/jobs/run.sh") == "/p/tools/only.py");
    CHECK(p.script("same.py", "/p/run.sh").empty());
    CHECK(p.script("y/scripts/same.py", "/p/jobs/big/run.sh") == "/p/y/scripts/same.py");
    CHECK(p.script("nly.py", "/p/run.sh").empty());
    CHECK(p.script("", "/p/run.sh").empty());
    CHECK(p.script(std::string(text::hole_text) + "/train.py", "/p/run.sh").empty());
}

TEST_CASE("absolute paths of other machines need more than their last name") {
    Project p({"/p/src/train.py", "/p/jobs/run.sh"});
    CHECK(p.script("/p/src/train.py", "/p/jobs/run.sh") == "/p/src/train.py");
    CHECK(p.script("/workspace/src/train.py", "/p/jobs/run.sh") == "/p/src/train.py");
    CHECK(p.script("/workspace/train.py", "/p/jobs/run.sh").empty());
}

TEST_CASE("nothing above the root is looked at") {
    Project p({"/p/run.sh", "/train.py", "/pq/train.py"});
    CHECK(p.script("../pq/train.py", "/p/run.sh") == "/pq/train.py");  // named by the launch itself
    p.script("other.py", "/p/run.sh");
    for (const Question& question : p.questions) CHECK(question.name != "/other.py");
    p.script("other.py", "/pq/run.sh");  // "/p" is no folder above
    CHECK(p.questions.size() == 2);
}

TEST_CASE("relative projects") {
    Project p({"a/run.sh", "train.py", "lib/util.py"}, "");
    CHECK(p.script("train.py", "a/run.sh") == "train.py");
    CHECK(p.script("util.py", "a/run.sh") == "lib/util.py");
    CHECK(p.module("lib.util", "a/x.py") == "lib/util.py");
}

TEST_CASE("questions are recorded with their answers, those without one too") {
    Project p({"/p/a/run.sh", "/p/lib/x.py"});
    CHECK(p.script("x.py", "/p/a/run.sh") == "/p/lib/x.py");
    CHECK(p.questions == std::vector<Question>{{Kind::path, "/p/a/x.py", ""},
                                               {Kind::path, "/p/x.py", ""},
                                               {Kind::suffix, "x.py", "/p/lib/x.py"}});
    for (const Question& question : p.questions) {
        CHECK(p.paths.answer(question.kind, question.name) == question.answer);
    }
    Project later({"/p/a/run.sh", "/p/lib/x.py", "/p/x.py"});
    CHECK(later.paths.answer(Kind::path, "/p/x.py") == "/p/x.py");
    CHECK(later.paths.answer(Kind::suffix, "x.py").empty());
}

TEST_CASE("modules") {
    Project p({"/p/pkg/__init__.py", "/p/pkg/train.py", "/p/pkg/sub/__init__.py",
               "/p/pkg/sub/deep.py", "/p/tool.py", "/p/src/inside/__init__.py",
               "/p/src/inside/leaf.py", "/p/other/a/b.py"});
    CHECK(p.module("pkg.train", "/p/tool.py") == "/p/pkg/train.py");
    CHECK(p.module("pkg.sub", "/p/tool.py") == "/p/pkg/sub/__init__.py");
    CHECK(p.module("pkg", "/p/pkg/sub/deep.py") == "/p/pkg/__init__.py");
    CHECK(p.module("inside.leaf", "/p/tool.py") == "/p/src/inside/leaf.py");
    CHECK(p.module("a.b", "/p/tool.py") == "/p/other/a/b.py");
    CHECK(p.module("b", "/p/tool.py").empty());
    CHECK(p.module("numpy", "/p/tool.py").empty());
    CHECK(p.questions.size() > 2);
}

TEST_CASE("a package's folder is no place to look for names of others") {
    Project p({"/p/hvd/__init__.py", "/p/hvd/torch/__init__.py", "/p/hvd/torch/ops.py",
               "/p/hvd/torch/distributed.py", "/p/hvd/torch/helper.py", "/p/setup.py"});
    CHECK(p.module("torch", "/p/hvd/torch/ops.py").empty());
    CHECK(p.module("torch.distributed", "/p/hvd/torch/ops.py").empty());
    CHECK(p.module("torch.distributed", "/p/setup.py").empty());
    CHECK(p.module("hvd.torch", "/p/setup.py") == "/p/hvd/torch/__init__.py");
    CHECK(p.module("helper", "/p/hvd/torch/ops.py") == "/p/hvd/torch/helper.py");
}

TEST_CASE("relative imports") {
    Project p({"/p/pkg/__init__.py", "/p/pkg/a.py", "/p/pkg/sub/__init__.py", "/p/pkg/sub/b.py"});
    CHECK(p.module(".b", "/p/pkg/sub/c.py") == "/p/pkg/sub/b.py");
    CHECK(p.module("..a", "/p/pkg/sub/c.py") == "/p/pkg/a.py");
    CHECK(p.module(".", "/p/pkg/sub/c.py") == "/p/pkg/sub/__init__.py");
    CHECK(p.module("..", "/p/pkg/sub/c.py") == "/p/pkg/__init__.py");
    CHECK(p.module(".a", "/p/pkg/sub/c.py").empty());
    CHECK(p.module("........a", "/p/pkg/sub/c.py").empty());
}

TEST_CASE("documents are stated on demand") {
    Project p({"/p/a.py", "/p/b.py", "/p/unreadable"}, "/p", {"/p/a.py"});
    const Document* a = p.world.document("/p/a.py", p.questions);
    REQUIRE(a);
    CHECK(a->path == "/p/a.py");
    CHECK(p.asked.empty());
    CHECK(p.world.document("/p/b.py", p.questions) == p.loaded.get());
    CHECK(p.world.document("/p/unreadable", p.questions) == nullptr);
    CHECK(p.world.document("/p/none.py", p.questions) == nullptr);
    CHECK(p.asked == std::vector<std::string>{"/p/b.py", "/p/unreadable"});
    CHECK(p.questions.size() == 4);
    CHECK(p.questions[3] == Question{Kind::path, "/p/none.py", ""});
}

TEST_CASE("paths need not be sorted, and several threads may ask") {
    std::vector<std::string> paths;
    for (int i = 2000; i > 0; --i) paths.push_back("/p/d" + std::to_string(i) + "/f.py");
    paths.emplace_back("/p/d7/unique.py");
    Project p(std::move(paths));
    std::vector<std::string> found(4);
    std::vector<std::thread> threads;
    for (auto& each : found) {
        threads.emplace_back([&] {
            std::vector<Question> questions;
            each = p.paths.script("unique.py", "/p/run.sh", questions);
        });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& each : found) CHECK(each == "/p/d7/unique.py");
}
