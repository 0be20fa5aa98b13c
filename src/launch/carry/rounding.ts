import type { Around } from "./row.ts";
import { numberAt, type Setting, type Settings } from "./settings.ts";

/** True where two values of a field differ only because a framework counts whole samples or steps. */
export function rounded(
  path: string,
  wanted: Setting | undefined,
  back: Setting | undefined,
  settings: Settings,
  around: Around,
): boolean {
  if (typeof wanted !== "number" || typeof back !== "number") return false;
  return Math.abs(wanted - back) <= (STEPS[path]?.(settings, around) ?? 0);
}

/** Size of one step, in each field's own unit. */
const STEPS: Readonly<Record<string, (settings: Settings, around: Around) => number>> = {
  "plan.tokens": (settings) =>
    (numberAt(settings, "plan.global_batch") ?? 0) * (numberAt(settings, "plan.seq_len") ?? 0),
  "plan.checkpoint.interval": (_, { stepSeconds }) => stepSeconds ?? 0,
};
