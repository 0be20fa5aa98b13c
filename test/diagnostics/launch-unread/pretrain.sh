#!/bin/bash
torchrun pretrain_gpt.py \
  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \
  --seq-length 4096 --max-position-embeddings 4096 \
  --micro-batch-size 1 --global-batch-size 512 --train-iters 1000 --bf16 \
  --tensor-model-parallel-size 8 --my-own-flag 3
