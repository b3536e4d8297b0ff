#include <catch2/catch.hpp>

#include "commands.hpp"
#include "job/launch.hpp"
#include "job/words.hpp"

using namespace trainlint;
using namespace trainlint::tests;

namespace {

struct Case {
    Names names;
    facts::Command command;
    std::optional<job::Read> read;

    explicit Case(const std::string& line)
        : command(command_of(names, line)), read(job::read_launch(command, names)) {}

    [[nodiscard]] const job::Launch& launch() const { return read->launch; }
};

}  // namespace

TEST_CASE("the launcher, its count and its script are read") {
    const Case one("torchrun --nnodes 2 --nproc_per_node=8 train.py --lr 0.1");
    REQUIRE(one.read);
    CHECK(one.launch().launcher == "torchrun");
    CHECK(one.launch().nodes.coefficient == 2);
    CHECK(one.launch().processes_per_node.coefficient == 8);
    CHECK(job::script_of(one.launch()) == "train.py");
    CHECK(one.launch().understood);
    CHECK_FALSE(one.launch().deprecation);
}

TEST_CASE("spellings, prefixes and paths of a launcher are the same launcher") {
    for (const auto* line :
         {"python -m torch.distributed.run --nproc-per-node 4 a.py",
          "/opt/venv/bin/torchrun --nproc_per_node 4 a.py", "python3.11 -u -m torch.distributed.run "
          "--nproc_per 4 a.py", "$PYTHON -m torch.distributed.run --nproc_per_node=4 a.py",
          "python -W ignore -m torch.distributed.run --nproc_per_node=4 a.py"}) {
        CAPTURE(line);
        const Case one(line);
        REQUIRE(one.read);
        CHECK(one.launch().launcher == "torchrun");
        CHECK(one.launch().processes_per_node.coefficient == 4);
        CHECK(job::script_of(one.launch()) == "a.py");
    }
}

TEST_CASE("what only mentions a launcher starts nothing") {
    for (const auto* line : {"echo torchrun train.py", "pip install torchrun", "grep -r torchrun .",
                             "python train.py", "python -m pytest", "which torchrun", ""}) {
        CAPTURE(line);
        CHECK_FALSE(Case(line).read);
    }
}

TEST_CASE("wrappers are gone through, outermost first") {
    const Case one("srun --ntasks-per-node=1 env NCCL_DEBUG=INFO torchrun --nproc_per_node=4 a.py");
    REQUIRE(one.read);
    CHECK(one.launch().launcher == "torchrun");
    REQUIRE(one.launch().wrappers.size() == 2);
    CHECK(one.launch().wrappers[0].name == "srun");
    CHECK(one.launch().wrappers[1].name == "env");
}

TEST_CASE("a container's image stands before the command") {
    const Case one("docker run --gpus all --rm -v /data:/data image:1 torchrun --nproc_per_node 2 a.py");
    REQUIRE(one.read);
    CHECK(one.launch().launcher == "torchrun");
    CHECK(job::script_of(one.launch()) == "a.py");
}

TEST_CASE("an unknown word may hide options, so that only a file name is the script") {
    const Case known("torchrun $ARGS train.py --x 1");
    REQUIRE(known.read);
    CHECK_FALSE(known.launch().understood);
    CHECK(job::script_of(known.launch()) == "train.py");
    const Case unknown("torchrun $ARGS train --x 1");
    REQUIRE(unknown.read);
    CHECK(job::script_of(unknown.launch()).empty());
}

TEST_CASE("an unknown option is told as unknown, and what follows as unsure") {
    const Case one("torchrun --npoc 8 train.py");
    REQUIRE(one.read);
    REQUIRE(one.launch().options.size() == 1);
    CHECK_FALSE(one.launch().options[0].known);
    CHECK(one.launch().options[0].sure);
    const Case two("torchrun $ARGS --npoc 8 train.py");
    CHECK_FALSE(two.launch().options[0].sure);
}

TEST_CASE("an ambiguous beginning is neither known nor unknown") {
    const Case one("torchrun --nproc 8 train.py");
    REQUIRE(one.read);
    CHECK(one.launch().options[0].ambiguous);
}

TEST_CASE("the deprecated launcher adds its option unless told otherwise") {
    const Case plain("python -m torch.distributed.launch --nproc_per_node=8 train.py");
    REQUIRE(plain.read);
    REQUIRE(plain.launch().deprecation);
    CHECK(plain.launch().deprecation->replacement == std::vector<std::string>{"torchrun"});
    REQUIRE(plain.launch().added_option);
    CHECK(plain.launch().added_option->spelled == "--local-rank");
    CHECK(plain.launch().added_option->before == "--local_rank");
    const Case env("python -m torch.distributed.launch --use_env train.py");
    CHECK_FALSE(env.launch().added_option);
}

TEST_CASE("a variable as count is a quantity with a coefficient") {
    const Case one("torchrun --nproc_per_node=$SLURM_GPUS_ON_NODE train.py");
    REQUIRE(one.read);
    const auto& count = one.launch().processes_per_node;
    CHECK(count.coefficient == 1);
    REQUIRE(count.factors.size() == 1);
    CHECK(one.names.text(count.factors[0]) == "SLURM_GPUS_ON_NODE");
    const facts::Number four{.coefficient = 4, .factors = {}, .at = {}};
    CHECK(compare(count, four) == facts::Order::unknown);
}

TEST_CASE("accelerate's count is divided by its machines") {
    const Case one("accelerate launch --num_processes 16 --num_machines 2 train.py");
    REQUIRE(one.read);
    CHECK(one.launch().processes_per_node.coefficient == 8);
    const Case uneven("accelerate launch --num_processes 15 --num_machines 2 train.py");
    CHECK_FALSE(uneven.launch().processes_per_node.coefficient);
    const Case unknown("accelerate launch --num_processes 16 --num_machines $N train.py");
    CHECK_FALSE(unknown.launch().processes_per_node.coefficient);
}

TEST_CASE("places of values are those of their characters") {
    const Case one("torchrun --nproc_per_node=8 train.py");
    const auto at = one.launch().processes_per_node.at.span;
    CHECK(at.begin == 26);
    CHECK(at.end == 27);
}

TEST_CASE("modules are scripts by another name") {
    const Case one("torchrun --nproc_per_node=8 -m pkg.train --lr 1");
    REQUIRE(one.read);
    CHECK(one.launch().script_is_module);
    CHECK(job::script_of(one.launch()) == "pkg.train");
}
