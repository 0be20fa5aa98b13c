import {
  aimsOf,
  keepOf,
  type MeasuredTable,
  type Poison,
  type TableValue,
  textOf,
} from "../../dsl/evaluate/index.ts";
import { type Figure, type FrontAim, frontFigure } from "../../report/index.ts";
import type { Run } from "../verbs/run.ts";
import { axisOf, named, plotColumn } from "./plotColumn.ts";
import type { PlotOptions } from "./plotOptions.ts";
import { rowNames } from "./rowNames.ts";

/** Maximum number of points of a Pareto front that get a hover label; longer fronts are drawn without labels. */
const MOST = 1_000;

/**
 * Figure of a search's Pareto front as points, each labelled by its plan. Null for other tables, for a table with
 * several fronts, for objectives that are not numbers, and where the plot names its own axes.
 */
export function frontPlot(
  run: Run,
  table: TableValue | MeasuredTable,
  { x, y, color, marks, title, x_scale, y_scale }: PlotOptions,
): Figure | Poison | null {
  if (table.kind === "data" || x || y || color || marks) return null;
  const aims = aimsOf(table.statement);
  const count = table.rows.length;
  const fronts = keepOf(table.statement)?.per.length ?? 0;
  if (aims.length < 2 || fronts > 0 || count === 0 || count > MOST) return null;
  const names = rowNames(run, table, count);
  if (names === null || "kind" in names) return names;
  const drawn: FrontAim[] = [];
  for (const [at, { expr }] of aims.entries()) {
    const made = plotColumn(run, table, named(run, table, textOf(expr, table.scope)));
    if ("diagnostics" in made) return made;
    const values = Array.from(made.column.values, (value) =>
      value?.kind === "quantity" ? value.value : Number.NaN,
    );
    if (values.some(Number.isNaN)) return null;
    drawn.push({ ...axisOf(made.column, [x_scale, y_scale][at]), values });
  }
  const fits = Array.from(table.rows, ({ scenario }) => run.context.outputs.fit(run.context, scenario));
  const figure = frontFigure(names, drawn, title, fits);
  return { ...figure, name: `${table.name} front` };
}
