import type { Numbers } from "../session/index.ts";
import { type Comparison, numberOf } from "./compare.ts";
import type { Compared } from "./compared.ts";
import { MEASURES } from "./measures.ts";
import type { Point } from "./point.ts";

/** Comparison of two programs as plain data for JSON output. Numbers are in base units. */
export function comparisonData(of: Comparison): unknown {
  const [scenarios, tables] = [
    of.compared.filter(({ answer }) => answer.form === "scenario"),
    of.compared.filter(({ answer }) => answer.form !== "scenario"),
  ];
  return {
    before: of.before,
    after: of.after,
    changes: of.changes.map(({ key, label }) => ({ key, label })),
    mistakes: of.mistakes.map(({ code, message }) => ({ code, message })),
    scenarios: scenarios.map((one) => {
      const [before, after] = [one.before.points[0], one.after.points[0]];
      return {
        name: one.answer.name,
        ...(before && after ? { before: pointData(before), after: pointData(after) } : {}),
        ...sharesData(one, of, ""),
      };
    }),
    tables: tables.map((one) => ({
      name: one.answer.name,
      kind: one.answer.form,
      also: one.also,
      before: one.before.points.map(rowData),
      after: one.after.points.map(rowData),
      shares: one.after.points.map(({ key }) => ({ row: key, ...sharesData(one, of, key) })),
    })),
    same: of.same,
    long: of.long,
    gone: of.lost,
    refused: of.refused,
    new: of.gained.map(({ answer, how, now, why }) => ({
      ...{ name: answer.name, how, why },
      rows: now.points.map(rowData),
    })),
  };
}

const pointData = ({ numbers, fits }: Point) => ({ ...numbers, fits });

const rowData = (point: Point) => ({
  row: point.key,
  settings: Object.fromEntries([...point.settings].map(([path, { written }]) => [path, written])),
  ...(point.why === null ? pointData(point) : { why: point.why }),
});

function sharesData({ attribution, causes, after }: Compared, { changes }: Comparison, row: string) {
  const measures = new Set([...MEASURES.map(({ name }) => name), ...after.bases.keys()]);
  const ofRow = (numbers: Numbers) =>
    Object.fromEntries([...measures].map((name) => [name, numbers[numberOf(row, name)] ?? null]));
  return {
    method: attribution?.method ?? null,
    shares: (attribution?.shares ?? []).map((share) => ({
      changes: share.changes.map((place) => changes[causes[place] ?? 0]?.key ?? ""),
      ...ofRow(share.numbers),
    })),
  };
}
