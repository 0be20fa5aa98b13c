import type { RunSize } from "./row.ts";
import { numberAt, type Setting, type Settings } from "./settings.ts";

/**
 * True where two values of a field differ by no more than rounding to whole samples or steps, which
 * frameworks count in.
 */
export function rounded(
  path: string,
  wanted: Setting | undefined,
  back: Setting | undefined,
  settings: Settings,
  runSize: RunSize,
): boolean {
  if (typeof wanted !== "number" || typeof back !== "number") return false;
  return Math.abs(wanted - back) <= (STEPS[path]?.(settings, runSize) ?? 0);
}

/**
 * Largest difference that rounding makes to a field, in the field's own unit: the tokens or the seconds of
 * one step.
 */
const STEPS: Readonly<Record<string, (settings: Settings, runSize: RunSize) => number>> = {
  "plan.tokens": (settings) =>
    (numberAt(settings, "plan.global_batch") ?? 0) * (numberAt(settings, "plan.seq_len") ?? 0),
  "plan.checkpoint.interval": (_, { stepSeconds }) => stepSeconds ?? 0,
};
