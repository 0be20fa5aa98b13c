import { variant } from "../stack.ts";
import { megatronCore } from "./megatronCore.ts";

const SCRIPTS = "alibaba/Pai-Megatron-Patch, examples/qwen3/run_mcore_qwen3.sh";

export const paiMegatron = variant(
  megatronCore,
  "pai_megatron",
  "Alibaba's Pai-Megatron-Patch: Megatron Core started by its example scripts.",
  "2025",
  {
    overlap: [
      "[dp, tp]",
      `${SCRIPTS}: --overlap-grad-reduce, --overlap-param-gather, --tp-comm-overlap where tp is above 1`,
    ],
    interleaved_overlap: ["[dp, tp, pp]", `${SCRIPTS}, and the sends of interleaved chunks`],
    etp: ["1", `${SCRIPTS}: ETP=1 in the examples of its README`],
    sequence_parallel: ["true", `${SCRIPTS}: SP=true in the examples of its README`],
    zero: ["1", `${SCRIPTS}: DO=true in the examples of its README, --use-distributed-optimizer`],
    flash_version: [
      "2",
      `${SCRIPTS}: FL=true in the examples of its README, NVTE_FLASH_ATTN=1, the flash-attn package`,
    ],
  },
);
