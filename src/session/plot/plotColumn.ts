import {
  type DataRow,
  type Listing,
  type MeasuredTable,
  type Poison,
  poison,
  type Row,
  type TableValue,
} from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import type { FigureAxis } from "../../report/index.ts";
import type { ShownColumn } from "../show/shownColumn.ts";
import { columnUnit, firstNumber, tableColumns } from "../show/showTable.ts";
import type { Run } from "../verbs/run.ts";
import type { Asked } from "./plotOptions.ts";

/** Table column that a plot draws, with the expression that gives its values. */
export interface PlotColumn {
  readonly column: ShownColumn;
  readonly asked: Asked;
}

/** Evaluates an expression on each row of a table, as a column to plot. */
export function plotColumn(
  run: Run,
  table: TableValue | MeasuredTable,
  asked: Asked,
  rows: Listing<Row | DataRow> = table.rows,
): PlotColumn | Poison {
  const made = tableColumns(
    run.context,
    [{ value: asked.expr }],
    rows,
    asked.scope,
    table.kind === "table" && table.large,
  );
  if ("kind" in made) return made;
  const [first] = made;
  return first ? { column: first, asked } : poison();
}

/** Expression that reads a table's column by its name, for axes that the plot does not name. */
export function named(run: Run, table: TableValue | MeasuredTable, name: string): Asked {
  const source = { name: "columns", text: name };
  const expr = parse(source, "cell").file.result;
  return {
    expr: expr ?? { kind: "none", span: { start: 0, end: 0 } },
    scope: { ...(table.kind === "table" ? table.scope : run.scope), source },
  };
}

/** Figure axis for a column, with the column's name and unit. */
export function axisOf(column: ShownColumn, scale: FigureAxis["scale"]): FigureAxis {
  const first = firstNumber(column);
  const unit = columnUnit(column);
  return {
    label: column.title,
    ...(first ? { base: first.dimension.key } : {}),
    ...(unit === undefined ? {} : { unit }),
    ...(scale === undefined ? {} : { scale }),
  };
}
