import { printNumber } from "../../../units/index.ts";
import type { TableValue } from "../values/value.ts";

/**
 * Text that says where an interrupt stopped a table: `after 12 of 400 rows`, or `in search 2 of 4 (nodes = 128), after
 * 7,500 plans`. Null for a complete table. `of` is the plural of the table's items.
 */
export function cutText({ partial, cutAt, tried, total }: TableValue, of: string): string | null {
  if (!partial) return null;
  if (!cutAt) return `after ${printNumber(tried)} of ${printNumber(total)} ${of}`;
  const { place, of: searches, point } = cutAt;
  if (point === null) return `after ${printNumber(place)} of ${printNumber(searches)} searches`;
  return `in search ${printNumber(place + 1)} of ${printNumber(searches)} (${point}), after ${printNumber(tried)} ${of}`;
}
