import { variant } from "../stack.ts";
import { megatronDeepspeed } from "./megatronDeepspeed.ts";

export const gptNeox = variant(
  megatronDeepspeed,
  "gpt_neox",
  "EleutherAI's GPT-NeoX: Megatron-LM over DeepSpeed's pipeline and ZeRO 1 (arXiv:2204.06745).",
  "2022",
  {
    zero: ["1", "EleutherAI/gpt-neox, configs/20B.yml: zero_optimization, stage 1"],
  },
);
