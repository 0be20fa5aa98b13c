import type { Numbers } from "../session/index.ts";
import type { Answer, Ranking } from "./answers.ts";
import { MEASURES } from "./measures.ts";
import type { Point } from "./point.ts";
import type { ShownTable } from "./shownTable.ts";

/** Title of the table column with the i-th ranking expression, from 0. */
export const aimTitle = (i: number): string => `aim_${i}`;

/**
 * Rows of a table to compare. A search gives its best row, or one best row for each value of the `keep`
 * paths. A Pareto front gives the best row in each expression. A sweep gives all rows.
 */
export function pointsOf(
  table: ShownTable,
  { form }: Answer,
  { aims, per }: Ranking,
  asked: {
    readonly aims: readonly string[];
    /** Paths of settings that the table varies itself. */
    readonly set: readonly string[];
    readonly follow: readonly string[];
  },
): readonly Point[] {
  const rows = Array.from({ length: table.length }, (_, row) => row);
  const point = (row: number, key: string): Point => {
    const numbers = Object.fromEntries([
      ...MEASURES.map(({ name }) => [name, table.number(row, name)]),
      ...asked.aims.map((aim, i) => [aim, table.number(row, aimTitle(i))]),
    ]) as Numbers;
    const why = table.cell(row, "why not");
    return {
      key,
      numbers,
      fits: String(table.cell(row, "fits") ?? "no"),
      settings: new Map([
        ...asked.set.map((path) => [path, table.setting(row, path)] as const),
        ...asked.follow.map(
          (path) => [path, { ...table.setting(row, path), follows: true as const }] as const,
        ),
      ]),
      why: typeof why === "string" && why !== "" ? why : null,
    };
  };
  const keyOf = (row: number, paths: readonly string[]): string =>
    paths.map((path) => `${path} = ${table.setting(row, path).shown}`).join(", ");
  if (form === "sweep") return rows.map((row) => point(row, keyOf(row, asked.set)));
  if (per.length > 0) {
    const first = new Map<string, number>();
    for (const row of rows) {
      const key = keyOf(row, per);
      if (!first.has(key)) first.set(key, row);
    }
    return [...first].map(([key, row]) => point(row, key));
  }
  if (aims.length < 2) return rows.slice(0, 1).map((row) => point(row, ""));
  return aims.flatMap((aim) => {
    const title = aimTitle(asked.aims.indexOf(aim));
    const value = (row: number): number => table.number(row, title) ?? Number.POSITIVE_INFINITY;
    const row = rows.reduce((best, one) => (best < 0 || value(one) < value(best) ? one : best), -1);
    return row < 0 ? [] : [point(row, endOf(aim))];
  });
}

/** Name of the row of a Pareto front that is best in the expression `aim`. */
export const endOf = (aim: string): string => `least ${aim}`;
