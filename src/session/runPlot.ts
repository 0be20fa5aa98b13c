import type { Expr, Plot, RecordField } from "../dsl/ast.ts";
import { diagnostic, suggest } from "../dsl/diagnostics/index.ts";
import {
  describe,
  evaluate,
  type MeasuredTable,
  type Poison,
  poison,
  type Scope,
  type TableValue,
  type Value,
} from "../dsl/evaluate/index.ts";
import { plotRow } from "../dsl/schema/index.ts";
import { parse } from "../dsl/syntax/index.ts";
import {
  commFigure,
  type Figure,
  type FigureAxis,
  linesFigure,
  memoryFigure,
  type Series,
  timeFigure,
  timelineFigure,
} from "../report/index.ts";
import { blocks, textOfValue } from "./documents.ts";
import { answerOf } from "./engineOutputs.ts";
import { placeIn, type Run } from "./run.ts";
import { type Column1, tableColumns } from "./showTable.ts";
import { timelineOf } from "./timelineOf.ts";

interface Options {
  readonly x: Asked | null;
  readonly y: Asked | null;
  readonly color: Asked | null;
  readonly xScale: FigureAxis["scale"];
  readonly yScale: FigureAxis["scale"];
  readonly marks: "lines" | "points";
  readonly ideal: "none" | "equal" | "constant";
  readonly title: string;
  /** Of a timeline: the part that is drawn, s. */
  readonly from?: number;
  readonly until?: number;
}
interface Asked {
  readonly expr: Expr;
  readonly scope: Scope;
}

/** One `plot`: tables become lines, one figure for all; results become their own figure. */
export function runPlot(run: Run, statement: Plot): void {
  const options = readOptions(run, statement.options?.fields ?? []);
  if ("kind" in options) {
    run.reportAll(options);
    return;
  }
  const tables: (TableValue | MeasuredTable)[] = [];
  const figures: Figure[] = [];
  for (const item of statement.items) {
    const value = evaluate(run.context, item, run.scope, null);
    if (value.kind === "poison") run.reportAll(value);
    else if (value.kind === "table" || value.kind === "data") tables.push(value);
    else {
      const figure = resultFigure(run, item, value, options);
      if (figure.kind === "poison") run.reportAll(figure);
      else figures.push(figure);
    }
  }
  if (tables.length > 0) {
    const figure = tableFigure(run, tables, options);
    if (figure.kind === "poison") run.reportAll(figure);
    else figures.push(figure);
  }
  if (figures.length === 0) return;
  const data = figures.map(({ title, data, layout }) => ({ title, data, layout }));
  run.output("plot", statement.span.start, blocks(...figures), data.length === 1 ? data[0] : data);
}

function readOptions(run: Run, fields: readonly RecordField[]): Options | Poison {
  const asked = new Map<string, Asked>();
  let xScale: FigureAxis["scale"];
  let yScale: FigureAxis["scale"];
  let marks: Options["marks"] = "lines";
  let ideal: Options["ideal"] = "none";
  let title = "";
  const part: { from?: number; until?: number } = {};
  for (const field of fields) {
    const name = field.path.names.map((one) => one.name).join(".");
    const place = { source: run.scope.source, span: field.path.span };
    const row = plotRow.fields.find((one) => one.name === name);
    if (!row) {
      const suggestion = suggest(
        name,
        plotRow.fields.map((one) => one.name),
      );
      return poison(diagnostic("unknown-field", { kind: "plot", field: name, suggestion }, place));
    }
    if (row.accepts.any) {
      asked.set(name, { expr: field.value, scope: run.scope });
      continue;
    }
    const value = evaluate(run.context, field.value, run.scope, row);
    if (value.kind === "poison") return value;
    if (name === "title" && value.kind === "text") title = value.value;
    else if (isEnd(name) && value.kind === "quantity" && value.dimension.key === "s")
      part[name] = value.value;
    else if (value.kind === "word") {
      if (name === "x_scale") xScale = value.word as FigureAxis["scale"];
      else if (name === "y_scale") yScale = value.word as FigureAxis["scale"];
      else if (name === "marks") marks = value.word as Options["marks"];
      else ideal = value.word as Options["ideal"];
    } else if (value.kind !== "none" || !["ideal", "from", "until"].includes(name)) {
      const wanted =
        name === "title"
          ? "a text"
          : isEnd(name)
            ? `a time, such as \`${row.example}\``
            : (row.accepts.words ?? []).map(({ word }) => `\`${word}\``).join(" or ");
      return poison(
        diagnostic(
          "wrong-type",
          { what: `\`${name}\``, wanted, found: describe(value) },
          placeIn(run, field.value),
        ),
      );
    }
  }
  const get = (name: string) => {
    const one = asked.get(name);
    return one && one.expr.kind !== "none" ? one : null;
  };
  return { x: get("x"), y: get("y"), color: get("color"), xScale, yScale, marks, ideal, title, ...part };
}

/** An end of the part of a timeline that is drawn. */
function isEnd(name: string): name is "from" | "until" {
  return name === "from" || name === "until";
}

