import type { Dtype, Precision } from "../../scenario/precision.ts";

/** True where linear layers compute with 8- or 4-bit operands. */
export function isLow({ compute }: Pick<Precision, "compute">): boolean {
  return compute === "fp8" || compute === "fp4";
}

/**
 * Number format in which the router and the loss compute, and by default also attention and the head: bf16 where
 * linear layers compute in 8 or 4 bits (Transformer Engine), else the format of the linear layers.
 */
export function coreDtype(precision: Pick<Precision, "compute">): Dtype {
  return isLow(precision) ? "bf16" : precision.compute;
}
