import { numberAt, type Settings } from "./settings.ts";

/**
 * Checkpoint interval in seconds where the plan derives it from a failure rate, which no launch file knows.
 */
const DEFAULT_SECONDS = 1_800;

/**
 * Steps between checkpoints at the estimated step time. null where nothing is saved, or the time is unknown.
 */
export function checkpointSteps(settings: Settings, stepSeconds: number | null): number | null {
  if (typeof settings["plan.checkpoint"] !== "string" || stepSeconds === null) return null;
  const seconds = numberAt(settings, "plan.checkpoint.interval") ?? DEFAULT_SECONDS;
  return Math.max(1, Math.round(seconds / stepSeconds));
}

/** Fields of the plan for a number of steps between checkpoints. Empty where the step time is unknown. */
export function checkpointEvery(steps: number, stepSeconds: number | null, async: boolean): Settings {
  if (stepSeconds === null) return {};
  return {
    "plan.checkpoint": "sharded",
    "plan.checkpoint.interval": steps * stepSeconds,
    "plan.checkpoint.overlap": async ? "async" : "none",
  };
}
