import type { Cell } from "../document/document.ts";
import { percent } from "../numbers/number.ts";

/**
 * Cell for the change from `before` to `after`, relative to `before`: `+3.2%`, `=`, or `new` where `before`
 * is 0.
 */
export function changeCell(before: number, after: number): Cell {
  if (before === after) return { text: "=", value: 0 };
  if (before === 0) return { text: "new" };
  const ratio = after / before - 1;
  return { text: `${ratio > 0 ? "+" : ""}${percent(ratio)}`, value: ratio };
}
