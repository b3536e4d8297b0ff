// Collectives that some ranks skip: every kind is told with its condition.
#include <catch2/catch.hpp>

#include "../program/reading.hpp"

using trainlint::tests::told;
using Lines = std::vector<std::string>;

TEST_CASE("a collective under a rank test") {
    CHECK(told(R"(
import torch.distributed as dist

def save(model):
    if dist.get_rank() == 0:
        dist.barrier()
)") == Lines{"barrier@5 by rank 0 of 4"});
    CHECK(told(R"(
import torch.distributed as dist

def save(model):
    if dist.get_rank() != 0:
        dist.barrier()
)") == Lines{"barrier@5 by all but rank 0 of 4"});
}

TEST_CASE("the spellings of a rank test") {
    const auto with = [](std::string condition) {
        return told("import os\nimport torch.distributed as dist\nrank = dist.get_rank()\n"
                    "world = dist.get_world_size()\ndef f():\n    if " +
                    condition + ":\n        dist.barrier()\n");
    };
    CHECK(with("rank == 0") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("0 == rank") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("not rank") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("rank") == Lines{"barrier@7 by all but rank 0 of 6"});
    CHECK(with("rank > 0") == Lines{"barrier@7 by all but rank 0 of 6"});
    CHECK(with("rank < 1") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("rank <= 0") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("rank in [0]") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("rank in (-1, 0)") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("rank not in (-1, 0)") == Lines{"barrier@7 by all but rank 0 of 6"});
    CHECK(with("rank == 3") == Lines{"barrier@7 by rank 3 of 6"});
    CHECK(with("rank < 4") == Lines{"barrier@7 by ranks below 4 of 6"});
    CHECK(with("rank >= 4") == Lines{"barrier@7 by ranks from 4 on of 6"});
    CHECK(with("rank % 2 == 0") == Lines{"barrier@7 by even ranks of 6"});
    CHECK(with("rank % 2") == Lines{"barrier@7 by odd ranks of 6"});
    CHECK(with("rank == world - 1") == Lines{"barrier@7 by the last rank of 6"});
    CHECK(with("rank == dist.get_world_size() - 1") == Lines{"barrier@7 by the last rank of 6"});
    CHECK(with("int(os.environ['RANK']) == 0") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("os.environ['RANK'] == '0'") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("os.environ.get('RANK', '0') == '0'") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("int(os.getenv('SLURM_PROCID', 0)) == 0") == Lines{"barrier@7 by rank 0 of 6"});
    CHECK(with("int(os.environ['LOCAL_RANK']) == 0") ==
          Lines{"barrier@7 by the first rank of each node of 6"});
    CHECK(with("(r := rank) == 0") == Lines{"barrier@7 by rank 0 of 6"});
}

TEST_CASE("conditions that hold in every distributed run are no splits") {
    const auto with = [](std::string condition) {
        return told("import os\nimport torch.distributed as dist\nrank = dist.get_rank()\n"
                    "world = dist.get_world_size()\ndef f():\n    if " +
                    condition + ":\n        dist.barrier()\n");
    };
    for (const auto* condition :
         {"world > 1", "dist.is_initialized()", "rank >= 0", "rank != -1", "rank is not None",
          "'RANK' in os.environ", "int(os.environ.get('WORLD_SIZE', 1)) > 1", "world != 1",
          "dist.is_available() and dist.is_initialized()", "world >= 2"}) {
        CAPTURE(condition);
        CHECK(with(condition).empty());
    }
}

TEST_CASE("an early return before a collective") {
    CHECK(told(R"(
import os
import torch.distributed as dist

rank = int(os.environ["RANK"])


def report(loss):
    if rank != 0:
        return
    dist.all_reduce(loss)
)") == Lines{"all_reduce@10 by rank 0 of 8"});
    CHECK(told(R"(
import torch.distributed as dist

def report(losses):
    for loss in losses:
        if dist.get_rank() != 0:
            continue
        dist.all_reduce(loss)
)") == Lines{"all_reduce@7 by rank 0 of 5"});
}

TEST_CASE("a rank that leaves a loop with collectives") {
    CHECK(told(R"(
import torch.distributed as dist

def train(loader):
    for batch in loader:
        dist.all_reduce(batch)
        if dist.get_rank() == 0:
            break
)") == Lines{"all_reduce@5 by all but rank 0 of 6"});
    // Whether the others leave it as well under such a condition is not known.
    CHECK(told(R"(
import torch.distributed as dist

def train(loader, done):
    for batch in loader:
        dist.all_reduce(batch)
        if dist.get_rank() == 0 and done(batch):
            break
        if stop.item():
            break
)").empty());
}

TEST_CASE("through calls, helpers and attributes") {
    CHECK(told(R"(
import torch.distributed as dist

def is_main():
    return dist.get_rank() == 0

def mean(value):
    dist.all_reduce(value)
    return value / dist.get_world_size()

def log(value):
    if is_main():
        print(mean(value))
)") == Lines{"all_reduce@7 by rank 0 of 11 call 12"});
    CHECK(told(R"(
import torch.distributed as dist

def is_dist():
    if not dist.is_available():
        return False
    if not dist.is_initialized():
        return False
    return True

def get_rank():
    if not is_dist():
        return 0
    return dist.get_rank()

def is_main():
    return get_rank() == 0

def save(model):
    if not is_main():
        return
    dist.barrier()
)") == Lines{"barrier@21 by rank 0 of 19"});
    CHECK(told(R"(
import torch.distributed as dist

class Trainer:
    def __init__(self):
        self.rank = dist.get_rank()
        self.is_main = self.rank == 0

    def sync(self):
        dist.barrier()

    def save(self):
        if self.is_main:
            self.sync()
)") == Lines{"barrier@9 by rank 0 of 12 call 13"});
    CHECK(told(R"(
import torch.distributed as dist

class Base:
    def __init__(self):
        self.rank = dist.get_rank()

    @property
    def is_main(self):
        return self.rank == 0

class Trainer(Base):
    def save(self):
        if self.is_main:
            dist.barrier()
)") == Lines{"barrier@14 by rank 0 of 13"});
    CHECK(told(R"(
import torch.distributed as dist

def setup(args):
    args.rank = dist.get_rank()
    args.save_logs = args.rank == 0

def main(args):
    setup(args)
    if args.save_logs:
        dist.barrier()
)") == Lines{"barrier@10 by rank 0 of 9"});
}

TEST_CASE("a fallback for a run that is not distributed is no other value") {
    CHECK(told(R"(
import os
import torch.distributed as dist

ddp = int(os.environ.get('RANK', -1)) != -1
if ddp:
    ddp_rank = int(os.environ['RANK'])
    master_process = ddp_rank == 0
else:
    ddp_rank = 0
    master_process = True
if master_process:
    dist.barrier()
)") == Lines{"barrier@12 by rank 0 of 11"});
    CHECK(told(R"(
import torch.distributed as dist

def f(args):
    rank = 0
    if args.distributed:
        rank = dist.get_rank()
    if rank == 0:
        dist.barrier()
)") == Lines{"barrier@8 by rank 0 of 7"});
    CHECK(told(R"(
import torch.distributed as dist

def f():
    rank = dist.get_rank() if dist.is_initialized() else 0
    if rank == 0:
        dist.barrier()
)") == Lines{"barrier@6 by rank 0 of 5"});
    CHECK(told(R"(
import os
import torch.distributed as dist

def get_rank():
    try:
        return int(os.environ["RANK"])
    except KeyError:
        return 0

def f():
    if get_rank() == 0:
        dist.barrier()
)") == Lines{"barrier@12 by rank 0 of 11"});
}

TEST_CASE("conditions put together") {
    CHECK(told(R"(
import torch.distributed as dist

def f(step):
    if step % 100 == 0 and dist.get_rank() == 0:
        dist.barrier()
)") == Lines{"barrier@5 by rank 0 of 4 when 4"});
    CHECK(told(R"(
import torch.distributed as dist

def f(debug):
    if debug or dist.get_rank() == 0:
        dist.barrier()
)") == Lines{"barrier@5 by rank 0 of 4 when 4"});
    CHECK(told(R"(
import torch.distributed as dist

def f(step):
    if step % 100 == 0:
        if dist.get_rank() == 0:
            dist.barrier()
)") == Lines{"barrier@6 by rank 0 of 5 when 4"});
    CHECK(told(R"(
import torch.distributed as dist

def agreed():
    dist.barrier()
    return True

def f():
    if dist.get_rank() == 0 and agreed():
        print("saved")
)") == Lines{"barrier@4 by rank 0 of 8 call 8"});
    CHECK(told(R"(
import torch.distributed as dist

def f(x):
    y = dist.all_gather_object([], x) if dist.get_rank() == 0 else None
    dist.get_rank() == 0 and dist.barrier()
)").size() == 1);
}

TEST_CASE("one branch, both branches, another order") {
    CHECK(told(R"(
import torch.distributed as dist

def f(x):
    if dist.get_rank() == 0:
        dist.broadcast(x, 0)
        dist.barrier()
    else:
        dist.broadcast(x, 0)
)") == Lines{"barrier@6 by rank 0 of 4"});
    CHECK(told(R"(
import torch.distributed as dist

def f(x):
    if dist.get_rank() == 0:
        dist.barrier()
        dist.broadcast(x, 0)
    else:
        dist.broadcast(x, 0)
        dist.barrier()
)") == Lines{"barrier@5 in another order by rank 0 of 4"});
}

TEST_CASE("what stands before and behind does not hide it") {
    CHECK(told(R"(
import torch.distributed as dist

def f(x, loader):
    dist.barrier()
    if dist.get_rank() == 0:
        dist.barrier()
    for batch in loader:
        dist.all_reduce(batch)
)") == Lines{"barrier@6 by rank 0 of 5"});
}

TEST_CASE("decorators that let some ranks run the body") {
    CHECK(told(R"(
import torch.distributed as dist
from pytorch_lightning.utilities import rank_zero_only

@rank_zero_only
def save(model):
    dist.barrier()
)") == Lines{"barrier@6 by rank 0 of 4"});
}

TEST_CASE("frameworks") {
    CHECK(told(R"(
from accelerate import Accelerator

accelerator = Accelerator()
if accelerator.is_main_process:
    accelerator.wait_for_everyone()
)") == Lines{"wait_for_everyone@5 by rank 0 of 4"});
    CHECK(told(R"(
def save(accelerator, model):
    if accelerator.is_main_process:
        accelerator.wait_for_everyone()
)") == Lines{"wait_for_everyone@3 by rank 0 of 2"});
    CHECK(told(R"(
from lightning.pytorch.callbacks import Callback

class Plot(Callback):
    def on_train_epoch_end(self, trainer, pl_module):
        if not trainer.is_global_zero:
            return
        trainer.strategy.barrier()
)") == Lines{"barrier@7 by rank 0 of 5"});
    CHECK(told(R"(
import horovod.torch as hvd

def f(x):
    if hvd.rank() == 0:
        hvd.allreduce(x)
)") == Lines{"allreduce@5 by rank 0 of 4"});
    CHECK(told(R"(
import jax
from jax.experimental import multihost_utils

def f():
    if jax.process_index() == 0:
        multihost_utils.sync_global_devices("saved")
)") == Lines{"sync_global_devices@6 by rank 0 of 5"});
    CHECK(told(R"(
import paddle.distributed as dist

def f():
    if dist.get_rank() == 0:
        dist.barrier()
)") == Lines{"barrier@5 by rank 0 of 4"});
    CHECK(told(R"(
import deepspeed

def main(args, net):
    engine, _, loader, _ = deepspeed.initialize(args=args, model=net)
    if deepspeed.comm.get_rank() == 0:
        engine.save_checkpoint("out")
)") == Lines{"save_checkpoint@6 by rank 0 of 5"});
}

TEST_CASE("processes that the module starts itself") {
    CHECK(told(R"(
import torch.distributed as dist
import torch.multiprocessing as mp

def worker(rank, world_size):
    dist.init_process_group("nccl", rank=rank, world_size=world_size)
    if rank == 0:
        dist.barrier()

def main():
    mp.spawn(worker, args=(2,), nprocs=2)
)") == Lines{"barrier@7 by the first rank of each node of 6"});
    CHECK(told(R"(
import torch.distributed as dist
from torch.multiprocessing import Process

def run(rank, size):
    if rank == 0:
        dist.barrier()

if __name__ == "__main__":
    for rank in range(2):
        Process(target=run, args=(rank, 2)).start()
)").size() == 1);
}

TEST_CASE("a rank that callers hand on") {
    CHECK(told(R"(
import torch.distributed as dist

def save(model, rank):
    if rank == 0:
        dist.barrier()

def main(model):
    save(model, dist.get_rank())
)") == Lines{"barrier@5 by rank 0 of 4"});
    CHECK(told(R"(
import torch.distributed as dist

def save(model, is_main=False):
    if is_main:
        dist.barrier()

def main(model):
    save(model, is_main=dist.get_rank() == 0)
)") == Lines{"barrier@5 by rank 0 of 4"});
}

TEST_CASE("the module itself") {
    CHECK(told(R"(
import torch.distributed as dist

if __name__ == "__main__":
    if dist.get_rank() == 0:
        dist.barrier()
)") == Lines{"barrier@5 by rank 0 of 4"});
}

TEST_CASE("a group of its own, tested by its own rank") {
    CHECK(told(R"(
import torch.distributed as dist

def f(group):
    if dist.get_rank(group) == 0:
        dist.barrier(group=group)
)") == Lines{"barrier@5 by rank 0 of the group of 4"});
}

TEST_CASE("match, with, try") {
    CHECK(told(R"(
import torch.distributed as dist

def f(path):
    with open(path) as file:
        if dist.get_rank() == 0:
            dist.barrier()
)") == Lines{"barrier@6 by rank 0 of 5"});
    CHECK(told(R"(
import torch.distributed as dist

def f(path):
    try:
        load(path)
    finally:
        if dist.get_rank() == 0:
            dist.barrier()
)") == Lines{"barrier@8 by rank 0 of 7"});
    CHECK(told(R"(
import torch.distributed as dist

def f(path):
    try:
        if dist.get_rank() == 0:
            return
    finally:
        print("done")
    dist.barrier()
)") == Lines{"barrier@9 by all but rank 0 of 5"});
}

TEST_CASE("a group is made by all ranks") {
    CHECK(told(R"(
import torch.distributed as dist

def f():
    if dist.get_rank() < 4:
        dist.new_group([0, 1, 2, 3])
)") == Lines{"new_group@5 by ranks below 4 of 4"});
}
