import { aimsOf, keepOf, type MeasuredTable, pathText, type TableValue } from "../../dsl/evaluate/index.ts";
import type { ShownColumn } from "../show/shownColumn.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Maximum number of lines in one figure; rows that would need more are not split. */
const MOST = 12;

/**
 * Paths that may split a table into lines, where `x` repeats: a sweep's varied paths, or a search's `per` paths. Large
 * tables are drawn as points.
 */
export function apartPaths(table: TableValue | MeasuredTable, x: ShownColumn): readonly string[] {
  if (table.kind === "data" || table.large || new Set(namesOf(x)).size === x.values.length) return [];
  const per = keepOf(table.statement)?.per;
  if (per) return per.map(pathText);
  return aimsOf(table.statement).length > 0 ? [] : table.varied;
}

/**
 * Columns that split rows into lines, for a plot that does not name one. A column splits where `x` still varies within
 * one of its values. Without it a single line would zigzag across the figure.
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
