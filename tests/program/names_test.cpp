// Names are what they are bound to, not how they are spelled.
#include <catch2/catch.hpp>

#include "reading.hpp"

using trainlint::tests::Program;
using Lines = std::vector<std::string>;

namespace {

Lines callees(std::string_view source, std::vector<std::string> others = {}) {
    const Program program(source, std::move(others));
    Lines all;
    for (const auto& call : program.module().calls) all.push_back(program.text(call.callee));
    return all;
}

const Lines barrier{"torch.distributed.barrier"};

}  // namespace

TEST_CASE("imports and their aliases") {
    CHECK(callees("import torch.distributed\ntorch.distributed.barrier()\n") == barrier);
    CHECK(callees("import torch\ntorch.distributed.barrier()\n") == barrier);
    CHECK(callees("import torch.distributed as dist\ndist.barrier()\n") == barrier);
    CHECK(callees("from torch import distributed as d\nd.barrier()\n") == barrier);
    CHECK(callees("from torch.distributed import barrier\nbarrier()\n") == barrier);
    CHECK(callees("from torch.distributed import barrier as wait\nwait()\n") == barrier);
    CHECK(callees("from torch.distributed import *\nbarrier()\n") == barrier);
    CHECK(callees("import torch as t\nd = t.distributed\nd.barrier()\n") == barrier);
    CHECK(callees("import torch.distributed as dist\nsync = dist.barrier\nsync()\n") == barrier);
    CHECK(callees("def f():\n    c()\nc = b\nimport torch.distributed as dist\nb = dist.barrier\n") ==
          barrier);
    CHECK(callees("def f():\n    import torch.distributed as dist\n    dist.barrier()\n") == barrier);
    CHECK(callees("try:\n    import torch.distributed as dist\nexcept ImportError:\n    dist = None\n"
                  "dist.barrier()\n") == barrier);
}

TEST_CASE("names of this program hide imported ones") {
    CHECK(callees("import torch.distributed as dist\ndef f(dist):\n    dist.barrier()\n").empty());
    CHECK(callees("import torch.distributed as dist\ndef f(x):\n    dist.barrier()\n    dist = x\n")
              .empty());
    CHECK(callees("import torch.distributed as dist\n[dist.barrier() for dist in x]\n").empty());
    CHECK(callees("import torch.distributed as dist\nf = lambda dist: dist.barrier()\n").empty());
    CHECK(callees("from torch.distributed import *\ndef barrier():\n    pass\nbarrier()\n").empty());
    CHECK(callees("from utils import *\nbarrier()\n").empty());
    CHECK(callees("from . import distributed as dist\ndist.barrier()\n").empty());
    CHECK(callees("import torch.distributed as dist\nimport mine as dist\n").empty());
    CHECK(callees("for dist in x:\n    dist.barrier()\nimport torch.distributed as dist\n").empty());
    CHECK(callees("import torch.distributed as dist\nwith x as dist:\n    dist.barrier()\n").empty());
}

TEST_CASE("scopes are Python's") {
    // A class's names are not seen from its methods.
    CHECK(callees("import torch.distributed as dist\nclass A:\n    dist = None\n"
                  "    def f(self):\n        dist.barrier()\n") == barrier);
    CHECK(callees("import torch.distributed as dist\ndef f():\n    def g():\n"
                  "        dist.barrier()\n    return g\n") == barrier);
    CHECK(callees("import torch.distributed as dist\ndef f(dist):\n    def g():\n"
                  "        dist.barrier()\n    return g\n")
              .empty());
    CHECK(callees("dist = None\ndef f():\n    global dist\n    import torch.distributed as dist\n"
                  "def g():\n    dist.barrier()\n") == barrier);
    CHECK(callees("import torch.distributed as dist\ndef f():\n    if (dist := x):\n"
                  "        dist.barrier()\n")
              .empty());
    CHECK(callees("import torch.distributed as dist\n[x for x in y]\ndist.barrier()\n") == barrier);
}

TEST_CASE("the project's own modules") {
    CHECK(callees("import torch.distributed as dist\ndist.barrier()\n", {"torch/__init__.py"})
              .empty());
    CHECK(callees("import torch.distributed as dist\ndist.barrier()\n", {"torch.py"}).empty());
    CHECK(callees("import torch.distributed as dist\ndist.barrier()\n", {"src/torch/__init__.py"})
              .empty());
    CHECK(callees("import torch.distributed as dist\ndist.barrier()\n", {"docs/torch.py"}) ==
          barrier);
    CHECK(!Program("import torch\ntorch.load(x)\n", {"torch.py"}).questions().empty());
    // Nothing depends on what torch is: nobody asks.
    CHECK(Program("import torch\n", {"torch.py"}).questions().empty());
}

