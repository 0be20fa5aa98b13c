import { wordList, words } from "../../accepts.ts";
import type { Accepts } from "../../row.ts";

/** What can be hidden behind computation. */
export const overlapWords: Accepts = {
  words: wordList([["none", "nothing is hidden"]]),
  list: words([
    ["dp", "gradients and parameters of data parallelism"],
    ["tp", "collectives of tensor parallelism"],
    ["pp", "sends between stages"],
    [
      "ep",
      "exchanges of tokens between experts, behind other micro-batches (arXiv:2412.19437, section 3.2.1)",
    ],
    [
      "shared_experts",
      "exchanges of tokens, behind the layer's own shared experts (Megatron Core: --moe-shared-expert-overlap)",
    ],
  ]),
};
