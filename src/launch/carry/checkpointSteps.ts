import { numberAt, type Settings } from "./settings.ts";

/**
 * Interval between checkpoints, in seconds, that a launch file gets where the plan derives its interval from
 * a failure rate, because a launch file does not know that rate.
 */
const DEFAULT_SECONDS = 1_800;

/**
 * Number of steps between checkpoints, at the estimated step time. null where the plan saves no checkpoints,
 * or the step time is unknown.
 */
export function checkpointSteps(settings: Settings, stepSeconds: number | null): number | null {
  if (typeof settings["plan.checkpoint"] !== "string" || stepSeconds === null) return null;
  const seconds = numberAt(settings, "plan.checkpoint.interval") ?? DEFAULT_SECONDS;
  return Math.max(1, Math.round(seconds / stepSeconds));
}

/**
 * Checkpoint fields of a plan, read from the number of steps between checkpoints. Empty where the step time
 * is unknown.
 */
export function checkpointEvery(steps: number, stepSeconds: number | null, async: boolean): Settings {
  if (stepSeconds === null) return {};
  return {
    "plan.checkpoint": "sharded",
    "plan.checkpoint.interval": steps * stepSeconds,
    "plan.checkpoint.overlap": async ? "async" : "none",
  };
}
