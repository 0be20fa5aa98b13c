import type { TextChart } from "../document/document.ts";
import { cut, padEnd, textWidth } from "../lettering/textWidth.ts";
import { plain } from "../numbers/number.ts";
import type { Style } from "./style.ts";
import { legendLines, textureOf } from "./textLegend.ts";

type Gantt = Extract<TextChart, { readonly kind: "gantt" }>;
type Cell = Gantt["rows"][number]["cells"][number];

/** Separator between two time spans drawn side by side. */
const CUT = " ┊ ";

/**
 * Lines of a Gantt chart in characters. A terminal column shows the colour that takes most of its time, and a
 * blank where more than half of it is idle. Labels stand at the beginning of their bars, where every label of
 * one kind has room.
 */
export function textGantt(chart: Gantt, width: number, style: Style): readonly string[] {
  const cells = chart.rows.flatMap((row) => row.cells);
  if (cells.length === 0) return ["(nothing to draw)"];
  const spans = chart.spans ?? [{ start: 0, end: cells.reduce((last, cell) => Math.max(last, cell.end), 0) }];
  const labelWidth = Math.min(20, Math.max(0, ...chart.rows.map((row) => textWidth(row.label))));
  const columns = Math.floor((width - labelWidth - 2 - CUT.length * (spans.length - 1)) / spans.length);
  const room = Math.max(10, Math.min(columns, Math.floor(120 / spans.length)));
  const tones = [...new Set(cells.map((cell) => cell.tone))];
  const column = Math.max(...spans.map((span) => (span.end - span.start) / room));
  const cutOff = (cell: Cell): boolean =>
    spans.some(({ start, end }) => (cell.start === start && start > 0) || cell.end === end);
  const cramped = new Set(
    cells
      // A label needs one extra column: adjacent numbers would run together.
      .filter((cell) => Math.floor((cell.end - cell.start) / column + 1e-6) <= [...cell.label].length)
      .filter((cell) => !cutOff(cell))
      .map((cell) => cell.tone),
  );
  const margin = " ".repeat(labelWidth + 2);
  const lines = chart.rows.map((row) => {
    const drawn = spans.map((span) => stretch(row.cells, span, room, tones, cramped, style));
    return `${padEnd(cut(row.label, labelWidth), labelWidth)}  ${drawn.join(CUT)}`.trimEnd();
  });
  const axis = spans.map(({ start, end }) => {
    const from = plain(start);
    const to = `${plain(end)}${chart.unit === undefined ? "" : ` ${chart.unit}`}`;
    return `${from}${" ".repeat(Math.max(1, room - textWidth(from) - textWidth(to)))}${to}`;
  });
  const legend = tones.map((tone, at) => ({
    plain: `${textureOf(at)} ${tone}`,
    drawn: `${style.series(at, textureOf(at))} ${tone}`,
  }));
  return [
    ...lines,
    `${margin}${axis.join(CUT)}`,
    ...legendLines(legend, width - labelWidth - 2).map((line) => margin + line),
  ];
}

function stretch(
  cells: readonly Cell[],
  span: { readonly start: number; readonly end: number },
  room: number,
  tones: readonly string[],
  cramped: ReadonlySet<string>,
  style: Style,
): string {
  const column = (span.end - span.start) / room || 1;
  const shares = Array.from({ length: room }, () => new Array<number>(tones.length).fill(0));
  const labels = new Map<number, string>();
  for (const cell of cells) {
    const from = (Math.max(cell.start, span.start) - span.start) / column;
    const to = (Math.min(cell.end, span.end) - span.start) / column;
    if (to <= from) continue;
    const tone = tones.indexOf(cell.tone);
    for (let at = Math.floor(from); at < Math.min(room, to); at += 1) {
      const share = shares[at];
      if (share) share[tone] = (share[tone] ?? 0) + Math.min(to, at + 1) - Math.max(from, at);
    }
    const first = Math.round(from);
    const characters = [...cell.label];
    if (!cramped.has(cell.tone) && characters.length < Math.round(to) - first)
      for (const [at, character] of characters.entries()) labels.set(first + at, character);
  }
  return shares
    .map((share, at) => {
      const busy = share.reduce((sum, one) => sum + one, 0);
      const tone = share.indexOf(Math.max(...share));
      return busy < 0.5 ? " " : style.series(tone, labels.get(at) ?? textureOf(tone));
    })
    .join("");
}
