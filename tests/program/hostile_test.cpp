// Programs that are broken, huge or made to hurt: an answer comes, and soon.
#include <catch2/catch.hpp>

#include "reading.hpp"

using trainlint::tests::Program;

namespace {

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

const std::string head =
    "import torch.distributed as dist\nrank = dist.get_rank()\nx0 = rank\n";

}  // namespace

TEST_CASE("documents that state no program") {
    trainlint::Names names;
    const trainlint::program::TableWords words(names);
    trainlint::link::Document document;
    const trainlint::link::Paths paths("", {});
    CHECK(trainlint::program::link(document, paths, words, names) == nullptr);
    document.stated.resize(3);
    CHECK(trainlint::program::link(document, paths, words, names) == nullptr);
}

TEST_CASE("empty and broken texts") {
    for (const auto* source : {"", "\n", "(((((", "def", "class A(", "import", "from . import",
                               "\"\"\"", "x = [", "if x:", "@", "\\", "lambda:", "f(**", "a.b.",
                               "with a as", "try:\n  x", "match x:\n case", "\xff\xfe", "x[::]",
                               "x[:, 1:2, ...]", "del x", "global x", "print(*a, **b)"}) {
        CAPTURE(source);
        CHECK_NOTHROW(Program(source));
    }
}

TEST_CASE("deep nesting") {
    CHECK_NOTHROW(Program(head + repeated("if rank == 0: \n", 1)));
    std::string deep = head + "def f():\n";
    for (int i = 1; i < 90; ++i) deep += std::string(i, ' ') + "if rank == " + std::to_string(i) + ":\n";
    deep += std::string(90, ' ') + "dist.barrier()\n";
    CHECK_NOTHROW(Program(deep));
    CHECK_NOTHROW(Program(head + "y = " + repeated("(", 400) + "rank" + repeated(")", 400) + "\n"));
    CHECK_NOTHROW(Program(head + "y = " + repeated("not ", 300) + "rank\nif y: dist.barrier()\n"));
    CHECK_NOTHROW(Program(head + "y = x" + repeated(".a", 5000) + "\n"));
    CHECK_NOTHROW(Program(head + "y = " + repeated("f(", 300) + "1" + repeated(")", 300) + "\n"));
    std::string chain = head + "if x == 0: dist.barrier()\n";
    for (int i = 1; i < 400; ++i) chain += "elif x == " + std::to_string(i) + ": dist.barrier()\n";
    CHECK_NOTHROW(Program(chain));
}

TEST_CASE("values that refer to each other") {
    CHECK_NOTHROW(Program("import torch.distributed as dist\na = b\nb = a\nif a == 0: dist.barrier()\n"));
    CHECK_NOTHROW(Program("import torch.distributed as dist\ndef f(): return g()\ndef g(): return f()\n"
                          "if f(): dist.barrier()\n"));
    CHECK_NOTHROW(Program("import torch.distributed as dist\ndef f(n):\n    if n: f(n - 1)\n"
                          "    if dist.get_rank() == 0: dist.barrier()\nf(3)\n"));
    CHECK_NOTHROW(Program("class A(B): pass\nclass B(A):\n    def f(self): self.x = self.y\n"
                          "    def g(self): self.y = self.x\n"));
    CHECK_NOTHROW(Program("class A(A): pass\n"));
    std::string doubled = head;
    for (int i = 1; i < 300; ++i)
        doubled += "x" + std::to_string(i) + " = x" + std::to_string(i - 1) + " + x" +
                   std::to_string(i - 1) + "\n";
    CHECK_NOTHROW(Program(doubled + "if x299 == 0: dist.barrier()\n"));
    std::string picked = head;
    for (int i = 1; i < 60; ++i)
        picked += "x" + std::to_string(i) + " = x" + std::to_string(i - 1) + " if c" +
                  std::to_string(i) + " else f(x" + std::to_string(i - 1) + ")\n";
    CHECK_NOTHROW(Program(picked + "if x59: dist.barrier()\n"));
}

TEST_CASE("functions that call each other many times") {
    std::string source = "import torch.distributed as dist\ndef f0():\n    dist.barrier()\n";
    for (int i = 1; i < 40; ++i) {
        const auto inner = "    f" + std::to_string(i - 1) + "()\n";
        source += "def f" + std::to_string(i) + "():\n    if dist.get_rank() == " +
                  std::to_string(i) + ":\n    " + inner + inner + inner;
    }
    CHECK_NOTHROW(Program(source));
}

TEST_CASE("many conditions and many events") {
    std::string source = head + "def f(a):\n";
    for (int i = 0; i < 400; ++i)
        source += "    if a.x" + std::to_string(i) + ":\n        dist.barrier()\n    if rank == " +
                  std::to_string(i % 5) + ":\n        dist.all_reduce(a)\n";
    CHECK_NOTHROW(Program(source));
    CHECK_NOTHROW(Program(head + "def f():\n" + repeated("    dist.barrier()\n", 20'000)));
    CHECK_NOTHROW(Program(head + repeated("x = rank\n", 20'000) + "if x == 0: dist.barrier()\n"));
    CHECK_NOTHROW(Program(head + "x = [" + repeated("rank, ", 60'000) + "]\n"));
    CHECK_NOTHROW(Program(head + "try:\n" +
                          repeated(" try:\n  dist.barrier()\n finally:\n  dist.barrier()\n", 500) +
                          "finally:\n dist.barrier()\n"));
}

TEST_CASE("finally in finally") {
    std::string source = head + "def f():\n";
    for (int i = 1; i < 30; ++i) source += std::string(i, ' ') + "try:\n";
    source += std::string(30, ' ') + "return\n";
    for (int i = 29; i > 0; --i)
        source += std::string(i, ' ') + "finally:\n" + std::string(i + 1, ' ') +
                  "if rank == 0: dist.barrier()\n";
    CHECK_NOTHROW(Program(source));
}

TEST_CASE("the same text gives the same answer") {
    const std::string source = head + "def f(a):\n    if rank == 0 and a:\n        dist.barrier()\n";
    CHECK(trainlint::tests::told(source) == trainlint::tests::told(source));
    CHECK(trainlint::tests::told(source).size() == 1);
}
