import type { Figure, TextChart } from "../document/document.ts";
import { plain } from "../numbers/number.ts";

/**
 * Largest number of bars, lines or rows that a description names one by one. A longer figure is summarised by
 * its extremes.
 */
const MOST = 8;

/** Text alternative of a figure with its main numbers: `alt`, `aria-label`, `<desc>`. */
export function figureDescription(figure: Figure): string {
  const sentences = [figure.title, described(figure.text), figure.caption ?? ""];
  return sentences
    .map((one) => one.trim().replace(/[.\s]+$/, ""))
    .filter((one) => one !== "")
    .map((one) => `${one}.`)
    .join(" ");
}

function described(chart: TextChart): string {
  switch (chart.kind) {
    case "bars":
      return bars(chart);
    case "lines":
      return lines(chart);
    case "grid":
      return grid(chart);
    case "gantt":
      return gantt(chart);
  }
}

function bars({ rows, limit }: Extract<TextChart, { readonly kind: "bars" }>): string {
  const named = [...rows].sort((one, other) => other.value - one.value).slice(0, MOST);
  const shown = rows.filter((row) => named.includes(row));
  const bar = (row: (typeof rows)[number]): string => {
    const [largest] = [...(row.parts ?? [])].sort((one, other) => other.value - one.value);
    const mostly =
      largest && row.value > 0 && (row.parts?.length ?? 0) > 1
        ? `, mostly ${largest.label} (${plain(Math.round((100 * largest.value) / row.value))}%)`
        : "";
    return `${row.label} ${row.text}${mostly}`;
  };
  const count = shown.length < rows.length ? `The ${MOST} largest of ${rows.length} bars: ` : "Bars: ";
  return `${count}${shown.map(bar).join("; ")}${limit ? `; limit: ${limit.label}` : ""}`;
}

function lines({ xLabel, yLabel, series }: Extract<TextChart, { readonly kind: "lines" }>): string {
  const line = ({ label, points }: (typeof series)[number]): string => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return `${label}: no points`;
    if (points.length === 1) return `${label}: ${plain(first[1])} at ${plain(first[0])}`;
    const highest = points.reduce((best, point) => (point[1] > best[1] ? point : best));
    const lowest = points.reduce((best, point) => (point[1] < best[1] ? point : best));
    const between = [
      ...(highest !== first && highest !== last
        ? [`highest ${plain(highest[1])} at ${plain(highest[0])}`]
        : []),
      ...(lowest !== first && lowest !== last ? [`lowest ${plain(lowest[1])} at ${plain(lowest[0])}`] : []),
    ];
    const ends = `${plain(first[1])} at ${plain(first[0])} to ${plain(last[1])} at ${plain(last[0])}`;
    return [`${label}: ${ends}`, ...between].join(", ");
  };
  const rest = series.length > MOST ? `; and ${series.length - MOST} more` : "";
  return `${yLabel} over ${xLabel}. ${series.slice(0, MOST).map(line).join("; ")}${rest}`;
}

function grid({ columns, rows, legend }: Extract<TextChart, { readonly kind: "grid" }>): string {
  const cells = rows.flatMap((row) => row.cells);
  const shares = legend.map(({ mark, text }) => {
    const count = cells.filter((cell) => cell?.mark === mark).length;
    return `${text} in ${count} of ${cells.length} cells`;
  });
  const [from, to] = [rows[0]?.label, rows.at(-1)?.label];
  return `A grid of ${columns[0] ?? ""} to ${columns.at(-1) ?? ""} by ${from ?? ""} to ${to ?? ""}. ${shares.slice(0, MOST).join("; ")}`;
}

function gantt({ rows, unit, spans }: Extract<TextChart, { readonly kind: "gantt" }>): string {
  const cells = rows.flatMap((row) => row.cells);
  const end = cells.reduce((most, cell) => Math.max(most, cell.end), 0);
  const drawn = spans?.reduce((sum, span) => sum + span.end - span.start, 0) ?? end;
  const busy = new Map<string, number>();
  for (const { tone, start, end: stop } of cells) busy.set(tone, (busy.get(tone) ?? 0) + stop - start);
  const total = drawn * rows.length;
  const kinds = [...busy]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([tone, time]) => `${tone} ${plain(Math.round((100 * time) / total))}%`);
  const length = `${plain(Number(drawn.toPrecision(4)))}${unit === undefined ? "" : ` ${unit}`}`;
  const names = rows.map((row) => row.label);
  const lanes = names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(" and ");
  return `A timeline of ${length}, ${rows.length === 1 ? "one lane" : `${rows.length} lanes`} (${lanes}). Share of the lanes' time: ${kinds.join(", ")}`;
}
