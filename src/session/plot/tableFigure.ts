import {
  cutText,
  type MeasuredTable,
  type Poison,
  type TableValue,
  textOf,
} from "../../dsl/evaluate/index.ts";
import type { Figure } from "../../report/index.ts";
import { counted } from "../show/tableCaption.ts";
import type { Run } from "../verbs/run.ts";
import { axesPlot } from "./axesPlot.ts";
import { bestPlot } from "./bestPlot.ts";
import { frontPlot } from "./frontPlot.ts";
import { parallelPlot } from "./parallelPlot.ts";
import { phasePaths, phasePlot } from "./phasePlot.ts";
import { named, plotColumn } from "./plotColumn.ts";
import type { PlotOptions } from "./plotOptions.ts";
import { tableOrigin, withOrigin } from "./plotOrigin.ts";
import { solvedPlot } from "./solvedPlot.ts";
import { tornadoPlot } from "./tornadoPlot.ts";

/**
 * Figure of one or more tables. The caption names a table whose evaluation was interrupted, because its rows are not
 * final.
 */
export function tableFigure(
  run: Run,
  tables: readonly (TableValue | MeasuredTable)[],
  asked: PlotOptions,
): Figure | Poison {
  const figure = wholeFigure(run, tables, asked);
  if (figure.kind === "poison") return figure;
  const cuts = tables.flatMap((table) => {
    const where = table.kind === "table" ? cutText(table, counted(table)) : null;
    return where === null
      ? []
      : [`${table.name} was interrupted ${where}; plans not yet seen may be better.`];
  });
  if (cuts.length === 0) return figure;
  const caption = [...cuts, figure.caption ?? ""].join(" ").trim();
  return { ...figure, caption, title: `${figure.title} (interrupted)`, layout: interrupted(figure.layout) };
}

function interrupted(layout: Figure["layout"]): Figure["layout"] {
  const { title } = layout as { readonly title?: { readonly text?: string } };
  return { ...layout, title: { ...title, text: `${title?.text ?? ""} (interrupted)` } };
}

/** Kinds of figures that need one table of a certain shape. */
type ShapeKind = "solved" | "parallel" | "phases" | "best" | "front" | "sensitivity";

type DrawTable = (
  run: Run,
  table: TableValue | MeasuredTable,
  options: PlotOptions,
) => Figure | Poison | null;

/**
 * Function that draws each kind of figure of one table; null where the table or the options of the plot do not suit it.
 * The first kind that suits is drawn. Tables that suit none, and several tables, have `axesPlot`.
 */
const DRAWN: Readonly<Record<ShapeKind, DrawTable>> = {
  solved: solvedPlot,
  parallel: (run, table, options) =>
    options.marks === "parallel" ? parallelPlot(run, table, options) : null,
  phases: phasesOf,
  best: bestPlot,
  front: frontPlot,
  sensitivity: (_run, table, options) => {
    if (table.kind !== "data" || table.question !== "sensitivity") return null;
    const what = options.y ? textOf(options.y.expr, options.y.scope) : "step_time";
    const figure = tornadoPlot(table, what, options.title);
    return figure.kind === "poison" ? figure : { ...figure, name: `sensitivity ${what}` };
  },
};

function wholeFigure(
  run: Run,
  tables: readonly (TableValue | MeasuredTable)[],
  options: PlotOptions,
): Figure | Poison {
  const figure = shapedFigure(run, tables, options) ?? axesPlot(run, tables, options);
  return figure.kind === "poison" ? figure : withOrigin(figure, tables.map(tableOrigin), run.versions);
}

function shapedFigure(
  run: Run,
  [table, ...others]: readonly (TableValue | MeasuredTable)[],
  options: PlotOptions,
): Figure | Poison | null {
  if (!table || others.length > 0) return null;
  for (const draw of Object.values(DRAWN)) {
    const figure = draw(run, table, options);
    if (figure) return figure;
  }
  return null;
}

/** Phase diagram of a table with `keep n per a, b`; null for other tables, and where the plot names its axes. */
function phasesOf(run: Run, table: TableValue | MeasuredTable, options: PlotOptions): Figure | Poison | null {
  const paths = table.kind === "table" ? phasePaths(table) : null;
  if (table.kind !== "table" || !paths || options.x || options.y) return null;
  const [y, x] = paths.map((path) => plotColumn(run, table, named(run, table, path), table.all));
  const label = options.color ? plotColumn(run, table, options.color, table.all) : null;
  if (!x || "diagnostics" in x) return x ?? null;
  if (!y || "diagnostics" in y) return y ?? null;
  if (label && "diagnostics" in label) return label;
  const figure = phasePlot(
    run,
    table,
    { x: x.column, y: y.column, label: label?.column ?? null },
    options.title,
  );
  return figure.kind === "poison" ? figure : { ...figure, name: `${table.name} phases` };
}
