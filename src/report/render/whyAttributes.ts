import type { Cell, Why } from "../document/document.ts";
import { escapeHtml } from "../escaping/escape.ts";

/** Attribute of an element with a number that can be explained. */
export const WHY = " data-why";

const PARTS = ["of", "path", "stage"] as const;

/**
 * Attributes that say what explains a number: `data-of="base" data-path="memory.weights" data-stage="3"`. What stands in
 * `shared` is left out: the row around the cell has it.
 */
export function whyAttributes(why: Partial<Why>, shared: Partial<Why> = {}): string {
  return PARTS.map((part) => {
    const value = why[part];
    return value === undefined || value === shared[part]
      ? ""
      : ` data-${part}="${escapeHtml(String(value))}"`;
  }).join("");
}

/** Parts that the explained cells of a row have in common, which are written once: a row of a sweep is one scenario. */
export function sharedWhy(row: readonly Cell[]): Partial<Why> {
  const [first, ...others] = row.flatMap(({ why }) => (why?.of === undefined ? [] : [why]));
  if (!first || others.length === 0) return {};
  return Object.fromEntries(
    PARTS.filter((part) => others.every((one) => one[part] === first[part])).map((part) => [
      part,
      first[part],
    ]),
  );
}
