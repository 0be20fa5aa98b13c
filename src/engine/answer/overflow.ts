import { error } from "../core/refusal.ts";
import type { Estimate } from "../estimate/estimate.ts";
import type { Refusal } from "../scenario/scenario.ts";
import { outputs } from "./outputs.ts";

/**
 * Refusal of an estimate with a result that overflows, which makes its other results doubtful too. null where
 * all are finite.
 */
export function overflow(estimate: Estimate): Refusal | null {
  for (const output of outputs) {
    if (output.kind !== "number") continue;
    const value = output.read(estimate);
    if (value !== null && !Number.isFinite(value))
      return error("number-too-large", [], { what: output.path });
  }
  return null;
}
