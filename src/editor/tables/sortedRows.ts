import { cellNumber } from "./cellNumber.ts";

/** Directions of a sorted column, as `aria-sort` has them. */
export type Order = "ascending" | "descending";

/** Dash of a cell without a value. */
const NONE = /^[–—]$/;

/**
 * Places of rows by the texts of one column: numbers by size, other texts by letters after them, empty cells last in both
 * directions. Rows that are alike keep their order.
 */
export function sortedRows(texts: readonly string[], order: Order): readonly number[] {
  const keys = texts.map((text) => ({ text: text.trim().replace(NONE, ""), number: cellNumber(text) }));
  const direction = order === "ascending" ? 1 : -1;
  const compare = (a: number, b: number): number => {
    const [left, right] = [keys[a], keys[b]];
    if (!left || !right || left.text === right.text) return 0;
    if (left.text === "" || right.text === "") return left.text === "" ? 1 : -1;
    if (left.number !== null && right.number !== null)
      return direction * Math.sign(left.number - right.number);
    if (left.number !== null || right.number !== null) return direction * (left.number === null ? 1 : -1);
    return direction * left.text.localeCompare(right.text, "en", { numeric: true });
  };
  return texts.map((_, at) => at).sort((a, b) => compare(a, b) || a - b);
}