TEST_CASE("methods of what a call made") {
    const auto callee = [](std::string_view source) {
        const auto all = callees(source);
        return all.empty() ? std::string() : all.back();
    };
    const std::string wait = "accelerate.Accelerator.wait_for_everyone";
    CHECK(callee("from accelerate import Accelerator\na = Accelerator()\na.wait_for_everyone()\n") ==
          wait);
    CHECK(callee("import accelerate\nclass T:\n    def __init__(self):\n"
                 "        self.acc = accelerate.Accelerator()\n    def f(self):\n"
                 "        self.acc.wait_for_everyone()\n") == wait);
    CHECK(callee("from accelerate import Accelerator\ndef f(a: Accelerator):\n"
                 "    a.wait_for_everyone()\n") == wait);
    CHECK(callee("from typing import Optional\nfrom accelerate import Accelerator\n"
                 "def f(a: Optional[Accelerator] = None):\n    a.wait_for_everyone()\n") == wait);
    CHECK(callee("from accelerate import Accelerator\ndef make():\n    return Accelerator()\n"
                 "a = make()\na.wait_for_everyone()\n") == wait);
    CHECK(callee("from accelerate import Accelerator\nAccelerator().wait_for_everyone()\n") == wait);
    CHECK(callee("from accelerate import Accelerator\na = None\nif x:\n    a = Accelerator()\n"
                 "a.wait_for_everyone()\n") == wait);
    CHECK(callee("from accelerate import Accelerator\na = Accelerator()\na = x\n"
                 "a.wait_for_everyone()\n") == "accelerate.Accelerator");
    CHECK(callee("import deepspeed\nengine, *_ = deepspeed.initialize(model=m)\n"
                 "engine.save_checkpoint('x')\n") == "deepspeed.DeepSpeedEngine.save_checkpoint");
    CHECK(callee("def f(a):\n    a.wait_for_everyone()\n").empty());
}

TEST_CASE("arguments get the names of parameters") {
    const Program program(R"(
from torch.utils.data import DataLoader
SIZE = 8
loader = DataLoader(data, SIZE, True, sampler=make(), num_workers=2 * 4, **more)
)");
    REQUIRE(program.module().calls.size() == 1);
    const auto& call = program.module().calls[0];
    const auto argument = [&](std::string_view name) {
        return call.find(const_cast<Program&>(program).names().find(name));
    };
    REQUIRE(argument("dataset"));
    CHECK(program.at(argument("dataset")->at) == "data");
    REQUIRE(argument("batch_size"));
    CHECK(argument("batch_size")->constant->text == "8");
    CHECK(argument("batch_size")->constant->origin == trainlint::facts::Origin::assigned);
    REQUIRE(argument("shuffle"));
    CHECK(argument("shuffle")->constant->text == "True");
    REQUIRE(argument("sampler"));
    CHECK(program.at(argument("sampler")->whole) == "sampler=make()");
    CHECK(program.at(argument("sampler")->at) == "make()");
    CHECK(argument("num_workers")->constant->text == "8");
    CHECK(call.open);
    CHECK(program.text(call.result) == "loader");
    CHECK(program.at(call.name_at) == "DataLoader");
}

TEST_CASE("behind *args no parameter is known") {
    const Program program("from torch.utils.data import DataLoader\nDataLoader(*a, True, shuffle=x)\n");
    REQUIRE(program.module().calls.size() == 1);
    const auto& call = program.module().calls[0];
    CHECK(call.open);
    REQUIRE(call.arguments.size() == 2);
    CHECK(call.arguments[0].name == trainlint::no_symbol);
    CHECK(program.text(call.arguments[1].name) == "shuffle");
}

TEST_CASE("what built a value") {
    const auto made_by = [](std::string_view sampler, std::string_view before = "") {
        const Program program("import torch\nfrom torch.utils.data import DataLoader, "
                              "DistributedSampler\n" +
                              std::string(before) + "\nDataLoader(d, sampler=" +
                              std::string(sampler) + ")\n");
        for (const auto& call : program.module().calls)
            if (program.text(call.callee) == "torch.utils.data.DataLoader") {
                std::string chain;
                for (const auto maker : call.arguments.back().made_by)
                    chain += program.text(maker) + " ";
                return chain;
            }
        return std::string("none");
    };
    CHECK(made_by("DistributedSampler(d)") == "torch.utils.data.DistributedSampler ");
    CHECK(made_by("s", "s = DistributedSampler(d)") == "torch.utils.data.DistributedSampler ");
    CHECK(made_by("torch.compile(torch.nn.Linear(1, 2))") == "torch.compile torch.nn.Linear ");
    CHECK(made_by("DistributedSampler(d) if x else None") == "");
    CHECK(made_by("s", "s = None\nif x:\n    s = DistributedSampler(d)") == "");
    CHECK(made_by("None") == "");
}

TEST_CASE("habits of scripts") {
    CHECK(Program("import torch, os\ntorch.cuda.set_device(int(os.environ['LOCAL_RANK']) % "
                  "torch.cuda.device_count())\n")
              .module()
              .takes_device_modulo_count);
    CHECK(Program("import torch\nn = torch.cuda.device_count()\nd = rank % n\n")
              .module()
              .takes_device_modulo_count);
    CHECK(!Program("import torch\nd = rank % 8\n").module().takes_device_modulo_count);
    CHECK(Program("import os\nr = os.environ['LOCAL_RANK']\n").module().reads_local_rank);
    CHECK(Program("from os import environ\nr = environ.get('LOCAL_RANK', 0)\n")
              .module()
              .reads_local_rank);
    CHECK(Program("import os\nr = os.getenv('LOCAL_RANK')\n").module().reads_local_rank);
    CHECK(!Program("import os\nr = os.getenv('RANK')\n").module().reads_local_rank);
}

TEST_CASE("modules have dotted names") {
    const Program program("x = 1\n", {}, "pkg/train.py");
    CHECK(program.text(program.module().name) == "pkg.train");
    const Program package("x = 1\n", {}, "pkg/__init__.py");
    CHECK(package.text(package.module().name) == "pkg");
}
