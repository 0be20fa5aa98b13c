import type { Block } from "../document/document.ts";
import { withoutTicks } from "../escaping/codeSpans.ts";
import { visible } from "../escaping/visible.ts";

/**
 * Copy of a block for a terminal: control characters are escaped in all its strings, because a program's names and texts
 * must not control a terminal, and the backticks around code are left out, except in a file. Applied before terminal
 * colours are added. A figure's plotly part is skipped, as it is not printed.
 */
export function printable<T extends Block>(block: T): T {
  return clean(block, block.kind === "file" ? (text) => text : withoutTicks) as T;
}

function clean(value: unknown, words: (text: string) => string): unknown {
  if (typeof value === "string")
    return words(visible(value.replace(/\s*\n\s*/g, " ")).replace(/\p{Cc}/gu, ""));
  if (Array.isArray(value)) return value.map((one) => clean(one, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "data" || key === "layout" ? inner : clean(inner, words),
    ]),
  );
}
