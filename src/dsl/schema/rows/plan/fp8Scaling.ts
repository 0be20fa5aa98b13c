import { words } from "../../accepts.ts";

/** What the numbers of an fp8 operand share a scale with. */
export const scalingWords = words([
  ["delayed", "a tensor, from the maxima of steps before: one pass over it"],
  ["current", "a tensor, from its own maximum: a pass to find it, a pass to cast"],
  ["rowwise", "a row or column, from its own maximum (torchao): operands are gathered and kept in 16 bits"],
  ["blockwise", "128 numbers or 128 x 128 weights, in fp32 (arXiv:2412.19437, section 3.3.2)"],
  ["mx", "32 numbers, a power of two (OCP Microscaling formats)"],
]);
