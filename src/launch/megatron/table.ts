import type { ArgumentTable } from "../carry/argumentTable.ts";
import { attentionRows, feedForwardRows, shapeRows } from "./modelRows.ts";
import { expertRows, overlapRows, parallelRows } from "./planRows.ts";
import { batchRows, checkpointRows, memoryRows, optimizerRows, precisionRows } from "./trainingRows.ts";

/** Table that maps Megatron Core's arguments (`pretrain_gpt.py`) to a plan and back. */
export const megatron: ArgumentTable = {
  name: "Megatron Core",
  version: "core_v0.15.0",
  source: "NVIDIA/Megatron-LM, megatron/training/arguments.py",
  model: true,
  sections: [
    { title: "MODEL", rows: [...shapeRows, ...attentionRows, ...feedForwardRows] },
    { title: "PARALLEL", rows: [...parallelRows, ...expertRows, ...overlapRows] },
    {
      title: "TRAINING",
      rows: [...batchRows, ...precisionRows, ...memoryRows, ...optimizerRows, ...checkpointRows],
    },
  ],
  aside: [
    // torchrun's own arguments, which a script may have in one command with Megatron's.
    /^--(nnodes|nproc-per-node|node-rank|master-(addr|port)|rdzv-.*|max-restarts|log-dir|tee|redirects|standalone)$/,
    /^--(lr|min-lr|lr-.*|weight-decay|adam-.*|clip-grad|init-method-std|seed|norm-epsilon|rotary-.*|use-rope.*|rope-.*)$/,
    /^--(data-.*|.*data-path|split|mock-data|tokenizer-.*|vocab-file|merge-file|num-workers|tiktoken-.*)$/,
    /^--(save|load|log-.*|tensorboard-.*|wandb-.*|eval-.*|timing-.*|exit-.*|manual-gc.*|distributed-.*|ckpt-.*|no-(load|save)-.*|dist-ckpt-.*)$/,
    /^--(use-mcore-models|transformer-impl|moe-grouped-gemm|moe-permute-fusion|moe-router-(load|score|dtype|pre|topk-scaling|enable|bias|fusion).*|moe-aux-loss-coeff|moe-z-loss-coeff|cross-entropy-.*|make-vocab-size-divisible-by|attention-softmax-in-fp32|accumulate-allreduce-grads-in-fp32|fp8-(amax|margin|interval).*|no-.*-fusion|use-flash-attn|apply-layernorm-1p)$/,
  ],
};
