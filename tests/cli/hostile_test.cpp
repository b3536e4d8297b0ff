// No input crashes, hangs or blows up memory: each ends in a status that is not a crash, and the file
// beside it is still checked.
#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <random>

#include "run.hpp"

using trainlint::tests::Folder;
namespace fs = std::filesystem;

namespace {

constexpr auto hang =
    "import torch.distributed as dist\n\n\ndef save(path):\n    if dist.get_rank() == 0:\n"
    "        dist.barrier()\n";

std::string repeat(std::string_view text, std::size_t times) {
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

/// Each begins with a trigger, so that it is read by its front end and not passed over.
std::vector<std::pair<std::string, std::string>> hostile_files() {
    const std::string python = "import torch.distributed as dist\ndist.barrier()\n";
    const std::string shell = "torchrun --nproc_per_node=2 train.py\n";
    const std::string json = "{\"train_micro_batch_size_per_gpu\": 1, \"zero_optimization\": ";
    const std::string yaml = "command: torchrun --nproc_per_node=2 train.py\n";
    std::vector<std::pair<std::string, std::string>> files = {
        {"empty.py", ""}, {"empty.sh", ""}, {"empty.yaml", ""}, {"empty.json", ""},
        {"empty.ipynb", ""}, {"empty.toml", ""},
        {"nul.py", python + std::string(1000, '\0')},
        {"nul.sh", shell + std::string(1000, '\0') + shell},
        {"line.py", python + "x = [" + repeat("1, ", 3'000'000) + "]\n"},
        {"line.sh", shell + "echo " + repeat("word ", 2'000'000) + "\n"},
        {"line.yaml", yaml + "list: [" + repeat("1, ", 3'000'000) + "]\n"},
        {"deep.py", python + "x = " + repeat("(", 10'000) + repeat(")", 10'000) + "\n"},
        {"deep_blocks.py", [&] {
             auto text = python;
             for (std::size_t i = 0; i < 3000; ++i) text += std::string(i, ' ') + "if x:\n";
             return text;
         }()},
        {"deep.sh", shell + repeat("$(", 10'000) + repeat(")", 10'000) + "\n" +
                        repeat("if true; then\n", 10'000)},
        {"deep.yaml", yaml + "x: " + repeat("[", 10'000) + repeat("]", 10'000) + "\n"},
        {"ds_config_deep.json", json + repeat("[", 10'000) + repeat("]", 10'000) + "}"},
        {"open.json", json + repeat("{\"a\":", 10'000)},
        {"bomb.yaml", yaml + "a: &a [x,x,x,x,x,x,x,x,x]\n" + [] {
             std::string text;
             for (char c = 'b'; c <= 'p'; ++c) {
                 const std::string before = std::string("*") + static_cast<char>(c - 1);
                 text += std::string(1, c) + ": &" + c + " [";
                 for (int i = 0; i < 9; ++i) text += (i ? "," : "") + before;
                 text += "]\n";
             }
             return text;
         }()},
        {"growing.sh", shell + "X=abcdefgh\n" + repeat("X=\"$X$X\"\n", 200) + "torchrun $X\n"},
        {"quote.sh", shell + "echo \"" + repeat("text\n", 10'000)},
        {"utf8.py", python + "name = \"\xff\xfe\xc0\x80\"\n" + "\xf0\x9f = 1\n"},
        {"utf8.sh", "torchrun --nproc_per_node=\xff train\xc3.py\n"},
        {"utf8.yaml", yaml + "key\xff: \xc3\x28\n"},
        {"truncated.ipynb", "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"import torch.distri"},
        {"notebook.ipynb", "{\"cells\": {\"cell_type\": [\"code\"]}, \"nbformat\": \"torch.distributed\"}"}};
    std::mt19937 random(20261130);
    for (const auto* ending : {"py", "sh", "yaml", "json", "ipynb", "toml"}) {
        std::string bytes = python + shell + yaml;
        for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(random() & 0xFF);
        files.emplace_back(std::string("binary.") + ending, bytes);
    }
    return files;
}

}  // namespace

TEST_CASE("hostile files cost themselves at most") {
    for (const auto& [name, text] : hostile_files()) {
        CAPTURE(name);
        const Folder folder;
        folder.write(name, text);
        folder.write("zz/train.py", hang);
        const auto ran = folder.run("check --output-format concise");
        CHECK(ran.status == 1);
        CHECK(ran.out.find("zz/train.py:6:9: error") != std::string::npos);
    }
}

TEST_CASE("links that lead in circles end") {
    const Folder folder;
    const auto work = folder.path() / "work";
    folder.write("a/train.py", hang);
    fs::create_directory_symlink(work, work / "a/up");
    fs::create_directory_symlink(work / "a", work / "b");
    fs::create_symlink(work / "self.py", work / "self.py");
    fs::create_symlink(work / "nowhere.py", work / "dangling.py");
    const auto ran = folder.run("check --output-format concise");
    CHECK(ran.status == 1);
    CHECK(ran.out.find("a/train.py:6:9") != std::string::npos);
    CHECK(folder.run("check self.py").status == 2);
    CHECK(folder.run("check dangling.py").status == 2);
}

TEST_CASE("what is no plain file is not waited for") {
    const Folder folder;
    const auto pipe = folder.path() / "work/pipe.py";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    folder.write("train.py", hang);
    CHECK(folder.run("check --output-format concise").status == 1);
    CHECK(folder.run("check pipe.py").status == 2);
    CHECK(folder.run("check /dev/null").status == 2);
}

TEST_CASE("a folder with the name of a file is a folder") {
    const Folder folder;
    folder.write("train.py/inner.py", hang);
    const auto ran = folder.run("check --output-format concise train.py");
    CHECK(ran.out.find("train.py/inner.py:6:9") != std::string::npos);
}
