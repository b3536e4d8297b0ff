#include <catch2/catch.hpp>

#include <thread>

#include "engine/shared.hpp"
#include "project.hpp"

using namespace trainlint;

namespace {

class Random {
public:
    explicit Random(std::uint32_t seed) : state_(seed) {}
    std::size_t below(std::size_t limit) {
        state_ = state_ * 1664525u + 1013904223u;
        return (state_ >> 8) % limit;
    }

private:
    std::uint32_t state_;
};

/// A project of many small files that name each other.
std::map<std::string, std::string> project(std::size_t size) {
    std::map<std::string, std::string> files;
    for (std::size_t i = 0; i < size; ++i) {
        const auto number = std::to_string(i);
        const auto folder = "p/d" + std::to_string(i % 7) + "/";
        files[folder + "run" + number + ".sh"] =
            "export NCCL_DEBUG=INFO\nexport NCCL_SOCKET_IFNAM=eth0\n"
            "torchrun --nproc_per_node=4 train" +
            number + ".py BAD --lr 1\n";
        files[folder + "train" + number + ".py"] =
            "import argparse, os\nimport torch\nimport torch.distributed as dist\n"
            "from helper import setup\n\n"
            "def main():\n    dist.init_process_group('nccl')\n"
            "    if dist.get_rank() == 0:\n        dist.barrier()\n"
            "    dist.all_reduce(torch.ones(1), op=dist.reduce_op.SUM)\n\n"
            "def parse():\n    p = argparse.ArgumentParser()\n    p.add_argument('--epochs')\n"
            "    return p.parse_args()\n\nmain()\n";
        files[folder + "plain" + number + ".py"] = "def f():\n    return " + number + "\n";
    }
    files["p/d0/helper.py"] = "def setup():\n    pass\n";
    files["p/requirements.txt"] = "torch>=1.4\n";
    return files;
}

std::string fresh(const std::map<std::string, std::string>& files, Options options) {
    Workspace workspace(std::make_shared<test::MemoryHost>(files), std::move(options));
    const auto snapshot = workspace.snapshot();
    return test::all_of(snapshot, snapshot.check({}));
}

Options options(unsigned threads, bool all_documents = false) {
    Options out;
    out.root = "p";
    out.threads = threads;
    out.all_documents = all_documents;
    return out;
}

}  // namespace

TEST_CASE("the number of threads changes nothing that is told") {
    const auto files = project(60);
    const auto one = fresh(files, options(1));
    CHECK(one.size() > 1000);
    for (const unsigned threads : {2u, 8u}) CHECK(fresh(files, options(threads)) == one);
}

TEST_CASE("documents without a trigger have nothing to tell") {
    const auto files = project(20);
    CHECK(fresh(files, options(1, true)) == fresh(files, options(1, false)));
}

TEST_CASE("after any changes the same is told as from a fresh start") {
    auto files = project(6);
    auto host = std::make_shared<test::MemoryHost>(files);
    Workspace workspace(host, options(2));
    Random random(3);
    const std::vector<std::string> texts{
        "torchrun --nproc_per_node=2 train0.py BAD --lr 1\n",
        "import torch.distributed as dist\ndist.all_reduce(1, op=dist.reduce_op.SUM)\n",
        "export NCCL_SOCKET_IFNAM=eth0\n",
        "print(1)\n",
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--lr')\np.parse_args()\n",
        "# trainlint: ignore[misspelt-variable]\nexport NCCL_SOCKET_IFNAM=eth0\n",
        ""};
    std::vector<std::string> names;
    for (const auto& [path, text] : files) names.push_back(path);
    names.insert(names.end(), {"p/new/a.sh", "p/new/train0.py", "p/d0/trainlint.toml",
                               "p/train0.py", "p/d1/requirements.txt"});
    (void)workspace.snapshot();
    for (int round = 0; round < 60; ++round) {
        for (auto count = random.below(3) + 1; count > 0; --count) {
            const auto& path = names[random.below(names.size())];
            if (random.below(4) == 0) {
                files.erase(path);
                host->remove(path);
            } else {
                auto text = texts[random.below(texts.size())];
                if (path.ends_with(".toml")) text = "exclude = ['train1.py']\n";
                if (path.ends_with(".txt")) text = "torch==1." + std::to_string(random.below(14));
                files[path] = text;
                host->put(path, text);
            }
            workspace.changed(path);
        }
        const auto snapshot = workspace.snapshot();
        CAPTURE(round);
        REQUIRE(test::all_of(snapshot, snapshot.check({})) == fresh(files, options(1)));
    }
}

