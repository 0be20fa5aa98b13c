import type { Source } from "../ast/ast.ts";
import { drawLine } from "./columns.ts";
import type { Place } from "./diagnostic.ts";
import type { Paint, Tone } from "./paint.ts";
import { type Line, lineAt, lineNumbered, position } from "./position.ts";

/** An underlined part of one source line. `from` and `to` are offsets from the line's start. */
interface Mark {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
  readonly primary: boolean;
  readonly label: string;
}

export interface Labelled {
  readonly place: Place;
  readonly label: string;
  readonly primary: boolean;
}

const WINDOW = 160;

/**
 * Underlines of a labelled span. A span over several lines is underlined on its first and last line; the label is below
 * the last line.
 */
function marksOf({ place, label, primary }: Labelled): readonly Mark[] {
  const { source, span } = place;
  const first = lineAt(source, span.start);
  const last = lineAt(source, Math.max(span.start, span.end - 1));
  const from = Math.min(Math.max(span.start, 0) - first.start, first.text.length);
  if (first.number === last.number) {
    return [{ line: first, from, to: Math.max(from, span.end - first.start), primary, label }];
  }
  const indent = last.text.length - last.text.trimStart().length;
  return [
    { line: first, from, to: first.text.length, primary, label: "" },
    { line: last, from: indent, to: span.end - last.start, primary, label },
  ];
}

/** Source lines of one file that have underlines, each with its underlines below it, in line order. */
function drawSource(
  marks: readonly Mark[],
  source: Source,
  width: number,
  tone: Tone,
  paint: Paint,
): readonly string[] {
  const rows: string[] = [];
  const numbers = [...new Set(marks.map((mark) => mark.line.number))].sort((a, b) => a - b);
  const bar = paint("|", "gutter");
  let before: number | undefined;
  for (const number of numbers) {
    if (before !== undefined && number > before + 2) rows.push(paint("...", "gutter"));
    else if (before !== undefined && number === before + 2) {
      const between = lineNumbered(source, before + 1);
      rows.push(
        `${paint(String(between.number).padStart(width), "gutter")} ${bar} ${drawLine(between.text).text}`.trimEnd(),
      );
    }
    before = number;
    const here = marks.filter((mark) => mark.line.number === number);
    const line = lineNumbered(source, number);
    const drawn = drawLine(line.text);
    const anchor = drawn.columns[Math.min(...here.map((mark) => mark.from))] ?? 0;
    // A line that is too long to show (data, or text without line ends) is cut around its first underline.
    const cut = drawn.text.length > WINDOW ? Math.max(0, anchor - 40) : 0;
    const shown =
      drawn.text.length > WINDOW
        ? `${cut > 0 ? "…" : ""}${drawn.text.slice(cut + (cut > 0 ? 1 : 0), cut + WINDOW)}…`
        : drawn.text;
    rows.push(`${paint(String(number).padStart(width), "gutter")} ${bar} ${shown}`.trimEnd());
    // The primary underline comes first, because it marks the cause.
    for (const mark of [...here].sort((a, b) => Number(b.primary) - Number(a.primary) || a.from - b.from)) {
      const from = (drawn.columns[mark.from] ?? 0) - cut;
      const end = (drawn.columns[Math.min(mark.to, line.text.length)] ?? 0) - cut;
      const length = Math.max(1, Math.min(end, WINDOW) - from);
      const underline = paint((mark.primary ? "^" : "-").repeat(length), mark.primary ? tone : "gutter");
      const label = mark.label === "" ? "" : ` ${mark.primary ? paint(mark.label, tone) : mark.label}`;
      rows.push(`${" ".repeat(width)} ${bar} ${" ".repeat(Math.max(0, from))}${underline}${label}`);
    }
  }
  return rows;
}

/** Width in characters of the longest line number in a code frame. */
export function gutterWidth(labels: readonly Labelled[]): number {
  return Math.max(1, ...labels.flatMap(marksOf).map((mark) => String(mark.line.number).length));
}

/**
 * Lines of a code frame: source lines with underlines. The file of the primary place comes first, then each other file
 * under its own heading.
 */
export function drawFrame(labels: readonly Labelled[], tone: Tone, paint: Paint): readonly string[] {
  const width = gutterWidth(labels);
  const rows: string[] = [];
  const sources = [...new Set(labels.map((label) => label.place.source))];
  for (const [index, source] of sources.entries()) {
    const here = labels.filter((label) => label.place.source === source);
    const head = here[0];
    if (!head) continue;
    const { line, column } = position(source, head.place.span.start);
    const arrow = paint(index === 0 ? "-->" : ":::", "gutter");
    rows.push(`${" ".repeat(width + 1)}${arrow} ${source.name}:${line}:${column}`);
    rows.push(...drawSource(here.flatMap(marksOf), source, width, tone, paint));
  }
  return rows;
}
