import { megatronDeepspeedRuns } from "../runs/deepspeed.ts";
import {
  BEFORE_FLASH,
  COLLECTIVES_LAUNCHED,
  DEEPSPEED_AXES,
  DEEPSPEED_GATHERS,
  FLAT_STEP,
  IN_PLACE,
  MEGATRON_ARGUMENTS,
  ONE_ORDER,
  RANKS_WAIT,
  REUSED,
} from "../sources.ts";
import { framework } from "../stack.ts";

const KEPT_OUTPUTS =
  "deepspeed/runtime/pipe/engine.py: the last stage writes over pipe_buffers['outputs'] only, and schedule.py gives it two; Megatron-DeepSpeed, gpt_model.py: GPTModelPipe ends with float16_to_fp32";

const GRADIENTS_WHOLE =
  "deepspeed/runtime/pipe/engine.py: is_grad_partitioned is false in releases until version 0.5.4 (commit e2fdd254 of 29 September 2021)";

export const megatronDeepspeed = framework(
  "megatron_deepspeed",
  "Megatron-LM over DeepSpeed's pipeline and ZeRO 1 (arXiv:2201.11990, BLOOM).",
  "2022",
  {
    ...megatronDeepspeedRuns,
    rank_orders: [ONE_ORDER, DEEPSPEED_AXES],
    flash_version: ["2", "microsoft/Megatron-DeepSpeed: --use-flash-attn-v2"],
    vocab_multiple: ["128", `${MEGATRON_ARGUMENTS}: --make-vocab-size-divisible-by`],
    flash_attention: ["year >= 2023", BEFORE_FLASH],
    collective_wait: ["90 us", RANKS_WAIT],
    collective_launch: ["28 us", COLLECTIVES_LAUNCHED],
    overlap: ["none", "deepspeed/runtime/pipe/engine.py: gradients are reduced after the last micro-batch"],
    stage_shares: ["if year >= 2022 then all else activations", GRADIENTS_WHOLE],
    bucket: ["1 GB", "DeepSpeed configuration: reduce_bucket_size, 5e8 elements of 2 bytes"],
    fp32_gradients: [
      "true",
      "deepspeed/runtime/bf16_optimizer.py: bf16 training accumulates gradients in fp32",
    ],
    logit_bytes: ["6 B", IN_PLACE],
    kept_logits: ["2", KEPT_OUTPUTS],
    gradient_sum: [
      "18 B",
      "deepspeed/runtime/bf16_optimizer.py, update_hp_grads: after every backward pass a copy in fp32 (2 read, 4 written) is added to the sum (8 read, 4 written)",
    ],
    half_gradients: ["true", "deepspeed/runtime/bf16_optimizer.py: gradients are zeroed, not freed"],
    flat_bytes: ["2 B", "src/engine/CALIBRATION.md, peak memory"],
    step_bytes: ["4 B", FLAT_STEP],
    reuse_distance: ["1B params", REUSED],
    gathers: ["matrices", DEEPSPEED_GATHERS],
    fragmentation: ["0.07", "src/engine/CALIBRATION.md, peak memory"],
  },
);
