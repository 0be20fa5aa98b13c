import type { TextChart } from "../document/document.ts";
import { cut, padEnd, padStart, textWidth } from "../lettering/textWidth.ts";
import { plain } from "../numbers/number.ts";
import type { Style } from "./style.ts";
import { legendLines } from "./textLegend.ts";

type Lines = Extract<TextChart, { readonly kind: "lines" }>;

const ROWS = 14;
const MARKS = ["●", "■", "◆", "▲", "✚", "✖", "○", "□", "◇", "△", "+", "×"];

/** Lines of a line chart in characters: marks at the points, dots between them, axes with numbers. */
export function textLines(chart: Lines, width: number, style: Style): readonly string[] {
  const points = chart.series.flatMap((one) => one.points);
  if (points.length === 0) return ["(nothing to draw)"];
  const x = scale(
    points.map(([value]) => value),
    chart.xLog,
    false,
  );
  const y = scale(
    points.map(([, value]) => value),
    chart.yLog,
    !chart.numbered,
  );
  const yTicks = [0, 0.25, 0.5, 0.75, 1].map((share) => ({
    row: Math.round((1 - share) * (ROWS - 1)),
    text: short(y.at(share)),
  }));
  const gutter = Math.max(...yTicks.map((tick) => textWidth(tick.text)));
  const columns = Math.max(20, Math.min(72, width - gutter - 3));
  const grid = Array.from({ length: ROWS }, () => new Array<string>(columns).fill(" "));
  const put = (column: number, row: number, mark: string): void => {
    const line = grid[row];
    if (line !== undefined && column >= 0 && column < columns) line[column] = mark;
  };
  const cellOf = (px: number, py: number) =>
    [Math.round(x.share(px) * (columns - 1)), (1 - y.share(py)) * (ROWS - 1)] as const;
  chart.series.forEach((one, at) => {
    const cells = one.points
      .map(([px, py], index) => ({ x: px, cell: cellOf(px, py), mark: markOf(chart, at, index) }))
      .sort((first, second) => first.x - second.x);
    cells.forEach(({ cell }, index) => {
      const next = cells[index + 1]?.cell;
      if (next === undefined || chart.apart || chart.numbered?.joined === false) return;
      for (let column = cell[0] + 1; column < next[0]; column += 1) {
        const share = (column - cell[0]) / (next[0] - cell[0]);
        put(column, Math.round(cell[1] + share * (next[1] - cell[1])), style.series(at, "·"));
      }
    });
    const taken = new Set<string>();
    // Draw numbered points first: a point without a number must not cover one.
    const numberFirst = [...cells].sort(
      (one, other) => Number(one.mark === "●") - Number(other.mark === "●"),
    );
    for (const { cell, mark } of chart.numbered ? numberFirst : cells) {
      const [column, row] = [Math.min(cell[0], columns - mark.length), Math.round(cell[1])];
      const places = [...mark].map((_, shift) => column + shift);
      // A number touching another would read as one number.
      const fits = [column - 1, ...places, column + mark.length].every((one) => !taken.has(`${one} ${row}`));
      const drawn = fits || !chart.numbered ? [...mark] : taken.has(`${column} ${row}`) ? [] : ["●"];
      drawn.forEach((one, shift) => {
        put(column + shift, row, style.series(at, one));
        if (chart.numbered && one !== "●") taken.add(`${column + shift} ${row}`);
      });
    }
  });
  const body = grid.map((line, row) => {
    const tick = yTicks.find((one) => one.row === row);
    return `${padStart(tick?.text ?? "", gutter)} ${tick === undefined ? "│" : "┤"}${line.join("")}`.trimEnd();
  });
  const margin = " ".repeat(gutter + 2);
  return [
    style.dim(chart.yLabel),
    ...body,
    `${" ".repeat(gutter)} └${"─".repeat(columns)}`,
    `${margin}${xTicks(chart, x, columns)}`.trimEnd(),
    `${margin}${style.dim(chart.xLabel)}`,
    ...legend(chart, width - gutter - 2, style).map((line) => margin + line),
    ...keyLines(chart, width),
  ];
}

/** Lines of the legend: the mark of each series, with a title. */
function legend({ series, legendTitle }: Lines, width: number, style: Style): readonly string[] {
  if (series.length < 2) return [];
  const title = legendTitle === undefined ? [] : [`${legendTitle}:`];
  const entries = series.map(({ label }, at) => {
    const mark = MARKS[at % MARKS.length] ?? "●";
    return { plain: `${mark} ${label}`, drawn: `${style.series(at, mark)} ${label}` };
  });
  return legendLines([...title.map((text) => ({ plain: text, drawn: style.dim(text) })), ...entries], width);
}

/**
 * Character of a point: its number, or the mark of its series. Where there are many points, only some have
 * numbers.
 */
function markOf({ numbered }: Lines, series: number, at: number): string {
  const mark = MARKS[series % MARKS.length] ?? "●";
  return numbered && (isShort(numbered) || numbered.named.includes(at)) ? String(at + 1) : mark;
}

type Numbered = NonNullable<Lines["numbered"]>;
const isShort = ({ key }: Numbered): boolean => key.length <= MOST_KEYS;

/** Lines of the key that explains the numbered points. */
function keyLines({ numbered }: Lines, width: number): readonly string[] {
  if (!numbered) return [];
  const { key, named } = numbered;
  const shown = isShort(numbered) ? key : named.map((at) => key[at] ?? "");
  const more = key.length - shown.length;
  return [
    ...shown.map((line) => cut(line, width)),
    ...(more > 0 ? [`and ${plain(more)} more, all in the table`] : []),
  ];
}

/** Limit on the lines of the key of numbered points. */
const MOST_KEYS = 16;

interface Scale {
  share(value: number): number;
  at(share: number): number;
}

function scale(values: readonly number[], log: boolean, fromZero: boolean): Scale {
  const forward = (value: number): number => (log ? Math.log10(value) : value);
  let low = Math.min(...values);
  const high = Math.max(...values);
  if (fromZero && !log && low > 0) low = 0;
  const [a, b] = [forward(low), forward(high)];
  const span = b - a || 1;
  return {
    share: (value) => (forward(value) - a) / span,
    at: (share) => (log ? 10 ** (a + share * span) : a + share * span),
  };
}

/** Line of numbers under the x axis, as many as fit without touching. */
function xTicks(chart: Lines, x: Scale, columns: number): string {
  const values = [...new Set(chart.series.flatMap((one) => one.points.map(([value]) => value)))].sort(
    (a, b) => a - b,
  );
  let line = "";
  for (const value of values) {
    const text = short(value);
    const center = Math.round(x.share(value) * (columns - 1));
    const start = Math.max(0, Math.min(columns - textWidth(text), center - Math.floor(textWidth(text) / 2)));
    if (line !== "" && start < textWidth(line) + 1) continue;
    line = padEnd(line, start) + text;
  }
  return line;
}

function short(value: number): string {
  return Math.abs(value) >= 1000 ? plain(Math.round(value)) : plain(Number(value.toPrecision(3)));
}
