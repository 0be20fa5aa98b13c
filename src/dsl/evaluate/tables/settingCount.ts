import type { Axis } from "./combinations.ts";

/** Bits of a number: paths that a field may be seen to depend on. */
export const MOST_SETTINGS = 30;

/** Paths that axes set, each counted for every axis that sets it. */
export const settingCount = (axes: readonly Axis[]): number =>
  axes.reduce((sum, [step = []]) => sum + step.length, 0);
