import { aimsOf, keepOf, type MeasuredTable, pathText, type TableValue } from "../../dsl/evaluate/index.ts";
import type { ShownColumn } from "../show/shownColumn.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Maximum number of lines in one figure. Rows that would need more lines are drawn as one series. */
const MOST = 12;

/**
 * Paths of columns that may split a table's rows into one line per value. Candidates are a sweep's varied paths, or the
 * paths after a search's `per`. Empty where no x value repeats, and for large tables, which are drawn as points.
 */
export function apartPaths(table: TableValue | MeasuredTable, x: ShownColumn): readonly string[] {
  if (table.kind === "data" || table.large || new Set(namesOf(x)).size === x.values.length) return [];
  const per = keepOf(table.statement)?.per;
  if (per) return per.map(pathText);
  return aimsOf(table.statement).length > 0 ? [] : table.varied;
}

/**
 * Chooses the columns that split rows into lines, for a plot that does not name one. A column is chosen if `x` takes
 * several values while the column stays the same. Without the split a single line would zigzag across the figure.
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
