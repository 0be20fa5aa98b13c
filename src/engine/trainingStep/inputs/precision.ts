import type { Dtype, Precision } from "../../scenario/precision.ts";

/** Whether linear layers work on operands of fewer bits than what is kept. */
export function isLow({ compute }: Pick<Precision, "compute">): boolean {
  return compute === "fp8" || compute === "fp4";
}

/** The format of attention, the head and the loss, which stay in bf16 where linear layers have 8 or 4 bits (Transformer Engine). */
export function coreDtype(precision: Pick<Precision, "compute">): Dtype {
  return isLow(precision) ? "bf16" : precision.compute;
}
