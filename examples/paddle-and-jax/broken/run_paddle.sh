#!/bin/bash
set -e
export CUDA_VISIBLE_DEVICES=0,1,2,3
python -m paddle.distributed.fleet.launch --gpus=0,1,2,3 train_paddle.py --epochs 10
