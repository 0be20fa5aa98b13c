import type { TextChart } from "../document/document.ts";
import { cut, padEnd, textWidth, wrap } from "../lettering/textWidth.ts";

type Grid = Extract<TextChart, { readonly kind: "grid" }>;

/** Lines of a grid of marks, with a legend below. Cells show their text, too, where all texts fit. */
export function textGrid({ columns, rows, legend }: Grid, width: number): readonly string[] {
  const labels = rows.map(({ label }) => label);
  const room = Math.max(12, Math.floor(width / 3));
  const labelWidth = Math.min(room, Math.max(0, ...labels.map(textWidth)));
  const full = (cell: Grid["rows"][number]["cells"][number]): string =>
    cell ? `${cell.mark} ${cell.text}`.trimEnd() : "";
  const widthOf = (text: typeof full): number =>
    Math.max(1, ...rows.flatMap(({ cells }) => cells.map((cell) => textWidth(text(cell)))));
  const fits = (text: typeof full): boolean =>
    labelWidth + columns.length * (2 + Math.max(widthOf(text), ...columns.map(textWidth))) <= width;
  const text = fits(full) ? full : (cell: Parameters<typeof full>[0]) => cell?.mark ?? "";
  const least = widthOf(text);
  const most = Math.max(least, Math.floor((width - labelWidth) / Math.max(1, columns.length)) - 2);
  const names = columns.map((name) => cut(name, most));
  const widths = names.map((name) => Math.max(least, textWidth(name)));
  const line = (label: string, cells: readonly string[]): string =>
    `${padEnd(cut(label, labelWidth), labelWidth)}${cells
      .map((cell, at) => `  ${padEnd(cell, widths[at] ?? 0)}`)
      .join("")}`.trimEnd();
  const markWidth = Math.max(0, ...legend.map(({ mark }) => textWidth(mark)));
  return [
    ...rows.map(({ label, cells }) => line(label, cells.map(text))),
    line("", names),
    "",
    ...legend.flatMap(({ mark, text: meaning }) =>
      wrap(meaning, width - markWidth - 2).map(
        (part, at) => `${padEnd(at === 0 ? mark : "", markWidth)}  ${part}`,
      ),
    ),
  ];
}
