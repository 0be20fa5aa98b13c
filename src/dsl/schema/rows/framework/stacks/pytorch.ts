import { pytorchRuns } from "../runs/torch.ts";
import { COPIED_OUT, ONE_ORDER, PIPELINED_FSDP } from "../sources.ts";
import { framework } from "../stack.ts";

const PROGRAM = "the program of `launch.pytorch` (src/launch/pytorch)";

export const pytorch = framework(
  "pytorch",
  "Plain PyTorch: the program that `launch.pytorch` writes, with DDP or FSDP2, tensor parallelism on DTensor, and pipelines.",
  "2026",
  {
    ...pytorchRuns,
    compile: ["false", `${PROGRAM}: no torch.compile`],
    fused: ["compile", `${PROGRAM}: rotary embedding and activation in plain PyTorch`],
    rms_norm_fused: ["compile", `${PROGRAM}: torch.nn.RMSNorm`],
    flash_version: ["2", "PyTorch: scaled_dot_product_attention prefers FlashAttention 2"],
    rank_orders: [ONE_ORDER, `${PROGRAM}: the mesh's dimensions are pp, dp, tp, the last the nearest`],
    shard_copies: ["all", COPIED_OUT],
    pipeline_reshard: ["step", PIPELINED_FSDP],
    pipeline_scatter: ["step", PIPELINED_FSDP],
    overlap: [
      "[dp]",
      "arXiv:2411.00284, section 4: FSDP2 prefetches; arXiv:2006.15704, section 3.2: DDP's buckets",
    ],
    sequence_parallel: ["tp > 1", `${PROGRAM}: SequenceParallel around every norm where the plan has it`],
    sequence_buffers: [
      "3",
      `${PROGRAM}: attention and MLP gather their inputs, which backward reads; and a gradient`,
    ],
    fp32_gradients: ["true", `${PROGRAM}: fp32 weights and gradients, MixedPrecisionPolicy.reduce_dtype`],
    recompute_skips: [
      "layer_end",
      "torch/utils/checkpoint.py: not reentrant, it stops at the last tensor that backward needs (set_checkpoint_early_stop)",
    ],
    logit_bytes: [
      "16 B",
      "PyTorch, distributed/tensor/parallel/loss.py: fp32 logits, log-softmax, its exponential, the gradient",
    ],
  },
);