TEST_CASE("documents that have not changed are not read again") {
    auto host = std::make_shared<test::MemoryHost>(project(10));
    Workspace workspace(host, options(2));
    (void)workspace.snapshot();
    const std::size_t before = host->reads;
    host->put("p/d1/run1.sh", "torchrun BAD\n");
    workspace.changed("p/d1/run1.sh");
    (void)workspace.snapshot();
    CHECK(host->reads - before <= 2);
    const std::size_t then = host->reads;
    (void)workspace.snapshot();
    CHECK(host->reads == then);
}

TEST_CASE("a snapshot is not touched by later changes, and may be used from other threads") {
    auto host = std::make_shared<test::MemoryHost>(project(10));
    Workspace workspace(host, options(2));
    const auto snapshot = workspace.snapshot();
    const auto before = test::all_of(snapshot, snapshot.check({}));
    std::atomic<int> different{0};
    {
        std::vector<std::jthread> readers;
        for (int i = 0; i < 3; ++i)
            readers.emplace_back([&] {
                for (int round = 0; round < 5; ++round)
                    if (test::all_of(snapshot, snapshot.check({})) != before) ++different;
            });
        for (int round = 0; round < 5; ++round) {
            host->put("p/d1/run1.sh", "torchrun x" + std::to_string(round) + "\n");
            workspace.changed("p/d1/run1.sh");
            const auto other = workspace.snapshot();
            (void)other.check({});
        }
    }
    CHECK(different == 0);
}

TEST_CASE("a stop is heard while files are read and while rules run") {
    struct Stopping : test::MemoryHost {
        using MemoryHost::MemoryHost;
        std::stop_source source;
        std::size_t after = 0;
        Content read(std::string_view path, std::span<char> buffer) override {
            if (after != 0 && --after == 0) source.request_stop();
            return MemoryHost::read(path, buffer);
        }
    };
    auto host = std::make_shared<Stopping>(project(60));
    Workspace workspace(host, options(1));
    host->after = 20;
    const auto partial = workspace.snapshot(host->source.get_token());
    CHECK(partial.check({}).stopped);
    CHECK(host->reads < 60);
    const auto whole = workspace.snapshot();
    CHECK_FALSE(whole.check({}).stopped);
    CHECK_FALSE(whole.check({}).findings.empty());
    std::stop_source stop;
    stop.request_stop();
    CHECK(whole.check({}, stop.get_token()).stopped);
    CHECK(whole.check({}, stop.get_token()).findings.empty());
}

TEST_CASE("a stopped snapshot forgets no change") {
    auto host = std::make_shared<test::MemoryHost>(
        std::map<std::string, std::string>{{"p/a.sh", "torchrun x\n"}});
    Workspace workspace(host, test::options_of());
    (void)workspace.snapshot();
    host->put("p/a.sh", "torchrun BAD\n");
    workspace.changed("p/a.sh");
    std::stop_source stop;
    stop.request_stop();
    CHECK(workspace.snapshot(stop.get_token()).check({}).stopped);
    CHECK(workspace.snapshot().check({}).findings.size() == 1);
}

TEST_CASE("a change to settings or to a folder is heard") {
    auto host = std::make_shared<test::MemoryHost>(
        std::map<std::string, std::string>{{"p/a/x.sh", "torchrun BAD\n"}});
    Workspace workspace(host, test::options_of());
    CHECK(workspace.snapshot().check({}).findings.size() == 1);
    host->put("p/trainlint.toml", "ignore = ['bad-word']");
    workspace.changed("p/trainlint.toml");
    CHECK(workspace.snapshot().check({}).findings.empty());
    host->remove("p/trainlint.toml");
    workspace.changed("p/trainlint.toml");
    CHECK(workspace.snapshot().check({}).findings.size() == 1);
    host->put("p/a/x.sh", "torchrun BAD BAD\n");
    host->put("p/a/y.sh", "torchrun BAD\n");
    workspace.changed("p/a");
    CHECK(workspace.snapshot().check({}).findings.size() == 3);
}

TEST_CASE("the site's config holds below all others") {
    auto host = std::make_shared<test::MemoryHost>(std::map<std::string, std::string>{
        {"p/a.sh", "torchrun BAD\n"}, {"etc/trainlint.toml", "severity = {bad-word = 'style'}"}});
    auto with_site = test::options_of();
    with_site.site_config = "etc/trainlint.toml";
    Workspace workspace(host, with_site);
    CHECK(workspace.snapshot().check({}).findings.at(0).severity == Severity::style);
    host->put("p/trainlint.toml", "severity = {bad-word = 'performance'}");
    workspace.changed("p/trainlint.toml");
    CHECK(workspace.snapshot().check({}).findings.at(0).severity == Severity::performance);
}
