import { MAPPINGS } from "../../plan/rankOrder.ts";
import { megatronLmRuns } from "../runs/megatron.ts";
import {
  BUCKET_GROWS,
  COLLECTIVES_LAUNCHED,
  DEEPSPEED_GATHERS,
  IN_PLACE,
  MEGATRON_ARGUMENTS,
  RANKS_WAIT,
} from "../sources.ts";
import { framework } from "../stack.ts";

const FUSED_SINCE_2020 =
  "arXiv:2104.04473, section 4.2: kernels for bias and GeLU, bias, dropout and residual, and scale, mask and softmax";
const AFTER_BACKWARD =
  "NVIDIA/Megatron-LM: gradients are reduced after the last backward until --overlap-grad-reduce (2023)";
const GRADIENTS_DIVIDED =
  "NVIDIA/Megatron-LM, megatron/model/distributed.py: zero_grad_buffer; allreduce_gradients divides by the number of replicas first";
const SHARES_SINCE_2021 =
  "NVIDIA/Megatron-LM, commits 27fc4689 of 20 January 2021 (scatter-gather) and 72e4230b of 16 February (on unless --no-scatter-gather-tensors-in-pipeline)";

export const megatronLm = framework(
  "megatron_lm",
  "Megatron-LM as in its papers (arXiv:1909.08053, arXiv:2104.04473, arXiv:2205.05198).",
  "2022",
  {
    ...megatronLmRuns,
    rank_orders: ["if year >= 2024 then [tp_cp_dp_pp, tp_cp_pp_dp] else [tp_cp_dp_pp]", MAPPINGS],
    flash_version: ["2", "NVIDIA/Megatron-LM, 2023: --use-flash-attn calls the flash-attn package"],
    vocab_multiple: ["128", `${MEGATRON_ARGUMENTS}: --make-vocab-size-divisible-by`],
    flash_attention: [
      "year >= 2024",
      `${MEGATRON_ARGUMENTS}: --use-flash-attn is off unless given (2023); since 2024 --transformer-impl is transformer_engine, whose attention is fused`,
    ],
    collective_wait: ["90 us", RANKS_WAIT],
    collective_launch: ["28 us", COLLECTIVES_LAUNCHED],
    overlap: ["if year >= 2023 then [dp] else none", AFTER_BACKWARD],
    stage_shares: ["if year >= 2021 then all else none", SHARES_SINCE_2021],
    bucket: ["if year >= 2023 then 160 MB else 1 TB", "megatron/model/distributed.py: one contiguous buffer"],
    bucket_per_rank: ["if year >= 2023 then 4 MB else 0 MB", BUCKET_GROWS],
    fp32_gradients: ["true", `${MEGATRON_ARGUMENTS}: bf16 accumulates and reduces gradients in fp32`],
    gradient_passes: ["3", GRADIENTS_DIVIDED],
    logit_bytes: ["6 B", IN_PLACE],
    fused: ["year >= 2020", FUSED_SINCE_2020],
    gathers: ["matrices", DEEPSPEED_GATHERS],
  },
);
