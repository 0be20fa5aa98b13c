import type { Dtype, Precision } from "../../scenario/precision.ts";

/** True where linear layers compute with 8- or 4-bit operands. */
export function isLow({ compute }: Pick<Precision, "compute">): boolean {
  return compute === "fp8" || compute === "fp4";
}

/**
 * Format of the router and the loss, and the default of attention and the head. They stay in bf16 where linear layers
 * have 8 or 4 bits (Transformer Engine).
 */
export function coreDtype(precision: Pick<Precision, "compute">): Dtype {
  return isLow(precision) ? "bf16" : precision.compute;
}
