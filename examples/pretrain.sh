#!/bin/bash
# A Megatron Core launch of a 7B model on one node of 8 GPUs, for docs/how-to/import-launch.md.
torchrun --nproc-per-node 8 pretrain_gpt.py \
  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \
  --group-query-attention --num-query-groups 8 \
  --ffn-hidden-size 14336 --swiglu --normalization RMSNorm \
  --untie-embeddings-and-output-weights --disable-bias-linear \
  --position-embedding-type rope --vocab-size 128256 \
  --seq-length 8192 --max-position-embeddings 8192 \
  --micro-batch-size 1 --global-batch-size 128 --bf16 \
  --tensor-model-parallel-size 4 --sequence-parallel \
  --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather
