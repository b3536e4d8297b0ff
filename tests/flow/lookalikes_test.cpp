// What looks like a divergence and is none: nothing is told.
#include <catch2/catch.hpp>

#include "../program/reading.hpp"

using trainlint::tests::told;

TEST_CASE("a barrier sandwich") {
    CHECK(told(R"(
import torch.distributed as dist

def load(path):
    if dist.get_rank() != 0:
        dist.barrier()
    data = fetch(path)
    if dist.get_rank() == 0:
        dist.barrier()
    return data
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def load(path, local_rank):
    if local_rank not in [-1, 0]:
        dist.barrier()
    data = fetch(path)
    if local_rank == 0:
        dist.barrier()
)").empty());
    CHECK(told(R"(
import os
from contextlib import contextmanager
import torch.distributed as dist

@contextmanager
def first(rank):
    if rank not in [-1, 0]:
        dist.barrier()
    yield
    if rank == 0:
        dist.barrier()

def load(path):
    with first(int(os.environ["LOCAL_RANK"])):
        data = fetch(path)
    dist.barrier()
)").empty());
}

TEST_CASE("a sandwich whose halves are functions") {
    CHECK(told(R"(
import torch.distributed as dist

def begin():
    if dist.get_rank() != 0:
        dist.barrier()

def end():
    if dist.get_rank() == 0:
        dist.barrier()

def load(path):
    begin()
    data = fetch(path)
    end()
)").empty());
}

TEST_CASE("a sandwich whose halves are methods of a context") {
    CHECK(told(R"(
import os
import torch.distributed as dist

class FirstRankPerNode:
    def __enter__(self):
        self.first = int(os.environ["LOCAL_RANK"]) == 0
        if not self.first:
            dist.barrier()
        return self.first

    def __exit__(self, *error):
        if self.first and dist.is_initialized():
            dist.barrier()
        return False
)").empty());
    // Both wait on the same ranks.
    CHECK(!told(R"(
import torch.distributed as dist

class Turns:
    def __enter__(self):
        if dist.get_rank() == 0:
            dist.barrier()

    def __exit__(self, *error):
        if dist.get_rank() == 0:
            dist.barrier()
)").empty());
}

TEST_CASE("both branches do the same") {
    CHECK(told(R"(
import torch.distributed as dist

def share(value):
    if dist.get_rank() == 0:
        values = [value]
        dist.broadcast_object_list(values, src=0)
    else:
        values = [None]
        dist.broadcast_object_list(values, src=0)
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def gather(x):
    if dist.get_rank() == 0:
        parts = [None] * 4
        dist.gather_object(x, parts)
        for part in parts:
            print(part)
    else:
        dist.gather_object(x)
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def share(params):
    if dist.get_rank() == 0:
        for p in params:
            dist.broadcast(p, 0)
    else:
        for q in params:
            dist.broadcast(q, 0)
)").empty());
}

TEST_CASE("an early return that has its own barrier") {
    CHECK(told(R"(
import torch.distributed as dist

def save(model):
    if dist.get_rank() != 0:
        dist.barrier()
        return
    write(model)
    dist.barrier()
)").empty());
}

TEST_CASE("a group that only its members use") {
    CHECK(told(R"(
import torch.distributed as dist

def f(value, ranks):
    group = dist.new_group(ranks)
    if dist.get_rank() in ranks:
        dist.all_reduce(value, group=group)
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def f(value, ranks):
    group = dist.new_group([0, 1])
    if dist.get_rank() < 2:
        dist.all_reduce(value, dist.ReduceOp.SUM, group)
    if group is not None:
        dist.barrier(group)
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

class Layer:
    def f(self, value):
        if dist.get_rank(self.group) == 0:
            dist.all_reduce(value)
)").empty());
}

TEST_CASE("the others end in an error") {
    CHECK(told(R"(
import sys
import torch.distributed as dist

def check(value):
    if dist.get_rank() != 0 and value is None:
        raise ValueError("no value")
    dist.barrier()

def check_more(value):
    if dist.get_rank() != 0:
        sys.exit(1)
    dist.barrier()

def check_last(value):
    if dist.get_rank() != 0:
        assert False
    dist.barrier()
)").empty());
    // Nothing ends the others when a process ends well.
    CHECK(told(R"(
import sys
import torch.distributed as dist

def check(value):
    if dist.get_rank() != 0:
        sys.exit(0)
    dist.barrier()
)").size() == 1);
}

TEST_CASE("work of one rank without collectives") {
    CHECK(told(R"(
import torch
import torch.distributed as dist

def train(loader, model):
    for step, batch in enumerate(loader):
        loss = model(batch)
        dist.all_reduce(loss)
        if dist.get_rank() == 0:
            while not write(loss):
                if step > 3:
                    break
            print(loss)
        if dist.get_rank() == 0 and step % 10 == 0:
            torch.save(model.state_dict(), "x")
    dist.barrier()
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def finish(model):
    dist.barrier()
    if dist.get_rank() != 0:
        return
    push(model)
)").empty());
}

TEST_CASE("a rank in the count of a loop") {
    CHECK(told(R"(
import torch.distributed as dist

def f(x):
    for i in range(dist.get_rank()):
        dist.barrier()
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def in_turn(x):
    for i in range(dist.get_world_size()):
        if i == dist.get_rank():
            print(x)
        dist.barrier()

def in_turn_too(x):
    for i in range(dist.get_world_size()):
        if i == dist.get_rank():
            dist.barrier()
)").empty());
}

TEST_CASE("a loop over the same, shown by one rank") {
    CHECK(told(R"(
import torch.distributed as dist
from tqdm import tqdm

def train(loader):
    for batch in tqdm(loader) if dist.get_rank() == 0 else loader:
        dist.all_reduce(batch)
)").empty());
}

TEST_CASE("what was broadcast is the same again") {
    CHECK(told(R"(
import torch
import torch.distributed as dist

def f(done):
    flag = torch.tensor(dist.get_rank() == 0)
    dist.broadcast(flag, 0)
    if flag:
        dist.barrier()
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def f(done):
    objects = [dist.get_rank() == 0]
    dist.broadcast_object_list(objects, 0)
    stop = objects[0]
    if stop:
        dist.barrier()
)").empty());
}

TEST_CASE("names alone say nothing") {
    CHECK(told(R"(
import torch.distributed as dist

def f(args, rank, is_main_process, model):
    if args.rank == 0:
        dist.barrier()
    if rank == 0:
        dist.barrier()
    if is_main_process:
        dist.barrier()
    if model.lora.rank == 0:
        dist.barrier()
)").empty());
    CHECK(told(R"(
import torch.distributed as dist
from utils import is_main_process, get_rank

def f():
    if is_main_process():
        dist.barrier()
    if get_rank() == 0:
        dist.barrier()
)").empty());
}

TEST_CASE("the project's own package of a framework's name") {
    const trainlint::tests::Program program(R"(
import deepspeed.comm as dist

def f():
    if dist.get_rank() == 0:
        dist.barrier()
)",
                                            {"deepspeed/__init__.py"});
    CHECK(program.module().divergences.empty());
}

TEST_CASE("look-alikes of collectives") {
    CHECK(told(R"(
import torch
import torch.distributed as dist
import asyncio

def f(queue, x):
    if dist.get_rank() == 0:
        queue.barrier()
        x.gather(0, x)
        torch.gather(x, 0, x)
        asyncio.gather(x)
        dist.send(x, 1)
    elif dist.get_rank() == 1:
        dist.recv(x, 0)
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def f(x):
    dist = x
    if x.rank() == 0:
        dist.barrier()

def g(dist):
    if dist.get_rank() == 0:
        dist.barrier()
)").empty());
}

TEST_CASE("accelerate's context managers are balanced") {
    CHECK(told(R"(
from accelerate import Accelerator

accelerator = Accelerator()
with accelerator.main_process_first():
    prepare()
if accelerator.is_main_process:
    accelerator.save({}, "x")
    accelerator.print("done")
)").empty());
}

TEST_CASE("a process that starts others") {
    CHECK(told(R"(
import torch.distributed as dist
import torch.multiprocessing as mp

def worker(index):
    dist.init_process_group("nccl")
    dist.barrier()

def main(args):
    if args.launch:
        mp.spawn(worker, nprocs=2)
    else:
        worker(0)
)").empty());
}

TEST_CASE("exceptions are not known to differ") {
    CHECK(told(R"(
import torch.distributed as dist

def f():
    if dist.get_rank() == 0:
        try:
            download()
        except OSError:
            return
    dist.barrier()
)").empty());
}

TEST_CASE("roles that talk to each other are not compared") {
    CHECK(told(R"(
import torch.distributed as dist

def serve():
    while True:
        dist.broadcast_object_list([None])
        if done():
            dist.barrier()

def work(data):
    for x in data:
        dist.all_reduce(x)
        if x:
            dist.barrier()

def main(data):
    if dist.get_rank() == 0:
        serve()
    else:
        work(data)
)").empty());
}

TEST_CASE("global and local rank together may be meant for one node") {
    CHECK(told(R"(
import os
import torch.distributed as dist

def load():
    if int(os.environ["LOCAL_RANK"]) != 0:
        dist.barrier()
    fetch()
    if dist.get_rank() == 0:
        dist.barrier()
)").empty());
}

TEST_CASE("an optional group is not known to be all ranks") {
    CHECK(told(R"(
import torch.distributed as dist

def f(x, group=None):
    if dist.get_rank() == 0:
        dist.all_reduce(x, group=group)
)").empty());
    CHECK(told(R"(
import torch.distributed as dist

def f(x, *args, **kwargs):
    if dist.get_rank() == 0:
        dist.all_reduce(x, **kwargs)
)").empty());
}

TEST_CASE("a trainer of one process waits for nobody") {
    CHECK(told(R"(
import lightning.pytorch as pl

def main(model, data):
    trainer = pl.Trainer(devices=4)
    trainer.fit(model, data)
    if trainer.is_global_zero:
        alone = pl.Trainer(devices=1, num_nodes=1)
        alone.test(model, data)
        pl.Trainer(devices=1).test(model, data)
)").empty());
}

TEST_CASE("a group that is told who belongs to it") {
    CHECK(told(R"(
import torch.distributed as dist
import torch.multiprocessing as mp

def worker(rank, world_size):
    if rank <= 1:
        dist.init_process_group("gloo", rank=rank, world_size=2)
    else:
        serve()

mp.spawn(worker, args=(4,), nprocs=4)
)").empty());
}

TEST_CASE("conditions that may be the same in other words") {
    CHECK(told(R"(
import torch.distributed as dist

CACHE = {}

def group_of(ranks):
    if tuple(ranks) not in CACHE:
        CACHE[tuple(ranks)] = dist.new_group(ranks)
    return CACHE[tuple(ranks)]

def f():
    rank = dist.get_rank()
    return group_of([0, 1]) if rank in (0, 1) else group_of([2, 3])
)").empty());
}

TEST_CASE("the others do something that is not seen") {
    CHECK(told(R"(
import torch.distributed as dist

def main(worker, x):
    if dist.get_rank() == 0:
        dist.broadcast(x, 0)
    else:
        worker.run(x)

def serve(worker, x):
    if dist.get_rank() != 0:
        worker.run(x)
        return
    dist.broadcast(x, 0)
)").empty());
    CHECK(told(R"(
import time
import numpy as np
import torch.distributed as dist

def main(logger, x):
    if dist.get_rank() == 0:
        dist.broadcast(x, 0)
    else:
        logger.info("waiting")
        time.sleep(1)
        np.save("x", x)
)").size() == 1);
}
