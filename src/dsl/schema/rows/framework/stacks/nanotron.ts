import { nanotronRuns } from "../runs/others.ts";
import { ONE_ORDER } from "../sources.ts";
import { framework } from "../stack.ts";

export const nanotron = framework("nanotron", "Hugging Face's nanotron.", "2025", {
  ...nanotronRuns,
  rank_orders: [
    ONE_ORDER,
    "nanotron, parallel/context.py, _init_process_group_without_moe: ep, pp, dp, cp, tp, the last the nearest; models with experts have tp_cp_pp_dp",
  ],
  bucket: [
    "50 MB",
    "nanotron, config/config.py: ddp_bucket_cap_mb = 25, of 16-bit gradients, whose fp32 buffers optim/gradient_accumulator.py, get_fp32_accum_hook, reduces as one group",
  ],
  bucket_per_rank: [
    "0 MB",
    "PyTorch, DistributedDataParallel: buckets of one size, however many ranks there are",
  ],
  layer_tensors: [
    "6",
    "nanotron, optim/zero.py, _all_gather_params: by parameter; models/llama.py: four matrices and two norms",
  ],
  gather_overlap: ["false", "nanotron, optim/zero.py: gathered at the end of the optimizer's step"],
  whole_reduction: [
    "true",
    "nanotron, trainer.py, training_step: sync_gradients_across_dp after the last backward, with reduce_scatter = False; optim/gradient_accumulator.py: one buffer",
  ],
  split: ["balanced", "nanotron, trainer.py: blocks go to stages by get_block_compute_costs"],
  flash_version: ["2", "nanotron, models/llama.py: flash_attn_varlen_func of flash-attn 2"],
  collective_launch: ["345 us", "src/engine/CALIBRATION.md, nanotron"],
  overlap: [
    "[dp, tp]",
    "nanotron, parallel/data_parallel/utils.py: hooks on the last backward; tp_linear_async_communication",
  ],
  tp_overlap: [
    "gradients",
    "nanotron, tensor_parallel/functional.py: _ColumnLinearAsyncCommunication, _RowLinearAsyncCommunication",
  ],
  sequence_buffers: [
    "3",
    "nanotron, tensor_parallel/functional.py: two buffers are kept to gather into, and a gradient before it is scattered",
  ],
  fp32_gradients: ["true", "nanotron, optim/gradient_accumulator.py: FP32GradientAccumulator"],
  fused: ["false", "nanotron, models/llama.py: rotary embedding and activation in eager PyTorch"],
  logit_bytes: ["8 B", "nanotron, tensor_parallel/functional.py: fp32 logits, and less their maximum"],
  half_gradients: ["true", "nanotron, optim/gradient_accumulator.py: added in fp32 after backward"],
  bucket_copies: ["2 B", "nanotron, trainer.py: DistributedDataParallel where zero_stage = 0"],
  rotary_copies: ["true", "nanotron, models/llama.py: queries are a view of one copy of q, k and v"],
  run_ahead: ["50", "src/engine/CALIBRATION.md, peak memory"],
});
