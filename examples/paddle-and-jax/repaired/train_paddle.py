"""Trains a classifier with Paddle fleet."""
import argparse

import paddle
import paddle.distributed as dist
from paddle.distributed import fleet
from paddle.io import DataLoader, DistributedBatchSampler
from paddle.vision.datasets import MNIST


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    return parser.parse_args()


def report(loss):
    dist.all_reduce(loss)
    if dist.get_rank() == 0:
        print(float(loss) / dist.get_world_size())


def main():
    args = parse_args()
    fleet.init(is_collective=True)
    dataset = MNIST(mode="train")
    sampler = DistributedBatchSampler(dataset, batch_size=64, shuffle=True)
    loader = DataLoader(dataset, batch_sampler=sampler)
    model = fleet.distributed_model(paddle.vision.models.LeNet())
    optimizer = fleet.distributed_optimizer(
        paddle.optimizer.Adam(parameters=model.parameters()))
    for _ in range(args.epochs):
        for images, labels in loader:
            loss = paddle.nn.functional.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
        report(loss.detach())


if __name__ == "__main__":
    main()
