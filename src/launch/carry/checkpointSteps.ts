import { numberAt, type Settings } from "./settings.ts";

/** Where the plan leaves the interval to a formula of failures: no launch file knows those. */
const DEFAULT_SECONDS = 1_800;

/** Steps from one checkpoint to the next at the estimated time of a step; null where nothing is saved, or no time is known. */
export function checkpointSteps(settings: Settings, stepSeconds: number | null): number | null {
  if (typeof settings["plan.checkpoint"] !== "string" || stepSeconds === null) return null;
  const seconds = numberAt(settings, "plan.checkpoint.interval") ?? DEFAULT_SECONDS;
  return Math.max(1, Math.round(seconds / stepSeconds));
}

/** The plan's field that steps between checkpoints say; nothing where the time of a step is not known. */
export function checkpointEvery(steps: number, stepSeconds: number | null, async: boolean): Settings {
  if (stepSeconds === null) return {};
  return {
    "plan.checkpoint": "sharded",
    "plan.checkpoint.interval": steps * stepSeconds,
    "plan.checkpoint.overlap": async ? "async" : "none",
  };
}
