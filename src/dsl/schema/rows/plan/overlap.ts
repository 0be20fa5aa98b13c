import { wordList, words } from "../../notation/accepts.ts";
import type { Accepts } from "../../notation/row.ts";

/** Words of the plan's field `overlap`: kinds of communication that can run at the same time as computation. */
export const overlapWords: Accepts = {
  words: wordList([["none", "nothing overlaps"]]),
  list: words([
    ["dp", "gradients and parameters of data parallelism"],
    ["tp", "collectives of tensor parallelism"],
    ["pp", "sends between stages"],
    ["ep", "expert all-to-alls, overlapping other micro-batches (arXiv:2412.19437, section 3.2.1)"],
    [
      "shared_experts",
      "expert all-to-alls, overlapping the layer's own shared experts (Megatron Core: --moe-shared-expert-overlap)",
    ],
  ]),
};
