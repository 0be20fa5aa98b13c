import { aimsOf, keepOf, type MeasuredTable, pathText, type TableValue } from "../../dsl/evaluate/index.ts";
import type { ShownColumn } from "../show/shownColumn.ts";
import { textOfValue } from "../textOfValue.ts";

/** More lines than this would tell nothing. */
const MOST = 12;

/**
 * The paths that may set a table's lines apart where `x` comes again: what a sweep varies, and what a search keeps rows per. Rows by
 * the thousand are points.
 */
export function apartPaths(table: TableValue | MeasuredTable, x: ShownColumn): readonly string[] {
  if (table.kind === "data" || table.large || new Set(namesOf(x)).size === x.values.length) return [];
  const per = keepOf(table.statement)?.per;
  if (per) return per.map(pathText);
  return aimsOf(table.statement).length > 0 ? [] : table.varied;
}

/**
 * The columns among `candidates` whose values make a line each where a plot does not say: those at one of whose values `x` still
 * goes on. Without them one line would go back and forth over all of the picture.
 */
export function setApart<C extends Pick<ShownColumn, "values">>(
  x: ShownColumn,
  candidates: readonly C[],
): readonly C[] {
  const xs = namesOf(x);
  const apart = candidates.filter((candidate) => {
    const seen = new Map<string, Set<string>>();
    for (const [at, name] of namesOf(candidate).entries()) {
      const places = seen.get(name) ?? new Set();
      seen.set(name, places.add(xs[at] ?? ""));
    }
    return seen.size > 1 && [...seen.values()].some((places) => places.size > 1);
  });
  const names = apart.map(namesOf);
  const lines = new Set(xs.map((_, at) => names.map((of) => of[at]).join("\n")));
  return lines.size > MOST || lines.size === xs.length ? [] : apart;
}

function namesOf({ values }: Pick<ShownColumn, "values">): readonly string[] {
  return Array.from(values, (value) => (value ? textOfValue(value) : ""));
}
