// Events in the wrong order: what is told, and what only looks like it.
#include <catch2/catch.hpp>

#include "../program/reading.hpp"

using trainlint::tests::Program;
using Lines = std::vector<std::string>;

namespace {

/// "barrier@4 before set_device@5 always" for each pair.
Lines pairs(std::string_view source) {
    const Program program(source);
    const auto last = [&](trainlint::Symbol name) {
        const auto text = program.text(name);
        return text.substr(text.rfind('.') + 1);
    };
    Lines all;
    for (const auto& sequence : program.module().sequences)
        all.push_back(last(sequence.first.operation) + "@" +
                      std::to_string(program.line(sequence.first.at)) + " before " +
                      last(sequence.second.operation) + "@" +
                      std::to_string(program.line(sequence.second.at)) +
                      (sequence.on_every_path ? " always" : " sometimes"));
    return all;
}

std::string main_of(std::string_view body) {
    return "import os\nimport torch\nimport torch.distributed as dist\n\ndef main():\n" +
           std::string(body) + "\nmain()\n";
}

}  // namespace

TEST_CASE("a device bound after a collective that used one") {
    CHECK(pairs(main_of(R"(    dist.init_process_group("nccl")
    dist.barrier()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"])))")) ==
          Lines{"barrier@7 before set_device@8 always"});
    CHECK(pairs(main_of(R"(    dist.init_process_group("nccl")
    parts = [None] * dist.get_world_size()
    dist.all_gather_object(parts, 1)
    torch.cuda.set_device(dist.get_rank()))")) ==
          Lines{"all_gather_object@8 before set_device@9 always"});
}

TEST_CASE("a device bound after it was used") {
    CHECK(pairs(main_of(R"(    model = torch.nn.Linear(2, 2).cuda()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"])))")) ==
          Lines{"cuda@6 before set_device@7 always"});
    CHECK(pairs(main_of(R"(    x = torch.ones(2, device="cuda")
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"])))")) ==
          Lines{"ones@6 before set_device@7 always"});
}

TEST_CASE("through calls, on some path") {
    CHECK(pairs(R"(
import os
import torch
import torch.distributed as dist

def setup():
    dist.init_process_group("nccl")
    dist.barrier()

def main():
    setup()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))

if __name__ == "__main__":
    main()
)") == Lines{"barrier@7 before set_device@11 always"});
    CHECK(pairs(main_of(R"(    dist.init_process_group("nccl")
    if os.path.exists("x"):
        dist.barrier()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"])))")) ==
          Lines{"barrier@8 before set_device@9 sometimes"});
}

TEST_CASE("JAX used before it is initialised") {
    CHECK(pairs(R"(
import jax

def main():
    print(jax.device_count())
    jax.distributed.initialize()
)") == Lines{"device_count@4 before initialize@5 always"});
    CHECK(pairs(R"(
import jax

def main():
    jax.distributed.initialize()
    print(jax.device_count())
)")
              .empty());
    CHECK(pairs(R"(
import jax

jax.config.update("jax_default_matmul_precision", "high")

def later():
    return jax.devices()

jax.distributed.initialize()
)")
              .empty());
}

TEST_CASE("look-alikes of a device bound too late") {
    const auto silent = [](std::string_view body) {
        CAPTURE(body);
        CHECK(pairs(main_of(body)).empty());
    };
    silent(R"(    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    dist.barrier())");
    silent(R"(    dist.init_process_group("nccl")
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.barrier())");
    silent(R"(    dist.init_process_group("gloo")
    dist.barrier()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"])))");
    silent(R"(    local = int(os.environ["LOCAL_RANK"])
    dist.init_process_group("nccl", device_id=torch.device("cuda", local))
    dist.barrier()
    torch.cuda.set_device(local))");
    silent(R"(    local = int(os.environ["LOCAL_RANK"])
    dist.init_process_group("nccl")
    dist.barrier(device_ids=[local])
    torch.cuda.set_device(local))");
    silent(R"(    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.barrier()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"])))");
    silent(R"(    os.environ["CUDA_VISIBLE_DEVICES"] = os.environ["LOCAL_RANK"]
    dist.barrier()
    torch.cuda.set_device(dist.get_rank()))");
    silent(R"(    dist.barrier()
    torch.cuda.set_device(0))");
    silent(R"(    x = torch.ones(1, device=f"cuda:{dist.get_rank()}")
    dist.all_reduce(x)
    torch.cuda.set_device(dist.get_rank()))");
    silent(R"(    x = torch.ones(1)
    x = x.to("cpu")
    torch.cuda.set_device(dist.get_rank()))");
}

TEST_CASE("a use in one branch and the binding in the other") {
    CHECK(pairs(R"(
import torch
import torch.distributed as dist

def main(args):
    if args.gpu is None:
        dist.barrier()
    if args.gpu is not None:
        torch.cuda.set_device(args.gpu)
)")
              .empty());
}

TEST_CASE("the caller has bound the device before") {
    CHECK(pairs(R"(
import os
import torch
import torch.distributed as dist

def worker():
    dist.barrier()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))

def main():
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    worker()
)")
              .empty());
}

TEST_CASE("frameworks that bind the device themselves") {
    CHECK(pairs(R"(
import torch
import torch.distributed as dist
from accelerate import Accelerator

def main(local_rank):
    accelerator = Accelerator()
    dist.barrier()
    torch.cuda.set_device(local_rank)
)")
              .empty());
}

TEST_CASE("the backend is told with the event") {
    const Program program(main_of(R"(    dist.init_process_group("nccl")
    dist.barrier()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"])))"));
    REQUIRE(program.module().sequences.size() == 1);
    CHECK(program.text(program.module().sequences[0].first.backend) == "nccl");
}
