import type { Part } from "../algebra.ts";
import type { Breakdown } from "../breakdown.ts";
import type { Context } from "../context.ts";

/** A part of a stage's memory, B: `memory.NAME`. */
export function memoryPart<N>(
  name: string,
  label: string,
  value: N,
  parts: readonly Breakdown<N>[] = [],
): Breakdown<N> {
  return { name: `memory.${name}`, label, unit: "B", value, parts };
}

/** The sum of parts that bear its name. */
export function collectedPart<N>(
  ctx: Context<N>,
  name: string,
  label: string,
  parts: readonly Part<N>[],
): Breakdown<N> {
  return {
    name: `memory.${name}`,
    label,
    unit: "B",
    value: ctx.alg.sum(label, "B", parts),
    parts: parts.map((p) => ({
      name: `memory.${name}`,
      label: p.label,
      unit: "B",
      value: p.value,
      parts: [],
    })),
  };
}
