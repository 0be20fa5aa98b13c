import type { Axis } from "./combinations.ts";

/** Maximum number of settings whose reads are tracked: one bit each of a bit mask. */
export const MOST_SETTINGS = 30;

/** Number of paths that the axes set, each counted once per axis. */
export const settingCount = (axes: readonly Axis[]): number =>
  axes.reduce((sum, [step = []]) => sum + step.length, 0);
