import type { Cell, Trend } from "../document/document.ts";
import { percent } from "../numbers/number.ts";

/** Direction in which a result improves; absent where neither is better. */
export type Improves = "down" | "up";

/**
 * Cell for the change from `before` to `after`, relative to `before`: `+3.2%`, `=`, or `new` where `before`
 * is 0.
 */
export function changeCell(before: number, after: number, improves?: Improves): Cell {
  if (before === after) return { text: "=", value: 0 };
  if (before === 0) return { text: "new" };
  const ratio = after / before - 1;
  const trend = improves === undefined ? {} : { trend: trendOf(ratio, improves) };
  return { text: `${ratio > 0 ? "+" : ""}${percent(ratio)}`, value: ratio, ...trend };
}

const trendOf = (ratio: number, improves: Improves): Trend =>
  ratio > 0 === (improves === "up") ? "better" : "worse";
