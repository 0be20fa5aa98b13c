import type { TextChart } from "../document/document.ts";
import { cut, padEnd, textWidth } from "../lettering/textWidth.ts";
import { eighthBar } from "./blocks.ts";
import type { Style } from "./style.ts";
import { textGantt } from "./textGantt.ts";
import { textGrid } from "./textGrid.ts";
import { legendLines, textureOf } from "./textLegend.ts";
import { textLines } from "./textLines.ts";

/** Lines of a terminal that show a chart in characters. */
export function textChart(chart: TextChart, width: number, style: Style): readonly string[] {
  switch (chart.kind) {
    case "bars":
      return bars(chart, width, style);
    case "lines":
      return textLines(chart, width, style);
    case "gantt":
      return textGantt(chart, width, style);
    case "grid":
      return textGrid(chart, width);
  }
}

type Bars = Extract<TextChart, { readonly kind: "bars" }>;

function bars(chart: Bars, width: number, style: Style): readonly string[] {
  if (chart.rows.length === 0) return ["(nothing to draw)"];
  const textColumns = Math.max(...chart.rows.map((row) => textWidth(row.text)));
  const longest = Math.max(...chart.rows.map((row) => textWidth(row.label)));
  const labelWidth = Math.min(LONGEST, longest, Math.max(8, width - textColumns - 4 - LEAST_ROOM));
  const room = Math.max(NARROWEST, Math.min(60, width - labelWidth - textColumns - 4));
  const largest = Math.max(...chart.rows.map((row) => row.value), chart.limit?.value ?? 0) || 1;
  const limitAt =
    chart.limit === undefined ? -1 : Math.min(room - 1, Math.round((chart.limit.value / largest) * room) - 1);
  const names = [...new Set(chart.rows.flatMap((row) => (row.parts ?? []).map((part) => part.label)))];
  const lines = chart.rows.map((row) => {
    const bar =
      row.parts === undefined
        ? whole(row.value / largest, room, style)
        : stack(row.parts, names, largest, room, style);
    const columns = bar.columns;
    const marked =
      limitAt >= columns
        ? `${bar.text}${" ".repeat(limitAt - columns)}${style.dim("│")}${" ".repeat(room - limitAt - 1)}`
        : `${bar.text}${" ".repeat(Math.max(0, room - columns))}`;
    return `${padEnd(cut(row.label, labelWidth), labelWidth)}  ${marked}  ${row.text}`.trimEnd();
  });
  const entries = names.map((name, at) => ({
    plain: `${textureOf(at)} ${name}`,
    drawn: `${style.series(at, textureOf(at))} ${name}`,
  }));
  const limit =
    chart.limit === undefined
      ? []
      : [{ plain: `│ ${chart.limit.label}`, drawn: `${style.dim("│")} ${chart.limit.label}` }];
  const margin = " ".repeat(labelWidth + 2);
  return [
    ...lines,
    ...legendLines([...entries, ...limit], width - labelWidth - 2).map((line) => margin + line),
  ];
}

/** Smallest length of a bar, in columns. */
const NARROWEST = 10;
/** Smallest length of a bar next to a long name, where the terminal has room, in columns. */
const LEAST_ROOM = 24;
/** Limit on the columns of a bar's name. */
const LONGEST = 56;

interface Bar {
  readonly text: string;
  readonly columns: number;
}

function whole(share: number, room: number, style: Style): Bar {
  const text = eighthBar(share, room);
  return { text: style.series(0, text), columns: textWidth(text) };
}

/**
 * Stacked bar in characters. Rounding is cumulative over the parts, so that the whole bar has the length of
 * its total.
 */
function stack(
  parts: NonNullable<Bars["rows"][number]["parts"]>,
  names: readonly string[],
  largest: number,
  room: number,
  style: Style,
): Bar {
  let sum = 0;
  let columns = 0;
  let text = "";
  for (const part of parts) {
    sum += part.value;
    const end = Math.round((sum / largest) * room);
    const at = names.indexOf(part.label);
    text += style.series(at, textureOf(at).repeat(Math.max(0, end - columns)));
    columns = Math.max(columns, end);
  }
  return { text, columns };
}
