import { words } from "../../notation/accepts.ts";

/** Words for the granularity of fp8 scales: how many values of a tensor share one scale. */
export const scalingWords = words([
  ["delayed", "per tensor, from the maxima of earlier steps: one pass over the data"],
  ["current", "per tensor, from its own maximum: one pass to find it, one to cast"],
  [
    "rowwise",
    "per row or column, from its own maximum (torchao): operands are gathered and saved in 16 bits",
  ],
  ["blockwise", "128 numbers or 128 x 128 weights, in fp32 (arXiv:2412.19437, section 3.3.2)"],
  ["mx", "32 numbers share a power of two (OCP Microscaling formats)"],
]);
