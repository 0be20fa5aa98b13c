import type { Measure } from "../report/index.ts";

export const MEASURES: readonly Measure[] = [
  { name: "peak", expr: "memory.peak", base: "B", label: "memory" },
  { name: "step_time", expr: "step_time", base: "s", label: "step time" },
  { name: "tokens_per_s", expr: "tokens_per_s", base: "token/s", label: "throughput", follows: true },
  { name: "mfu", expr: "mfu", base: "1", label: "MFU", ratio: true, follows: true },
  { name: "time_to_train", expr: "time_to_train", base: "s", label: "time to train" },
  { name: "cost", expr: "cost", base: "$", label: "cost" },
];

/**
 * Measures to compare: ranking expressions of tables with their base units, then the standard measures.
 * `bases` maps each ranking expression to its base unit.
 */
export function measuresWith(bases: ReadonlyMap<string, string>): readonly Measure[] {
  const others = [...bases].filter(([aim]) => MEASURES.every(({ expr }) => expr !== aim));
  return [...others.map(([aim, base]) => ({ name: aim, expr: aim, base, label: aim })), ...MEASURES];
}
