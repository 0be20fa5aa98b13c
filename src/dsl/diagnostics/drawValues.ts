import { drawLine } from "./columns.ts";
import type { Diagnostic, Place } from "./diagnostic.ts";
import type { Paint } from "./paint.ts";
import { lineAt, position } from "./position.ts";

interface PlacedValue {
  readonly column: number;
  readonly text: string;
}

/**
 * Lines printed below an expression: one line with a bar under the start of each value's span, then lines with the
 * values. Where two values would overlap, the left one moves to a line further down.
 */
function valueRows(values: readonly PlacedValue[]): readonly string[] {
  const sorted = [...values].sort((a, b) => a.column - b.column);
  const rows: string[] = [bars(sorted)];
  let waiting = sorted;
  while (waiting.length > 0) {
    const placed: PlacedValue[] = [];
    const left: PlacedValue[] = [];
    let limit = Number.POSITIVE_INFINITY;
    for (const value of [...waiting].reverse()) {
      if (value.column + value.text.length + 2 <= limit) {
        placed.unshift(value);
        limit = value.column;
      } else {
        left.unshift(value);
        limit = value.column;
      }
    }
    let row = "";
    for (const value of waiting) {
      const isPlaced = placed.includes(value);
      row = row.padEnd(value.column) + (isPlaced ? value.text : "|");
    }
    rows.push(row);
    waiting = left;
  }
  return rows;
}

function bars(values: readonly PlacedValue[]): string {
  let row = "";
  for (const value of values) row = `${row.padEnd(value.column)}|`;
  return row;
}

/** Text of a failed expectation, with the values of its two sides under the expression (language.md, section 4). */
export function drawValues(d: Diagnostic, place: Place, paint: Paint): string {
  const line = lineAt(place.source, place.span.start);
  const start = Math.max(0, place.span.start - line.start);
  const stop = Math.max(start, Math.min(place.span.end - line.start, line.text.length));
  const drawn = drawLine(line.text.slice(start, stop));
  const placed = (d.values ?? [])
    .map((value) => ({ column: drawn.columns[value.span.start - place.span.start] ?? 0, text: value.text }))
    // Where several values begin at one column, only the first is drawn.
    .filter((value, index, all) => all.findIndex((other) => other.column === value.column) === index);
  const where = `${place.source.name}:${position(place.source, place.span.start).line}`;
  const title = `expect failed: ${d.title ?? d.message}`;
  const head = `${paint(title, d.severity)}${" ".repeat(Math.max(2, 100 - title.length - where.length))}${where}`;
  return [head, `    ${drawn.text}`, ...valueRows(placed).map((row) => `    ${row}`)].join("\n");
}
