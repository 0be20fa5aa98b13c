import { number, percent, signedPercent } from "../statistics/numberText.ts";
import type { ByHandBoard, ByHandFigures, ByHandRow } from "./byHandBoard.ts";

/** By-hand scoreboard for a terminal: one line per program, one per source, and a total. */
export function byHandText(board: ByHandBoard): string {
  return [
    ...lines("program", board.rows, rowCells),
    "",
    ...lines("source", board.sources, ({ source, time, memory, byTable }) => ({
      "": source.slice(0, 66),
      ...figureCells("", time ?? memory),
      of: time ? "time" : "memory",
      "by table": byTable ? percent(byTable.median) : "",
    })),
    "",
    ...lines("all", [board.time, board.memory], (figures) => ({
      "": figures === board.time ? "time" : "memory",
      ...figureCells("", figures),
    })),
    "",
  ].join("\n");
}

const rowCells = (row: ByHandRow) => ({
  "": row.id,
  devices: String(row.devices),
  device: row.device,
  stack: row.stack,
  measured: number(row.measured),
  predicted: number(row.predicted),
  unit: row.unit ?? "",
  error: row.error === null ? "" : signedPercent(row.error),
  "by table": row.byTable === null ? "" : signedPercent(row.byTable),
  low: number(row.low),
  high: number(row.high),
  inside: verdict(row.inside),
  "GiB measured": gib(row.memMeasured),
  "GiB predicted": gib(row.memPredicted),
  "memory error": row.memError === null ? "" : signedPercent(row.memError),
  "memory inside": verdict(row.memInside),
  outside: row.outside.length > 0 ? "outside" : "",
});

const figureCells = (prefix: string, figures: ByHandFigures | null) => ({
  [`${prefix}n`]: figures ? String(figures.n) : "0",
  [`${prefix}median`]: figures ? percent(figures.median) : "",
  [`${prefix}mean`]: figures ? percent(figures.mean) : "",
  [`${prefix}signed`]: figures ? signedPercent(figures.signed) : "",
  [`${prefix}inside`]: figures ? percent(figures.inside) : "",
  [`${prefix}by source`]: figures ? percent(figures.bySource) : "",
  [`${prefix}width`]: figures ? figures.width.toFixed(2) : "",
});

const verdict = (inside: boolean | null) => (inside === null ? "" : inside ? "yes" : "no");
const gib = (bytes: number | null) => (bytes === null ? "" : (bytes / 2 ** 30).toFixed(1));

/** Lines of a table whose columns are as wide as their widest cell. The first column is left-aligned. */
function lines<T>(
  title: string,
  members: readonly T[],
  cellsOf: (member: T) => Readonly<Record<string, string>>,
): readonly string[] {
  const all = members.map(cellsOf);
  const heads = Object.keys(all[0] ?? {});
  const table = [
    heads.map((head) => head || title),
    ...all.map((row) => heads.map((head) => row[head] ?? "")),
  ];
  const widths = heads.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
