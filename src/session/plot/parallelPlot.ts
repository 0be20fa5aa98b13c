import {
  aimsOf,
  type MeasuredTable,
  type Poison,
  type TableValue,
  textOf,
} from "../../dsl/evaluate/index.ts";
import { type Figure, type ParallelAxis, parallelFigure } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";
import { axisOf, named, type PlotColumn, plotColumn } from "./plotColumn.ts";
import type { Asked, PlotOptions } from "./plotOptions.ts";

/** Maximum number of parallel axes in a figure, so that they stay legible. */
const MOST_AXES = 10;

/**
 * Figure of a table's rows in parallel coordinates: varied columns with more than one value, then derived columns or
 * objectives. `x` names the first column, `y` the last.
 */
export function parallelPlot(
  run: Run,
  table: TableValue | MeasuredTable,
  { x, y, title }: PlotOptions,
): Figure | Poison {
  const asked = (name: string): Asked => named(run, table, name);
  const aims =
    table.kind === "table" ? aimsOf(table.statement).map(({ expr }) => textOf(expr, table.scope)) : [];
  const results = table.kind === "table" ? [...table.derived, ...aims] : [];
  const last =
    y ?? asked(results.at(-1) ?? (table.kind === "table" ? "step_time" : (table.columns.at(-1) ?? "")));
  const columns: PlotColumn[] = [];
  const names =
    table.kind === "table" ? [...table.varied, ...results.slice(0, -1)] : table.columns.slice(0, -1);
  for (const one of [...(x ? [x] : []), ...[...new Set(names)].map(asked), last]) {
    const made = plotColumn(run, table, one);
    if ("diagnostics" in made) return made;
    columns.push(made);
  }
  const axes = columns.map(
    ({ column }): ParallelAxis => ({
      ...axisOf(column, undefined),
      values: Array.from(column.values, (value) =>
        !value ? null : value.kind === "quantity" ? value.value : textOfValue(value),
      ),
    }),
  );
  const differ = axes.filter(({ values }, at) => at === axes.length - 1 || new Set(values).size > 1);
  return {
    ...parallelFigure([...differ.slice(0, -1).slice(0, MOST_AXES - 1), ...differ.slice(-1)], {
      ...(title === undefined ? {} : { title }),
      ranked: aims.length === 1,
    }),
    name: `${table.name} parallel`,
  };
}
