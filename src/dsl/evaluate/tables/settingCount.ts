import type { Axis } from "./combinations.ts";

/** Maximum number of settings of a table for which reads are tracked: each takes one bit of a 32-bit mask. */
export const MOST_SETTINGS = 30;

/** Number of settings of a table: the paths that its axes set, each counted once per axis. */
export const settingCount = (axes: readonly Axis[]): number =>
  axes.reduce((sum, [step = []]) => sum + step.length, 0);
