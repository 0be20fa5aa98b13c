import { torchtitanRuns } from "../runs/torch.ts";
import { COPIED_OUT, ONE_ORDER, PIPELINED_FSDP } from "../sources.ts";
import { framework } from "../stack.ts";

const MESH =
  "pytorch/torchtitan, torchtitan/distributed/parallel_dims.py: the mesh's dimensions are pp, dp_replicate, dp_shard, cp, tp, the last the nearest";

export const torchtitan = framework(
  "torchtitan",
  "torchtitan: FSDP2 and tensor parallelism on DTensor (arXiv:2410.06511).",
  "2025",
  {
    ...torchtitanRuns,
    compile: [
      "precision == fp8",
      "pytorch/torchtitan v0.2.2, torchtitan/config/job_config.py: compile.enable = False; docs/float8.md asks for it in 8 bits, and its published tables on H100 have it on",
    ],
    fused: [
      "compile",
      "torchtitan, models/llama3/model.py: rotary embedding and activation in plain PyTorch",
    ],
    rms_norm_fused: ["compile", "torchtitan, models/llama3/model.py: torch.nn.RMSNorm"],
    flash_version: ["2", "PyTorch: scaled_dot_product_attention prefers FlashAttention 2"],
    rank_orders: [ONE_ORDER, MESH],
    zero: ["3", "arXiv:2410.06511, section 2.1.1: FSDP2"],
    shard_copies: ["all", COPIED_OUT],
    pipeline_reshard: ["step", PIPELINED_FSDP],
    pipeline_scatter: ["step", PIPELINED_FSDP],
    overlap: ["[dp]", "arXiv:2410.06511, section 2.1.1"],
    sequence_parallel: [
      "true",
      "pytorch/torchtitan, models/llama3/infra/parallelize.py, apply_tp: SequenceParallel around every norm",
    ],
    cp_type: [
      "all_gather",
      "pytorch/torchtitan v0.2.2, torchtitan/config/job_config.py: context_parallel_rotate_method = allgather",
    ],
    sequence_buffers: [
      "3",
      "torchtitan, models/llama3/infra/parallelize.py: attention and feed_forward gather their inputs, which backward reads; and a gradient",
    ],
    fp32_gradients: [
      "true",
      "pytorch/torchtitan v0.2.2, torchtitan/config/job_config.py: mixed_precision_reduce = float32",
    ],
    recompute_skips: [
      "layer_end",
      "torchtitan, distributed/activation_checkpoint.py: checkpoint_wrapper around a block, not reentrant: PyTorch stops at the last tensor that backward needs (set_checkpoint_early_stop)",
    ],
    fp8_scaling: [
      "current",
      "pytorch/torchtitan v0.2.2, docs/float8.md: tensorwise scaling, which torchao computes for each tensor (dynamic)",
    ],
    logit_bytes: [
      "16 B",
      "PyTorch, distributed/tensor/parallel/loss.py: fp32 logits, log-softmax, its exponential, the gradient",
    ],
  },
);