function resultFigure(run: Run, item: Expr, value: Value, options: Options): Figure | Poison {
  const place = placeIn(run, item);
  const titled = options.title === "" ? {} : { title: options.title };
  if (value.kind === "scenario" || (value.kind === "result" && value.scenario)) {
    const scenario = value.kind === "scenario" ? value : value.scenario;
    const path = value.kind === "scenario" ? "memory" : value.path;
    if (scenario) {
      const answer = answerOf(run.context, scenario, place);
      if (answer.kind === "poison") return answer;
      if (path === "memory")
        return memoryFigure(answer.estimate, {
          ...titled,
          ...(value.kind === "result" && value.unit !== undefined ? { unit: value.unit } : {}),
        });
      if (path === "time") return timeFigure(answer.estimate, titled);
      if (path === "comm") return commFigure(answer.estimate, titled);
      if (path === "timeline") {
        const { plan } = answer.scenario;
        const passes = timelineOf(answer, place);
        if (passes.kind === "poison") return passes;
        run.timeline?.({ name: scenario.name, timeline: passes.timeline });
        return timelineFigure(passes.timeline, plan, answer.estimate, {
          ...titled,
          ...(options.from === undefined ? {} : { from: options.from }),
          ...(options.until === undefined ? {} : { until: options.until }),
          ...(value.kind === "result" && value.unit !== undefined ? { unit: value.unit } : {}),
        });
      }
    }
  }
  return poison(diagnostic("nothing-to-plot", { what: describe(value) }, place));
}

function tableFigure(
  run: Run,
  tables: readonly (TableValue | MeasuredTable)[],
  options: Options,
): Figure | Poison {
  const x: Drawn[] = [];
  const y: Drawn[] = [];
  const series: Series[] = [];
  for (const table of tables) {
    const [usualX, usualY] = usualAxes(table);
    const xs = column(run, table, options.x ?? named(run, table, usualX));
    if ("diagnostics" in xs) return xs;
    const ys = column(run, table, options.y ?? named(run, table, usualY));
    if ("diagnostics" in ys) return ys;
    const colors = options.color ? column(run, table, options.color) : null;
    if (colors && "diagnostics" in colors) return colors;
    x.push(xs);
    y.push(ys);
    const lines = new Map<string, [number, number | null][]>();
    for (const [at, value] of xs.column.values.entries()) {
      if (!value) continue;
      if (value.kind !== "quantity") return notNumbers(run, xs, value);
      const height = ys.column.values[at];
      if (height && height.kind !== "quantity" && height.kind !== "none") return notNumbers(run, ys, height);
      const color = colors?.column.values[at];
      const label = [
        ...(tables.length > 1 ? [table.name] : []),
        ...(color && colors ? [`${colors.column.title} = ${textOfValue(color)}`] : []),
      ].join(", ");
      const line = lines.get(label) ?? [];
      lines.set(label, line);
      line.push([value.value, height?.kind === "quantity" ? height.value : null]);
    }
    for (const [label, points] of lines) series.push({ label: label || table.name, points });
  }
  const [firstX] = x;
  const [firstY] = y;
  if (!firstX || !firstY || series.every((one) => one.points.length === 0))
    return poison(diagnostic("nothing-to-plot", { what: `\`${tables[0]?.name ?? ""}\`` }, undefined));
  return linesFigure(series, {
    x: axisOf(firstX.column, options.xScale),
    y: axisOf(firstY.column, options.yScale),
    ...(options.title === "" ? {} : { title: options.title }),
    marks: options.marks,
    ...(options.ideal !== "none"
      ? { ideal: options.ideal }
      : firstY.column.title === "efficiency"
        ? { ideal: "constant" as const }
        : {}),
  });
}

interface Drawn {
  readonly column: Column1;
  readonly asked: Asked;
}

/** What is drawn where the plot does not say: what was varied and derived; of measured rows the first columns of numbers. */
function usualAxes(table: TableValue | MeasuredTable): readonly [x: string, y: string] {
  if (table.kind === "table") return [table.varied[0] ?? "rank", table.derived[0] ?? "step_time"];
  const numeric = table.columns.filter((name) =>
    table.rows.some((row) => row.columns.get(name)?.kind === "quantity"),
  );
  const [first = table.columns[0] ?? "x", second = first] = numeric;
  return [first, second];
}

function column(run: Run, table: TableValue | MeasuredTable, asked: Asked): Drawn | Poison {
  const made = tableColumns(
    run.context,
    [{ value: asked.expr }],
    table.rows,
    asked.scope,
    table.kind === "table" && table.large,
  );
  if ("kind" in made) return made;
  const [first] = made;
  return first ? { column: first, asked } : poison();
}

/** A column by its name, where the plot does not say. */
function named(run: Run, table: TableValue | MeasuredTable, name: string): Asked {
  const source = { name: "columns", text: name };
  const expr = parse(source, "cell").file.result;
  return {
    expr: expr ?? { kind: "none", span: { start: 0, end: 0 } },
    scope: { ...(table.kind === "table" ? table.scope : run.scope), source },
  };
}

function notNumbers(run: Run, drawn: Drawn, value: Value): Poison {
  const { title } = drawn.column;
  return poison(
    diagnostic(
      "wrong-type",
      { what: `the axis \`${title}\``, wanted: "numbers", found: describe(value) },
      { source: run.scope.source, span: drawn.asked.expr.span },
    ),
  );
}

function axisOf(column: Column1, scale: FigureAxis["scale"]): FigureAxis {
  const first = column.values.find((value) => value?.kind === "quantity");
  const unit = column.unit ?? (first?.kind === "quantity" ? first.unit : undefined);
  return {
    label: column.title,
    ...(first?.kind === "quantity" ? { base: first.dimension.key } : {}),
    ...(unit === undefined ? {} : { unit }),
    ...(scale === undefined ? {} : { scale }),
  };
}
