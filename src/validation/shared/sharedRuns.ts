import type { Span } from "../../dsl/ast/ast.ts";
import { readCsv } from "../../dsl/csv/readCsv.ts";
import type { World } from "../../session/index.ts";
import { type Row, rowOf } from "../rows/row.ts";
import { judgeRows, scoreboardOf, type ValidatedRow } from "../scoreboard/validate.ts";
import { number, percent, signedPercent } from "../statistics/numberText.ts";

/** Columns that every shared run fills. */
const NEEDED = ["id", "layers", "hidden", "seq_len", "gpu", "n_gpus", "global_batch_seqs", "iter_time_s"];

/** Columns whose filled cells are positive numbers. */
const POSITIVE = ["layers", "hidden", "seq_len", "n_gpus", "global_batch_seqs", "iter_time_s", "peak_mem_gb"];

/**
 * Rows of a file of `validation/shared-runs/`, as `dtp share-run` writes them, or its mistakes, each with the file, the line and
 * the column. `columns` are those of `validation/runs.csv`, in their order.
 */
export function readSharedRuns(
  file: string,
  text: string,
  columns: readonly string[],
): { readonly rows: readonly Row[] } | { readonly problems: readonly string[] } {
  const at = ({ start }: Span): string => {
    const before = text.slice(0, start);
    return `${file}:${before.split("\n").length}:${start - before.lastIndexOf("\n")}`;
  };
  const { records, problem } = readCsv(text);
  if (problem) return { problems: [`${at(problem.span)}: ${problem.what}`] };
  const [header, ...body] = records;
  const wrong = columns.findIndex((column, index) => header?.cells[index]?.text !== column);
  const extra = header?.cells[columns.length];
  if (!header || wrong >= 0 || extra) {
    const place = header?.cells[wrong < 0 ? columns.length : wrong]?.span ?? header?.span;
    const expected = wrong < 0 ? "the end of the line" : `the column \`${columns[wrong]}\``;
    const help = "write rows with `dtp share-run … -o FILE.csv`";
    return { problems: [`${place ? at(place) : `${file}:1:1`}: expected ${expected}; ${help}`] };
  }
  const problems: string[] = [];
  const seen = new Set<string>();
  const rows = body.map(({ cells, span }) => {
    if (cells.length !== columns.length)
      problems.push(`${at(span)}: the row has ${cells.length} cells, the header ${columns.length}`);
    const row = rowOf(Object.fromEntries(columns.map((column, i) => [column, cells[i]?.text ?? ""])));
    const place = (column: string): string => at(cells[columns.indexOf(column)]?.span ?? span);
    for (const column of NEEDED)
      if (row.text(column) === undefined) problems.push(`${place(column)}: \`${column}\` is empty`);
    for (const column of POSITIVE) {
      const cell = row.text(column);
      if (cell !== undefined && !((row.number(column) ?? 0) > 0))
        problems.push(`${place(column)}: \`${column}\` is \`${cell}\`, which is no positive number`);
    }
    if (seen.has(row.id)) problems.push(`${place("id")}: another row has the id \`${row.id}\``);
    seen.add(row.id);
    return row;
  });
  return problems.length > 0 ? { problems } : { rows };
}

/** Shared runs beside the engine's predictions, and the rows that it cannot express. Nothing is fitted to them. */
export function judgeSharedRuns(
  rows: readonly Row[],
  world: World,
): { readonly rows: readonly ValidatedRow[]; readonly skipped: readonly { id: string; reason: string }[] } {
  const board = scoreboardOf(judgeRows(rows, world));
  return { rows: board.rows, skipped: board.skipped.map(({ id, reason }) => ({ id, reason })) };
}

/** Shared runs for a terminal: a line each, with the 80% interval that a user sees. */
export function sharedRunsText({ rows, skipped }: ReturnType<typeof judgeSharedRuns>): string {
  const inside = rows.filter((row) => row.inside === true).length;
  return [
    `shared runs: ${rows.length}, ${inside} inside their 80% interval (never fitted to)`,
    ...rows.map((row) => {
      const error = row.relError === null ? "" : ` (${signedPercent(row.relError)} in time)`;
      const verdict = row.inside === null ? "" : row.inside ? ", inside" : ", outside";
      return `  ${row.id}: measured ${number(row.measured)}, predicted ${number(row.predicted)}${error}, interval ${number(row.low)} to ${number(row.high)}${verdict}`;
    }),
    ...(rows.length > 1
      ? [
          `  mean error ${percent(rows.reduce((sum, { relError }) => sum + Math.abs(relError ?? 0), 0) / rows.length)}`,
        ]
      : []),
    ...skipped.map(({ id, reason }) => `  ${id}: not judged, ${reason}`),
    "",
  ].join("\n");
}
