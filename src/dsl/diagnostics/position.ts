import type { Source } from "../ast/ast.ts";

/** A line of a source: its 1-based number, its start offset, and its text without the line end. */
export interface Line {
  readonly number: number;
  readonly start: number;
  readonly text: string;
}

const tables = new WeakMap<Source, readonly number[]>();

function lineStarts(source: Source): readonly number[] {
  const known = tables.get(source);
  if (known) return known;
  const starts = [0];
  for (let at = source.text.indexOf("\n"); at >= 0; at = source.text.indexOf("\n", at + 1))
    starts.push(at + 1);
  tables.set(source, starts);
  return starts;
}

/** Line of a source by its number, counted from 1. A number outside the source gives the first or last line. */
export function lineNumbered(source: Source, number: number): Line {
  const starts = lineStarts(source);
  const index = Math.min(Math.max(number, 1), starts.length) - 1;
  const start = starts[index] ?? 0;
  const end = starts[index + 1] ?? source.text.length + 1;
  return { number: index + 1, start, text: source.text.slice(start, end - 1).replace(/\r$/, "") };
}

/** Line of a source that contains a UTF-16 offset. An offset outside the text gives the first or last line. */
export function lineAt(source: Source, offset: number): Line {
  const starts = lineStarts(source);
  const wanted = Math.min(Math.max(offset, 0), source.text.length);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return lineNumbered(source, low + 1);
}

/**
 * Line and column of an offset, both counted from 1, as printed in `plan.dtp:4:8`. Columns count characters, not UTF-16
 * units.
 */
export function position(source: Source, offset: number): { readonly line: number; readonly column: number } {
  const line = lineAt(source, offset);
  const before = line.text.slice(0, Math.max(0, Math.min(offset, source.text.length) - line.start));
  return { line: line.number, column: [...before].length + 1 };
}
