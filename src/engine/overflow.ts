import type { Estimate } from "./estimate.ts";
import { outputs } from "./outputs.ts";
import { error } from "./refusals/refusal.ts";
import type { Refusal } from "./scenario.ts";

/** A refusal of an estimate with a result that no number holds: its other results are no answer either. null where all are finite. */
export function overflow(estimate: Estimate): Refusal | null {
  for (const output of outputs) {
    if (output.kind !== "number") continue;
    const value = output.read(estimate);
    if (value !== null && !Number.isFinite(value))
      return error("number-too-large", [], { what: output.path });
  }
  return null;
}
