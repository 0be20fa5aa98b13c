import type { Plot } from "../../dsl/ast/ast.ts";
import {
  evaluate,
  type MeasuredRun,
  type MeasuredTable,
  type Poison,
  type TableValue,
} from "../../dsl/evaluate/index.ts";
import type { Figure } from "../../report/index.ts";
import { blocks } from "../show/shown.ts";
import type { Run } from "../verbs/run.ts";
import { named } from "./plotColumn.ts";
import { type PlotOptions, plotOptions } from "./plotOptions.ts";
import { comparedFigure, resultFigure } from "./resultFigure.ts";
import { tableFigure } from "./tableFigure.ts";
import { unsuitedMarks } from "./unsuitedMarks.ts";

/** Values of `marks` for figures of one column over another. */
const LINE_MARKS = ["lines", "points", "steps"] as const;
/** Marks of a plot of one table. Parallel coordinates have the axes of one table, so several tables cannot share them. */
const TABLE_MARKS = [...LINE_MARKS, "parallel"] as const;

/**
 * Runs a `plot` statement. Several tables share one figure. Several results each get a figure, or share one that
 * compares them.
 */
export function runPlot(run: Run, statement: Plot): void {
  const asked = plotOptions(run, statement.options?.fields ?? []);
  if ("kind" in asked) {
    run.reportAll(asked);
    return;
  }
  const options = { ...asked, before: statement.span.start };
  const figures: Figure[] = [];
  const add = (figure: Figure | Poison): void => {
    if (figure.kind === "poison") run.reportAll(figure);
    else figures.push(figure);
  };
  const items = statement.items.map((item) => ({
    item,
    value: evaluate(run.context, item, run.scope, null),
  }));
  const together = options.marks === undefined ? comparedFigure(run, items, options) : null;
  const tables: (TableValue | MeasuredTable)[] = [];
  if (together) add(together);
  else
    for (const { item, value } of items) {
      if (value.kind === "poison") run.reportAll(value);
      else if (value.kind === "table" || value.kind === "data") {
        const mistake = unsuitedMarks(run, item, options, items.length > 1 ? LINE_MARKS : TABLE_MARKS);
        if (mistake) add(mistake);
        else tables.push(value);
      } else if (value.kind === "measured") tables.push(...iterationsOf(value));
      else add(resultFigure(run, item, value, options));
    }
  const [only] = items;
  const isRun = items.length === 1 && only?.value.kind === "measured" && tables[0]?.kind === "data";
  if (tables.length > 0) add(tableFigure(run, tables, isRun ? runOptions(run, tables[0], options) : options));
  if (figures.length === 0) return;
  const data = figures.map(({ title, data, layout }) => ({ title, data, layout }));
  run.output("plot", statement.span.start, blocks(...figures), data.length === 1 ? data[0] : data);
}

/** Table that a plot of a measured run draws: its iterations, or the parts of a traced step. */
function iterationsOf({ fields, trace }: MeasuredRun): readonly MeasuredTable[] {
  const table = fields.get(trace ? "parts" : "iterations");
  return table?.kind === "data" ? [table] : [];
}

/**
 * Options of the plot of a measured run: each iteration's step time, or its loss where the log prints no time; of a
 * trace, the time of each part.
 */
function runOptions(
  run: Run,
  table: TableValue | MeasuredTable | undefined,
  options: PlotOptions,
): PlotOptions {
  if (table?.kind !== "data" || options.x || options.y) return options;
  if (table.columns.includes("part"))
    return { ...options, x: named(run, table, "part"), y: named(run, table, "time") };
  const y = table.columns.includes("step_time") ? "step_time" : "loss";
  const state = options.color ? {} : { color: named(run, table, "state") };
  return {
    marks: "points",
    ...options,
    ...state,
    x: named(run, table, "iteration"),
    y: named(run, table, y),
  };
}
