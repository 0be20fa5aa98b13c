import type { Axis } from "./combinations.ts";

/**
 * Maximum number of settings (varied paths) in a table for which memos record what a value depends on. Each setting
 * takes one bit of a 32-bit mask.
 */
export const MOST_SETTINGS = 30;

/** Number of settings that a table varies: the number of paths of each axis, added up over the axes. */
export const settingCount = (axes: readonly Axis[]): number =>
  axes.reduce((sum, [step = []]) => sum + step.length, 0);
