import type { Part } from "../../core/algebra.ts";
import { type Breakdown, breakdownsOf } from "../../estimate/breakdown.ts";
import type { Context } from "../inputs/context.ts";

/** A part of a stage's memory, B: `memory.NAME`. */
export const memoryPart = breakdownsOf("memory", "B");

/** A part of memory that sums `parts`, each listed under the same name. */
export function collectedPart<N>(
  ctx: Context<N>,
  name: string,
  label: string,
  parts: readonly Part<N>[],
): Breakdown<N> {
  const named = parts.map((p) => memoryPart(name, p.label, p.value));
  return memoryPart(name, label, ctx.alg.sum(label, "B", parts), named);
}
