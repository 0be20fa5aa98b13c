import { automodelRuns } from "../runs/torch.ts";
import { COPIED_OUT, PIPELINED_FSDP } from "../sources.ts";
import { framework } from "../stack.ts";

export const automodel = framework(
  "automodel",
  "NeMo Automodel: FSDP2 and tensor parallelism on DTensor, kernels of Transformer Engine and Triton.",
  "2026",
  {
    ...automodelRuns,
    flash_version: [
      "3",
      "NVIDIA-NeMo/Automodel, docs/performance-summary.mdx: DotProductAttention of TransformerEngine, which is cuDNN's",
    ],
    zero: ["3", "NVIDIA-NeMo/Automodel, components/distributed/parallelizer.py: fully_shard"],
    shard_copies: ["all", COPIED_OUT],
    pipeline_reshard: ["step", PIPELINED_FSDP],
    pipeline_scatter: ["step", PIPELINED_FSDP],
    overlap: ["[dp]", "NVIDIA-NeMo/Automodel, components/distributed/parallelizer.py: fully_shard, prefetch"],
    fp32_gradients: [
      "true",
      "NVIDIA-NeMo/Automodel, components/distributed/config.py: reduce_dtype = torch.float32",
    ],
    recompute_skips: [
      "module_ends",
      "NVIDIA-NeMo/Automodel, components/distributed/parallelizer.py: checkpoint_wrapper around self_attn and mlp, NO_REENTRANT: each stops at the last tensor that backward needs",
    ],
    fp8_scaling: [
      "current",
      "NVIDIA-NeMo/Automodel, components/quantization/fp8.py: torchao's convert_to_float8_training, tensorwise, scales computed each time (dynamic)",
    ],
    logit_bytes: [
      "10 B",
      "NVIDIA-NeMo/Automodel, components/loss/masked_ce.py: logits.float(), then cross_entropy",
    ],
  },
);
