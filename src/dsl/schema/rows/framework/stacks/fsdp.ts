import { release } from "../release.ts";
import { fsdpRuns } from "../runs/torch.ts";
import { PIPELINED_FSDP } from "../sources.ts";
import { framework } from "../stack.ts";

const FLAT_PARAMETERS =
  "torch/distributed/fsdp/flat_param.py, _get_unflat_views: parameters are torch.split of a flat one, whose backward joins their gradients";

const EAGER =
  "PyTorch: FSDP shards a model as it is written; without torch.compile gates, rotations and RMS norms run operation by operation";

export const fsdp = framework(
  "fsdp",
  "PyTorch's FullyShardedDataParallel (arXiv:2304.11277), as llm-foundry runs it.",
  "2023",
  {
    ...fsdpRuns,
    flash_version: [
      "if torch >= 2.2 then 2 else 1",
      "PyTorch 2.2 release notes: scaled_dot_product_attention gets FlashAttention 2",
    ],
    fused: ["compile", EAGER],
    rms_norm_fused: ["compile", EAGER],
    zero: ["3", "arXiv:2304.11277, section 3: FULL_SHARD"],
    pipeline_reshard: ["step", PIPELINED_FSDP],
    pipeline_scatter: ["step", PIPELINED_FSDP],
    overlap: ["[dp]", "arXiv:2304.11277, section 3.3"],
    recompute_skips: [
      "if torch >= 2.1 then layer_end else nothing",
      "PyTorch 2.1 of October 2023 (pytorch/pytorch, pull request 96866): a checkpoint that is not reentrant stops at the last tensor that backward needs",
    ],
    shard_copies: ["gradients", FLAT_PARAMETERS],
    logit_bytes: ["4 B", "llm-foundry, models/mpt: fused cross entropy, 16-bit logits and their gradient"],
  },
  [
    release(
      "torch",
      "PyTorch's version.",
      "if year >= 2025 then 2.6 else if year >= 2024 then 2.2 else 2",
      "2.1",
      [1, 10],
      "github.com/pytorch/pytorch/releases: 2.0 of March 2023, 2.1 of October, 2.2 of January 2024, 2.6 of January 2025",
    ),
  ],
);
