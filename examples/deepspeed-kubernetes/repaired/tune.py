"""Tunes a language model with DeepSpeed's ZeRO stage 3."""
import argparse

import deepspeed
import torch.distributed as dist
from transformers import AutoModelForCausalLM


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="./model")
    parser.add_argument("--steps", type=int, default=1000)
    parser = deepspeed.add_config_arguments(parser)
    return parser.parse_args()


def save(engine, step):
    if dist.get_rank() == 0:
        print(f"saving step {step}")
    dist.barrier()


def main():
    args = parse_args()
    deepspeed.init_distributed()
    model = AutoModelForCausalLM.from_pretrained(args.model)
    engine, _, _, _ = deepspeed.initialize(args=args, model=model)
    for step in range(args.steps):
        loss = engine(next(engine.batches)).loss
        engine.backward(loss)
        engine.step()
        if step % 100 == 0:
            save(engine, step)


if __name__ == "__main__":
    main()
