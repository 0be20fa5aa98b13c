import { diagnostic } from "../../dsl/diagnostics/index.ts";
import {
  aimsOf,
  describe,
  type MeasuredTable,
  type Poison,
  poison,
  quantileOf,
  scaledPath,
  type TableValue,
  textOf,
  type Value,
} from "../../dsl/evaluate/index.ts";
import type { Fit } from "../../engine/trainingStep/memory/fit.ts";
import {
  barsFigure,
  type Crossed,
  type Figure,
  type Guess,
  type LinesOptions,
  linesFigure,
  type Series,
  type Unfit,
} from "../../report/index.ts";
import type { ShownColumn } from "../show/shownColumn.ts";
import type { Run } from "../verbs/run.ts";
import { type FanPoint, fanBands } from "./fanBands.ts";
import { guessesAtTables } from "./guessesOn.ts";
import { axisOf, named, type PlotColumn, plotColumn } from "./plotColumn.ts";
import { plotCrossings } from "./plotCrossings.ts";
import type { Asked, PlotOptions } from "./plotOptions.ts";
import { PlottedPoints } from "./plottedPoints.ts";
import { apartPaths, setApart } from "./setApart.ts";
import { valueWords } from "./valueWords.ts";

type AnyTable = TableValue | MeasuredTable;

/**
 * Figure of one column of tables over another: lines where the values of x are numbers, bars where they are words. Rows
 * are split into series by `color`, and by table.
 */
export function axesPlot(run: Run, tables: readonly AnyTable[], asked: PlotOptions): Figure | Poison {
  const { marks, ...others } = asked;
  const options: LineOptions = isLines(marks) ? { ...others, marks } : others;
  const [first] = tables;
  const axes: (Axes & { readonly asked: { readonly x: Asked; readonly y: Asked } })[] = [];
  const series = new Map<string, PlottedPoints>();
  const unfit: Unfit[] = [];
  const fans = new Map<string, readonly FanPoint[]>();
  for (const table of tables) {
    const [usualX, usualY] = usualAxes(table);
    const xs = plotColumn(run, table, options.x ?? named(run, table, usualX));
    if ("diagnostics" in xs) return xs;
    const ys = plotColumn(run, table, options.y ?? named(run, table, usualY));
    if ("diagnostics" in ys) return ys;
    const colors = colorColumns(run, table, xs.column, options);
    if ("diagnostics" in colors) return colors;
    const color = colors.map(({ title }) => title).join(", ");
    axes.push({
      ...{ x: xs.column, y: ys.column, asked: { x: xs.asked, y: ys.asked } },
      color: color === "" ? undefined : color,
    });
    let at = -1;
    for (const x of xs.column.values) {
      at++;
      const y = ys.column.values.at(at) ?? null;
      if (!x) continue;
      if (y && y.kind !== "quantity" && y.kind !== "none") return notNumbers(run, ys, y);
      const color = colors.flatMap(({ title, values }) => {
        const value = values.at(at);
        return value ? [valueWords(title, value)] : [];
      });
      const label = [...(tables.length > 1 ? [table.name] : []), ...color];
      const name = label.join(", ") || table.name;
      const points = series.get(name) ?? new PlottedPoints(xs.column.title);
      series.set(name, points);
      const fit = y?.kind === "quantity" ? fitAt(run, table, at) : "yes";
      const draws = y?.kind === "quantity" ? y.draws : undefined;
      const value = y?.kind === "quantity" ? (draws ? quantileOf(draws, 0.5) : y.value) : null;
      points.push(x, value, fit);
      if (draws && x.kind === "quantity") fans.set(name, [...(fans.get(name) ?? []), { x: x.value, draws }]);
      if (fit !== "yes" && x.kind === "quantity" && y?.kind === "quantity")
        unfit.push({ x: x.value, y: y.value, fit });
    }
  }
  const [axis] = axes;
  if (!axis || !first || series.size === 0)
    return poison(diagnostic("nothing-to-plot", { what: `\`${first?.name ?? ""}\`` }, undefined));
  const front = first.kind === "table" && aimsOf(first.statement).length > 1 && !options.x;
  const guesses = guessesAtTables(
    run,
    tables,
    { x: axis.asked.x.expr, xScope: axis.asked.x.scope, y: axis.asked.y.expr, yScope: axis.asked.y.scope },
    axes.map(({ x }) => ({ first: numberAt(x, 0), last: numberAt(x, -1) })),
    options.before ?? 0,
  );
  const crossed = tables.length === 1 ? plotCrossings(run, first, axis.asked, series.size) : [];
  const figure = [...series.values()].some(({ overWords }) => overWords)
    ? bars(series, axis, options, guesses)
    : lines(series, axis, front ? { marks: "steps", ...options } : options, {
        crossings: crossed,
        unfit,
        fans,
        guesses,
      });
  const name = [...tables.map((table) => table.name), axis.y.title, "over", axis.x.title].join(" ");
  return { ...figure, name };
}

/** Columns that split rows into lines: the plot's `color`, or else those that `setApart` chooses. */
function colorColumns(
  run: Run,
  table: TableValue | MeasuredTable,
  x: ShownColumn,
  options: PlotOptions,
): readonly ShownColumn[] | Poison {
  const asked = options.color ? [options.color] : apartPaths(table, x).map((path) => named(run, table, path));
  const made: ShownColumn[] = [];
  for (const one of asked) {
    const drawn = plotColumn(run, table, one);
    if ("diagnostics" in drawn) return drawn;
    made.push(drawn.column);
  }
  return options.color ? made : setApart(x, made);
}

/**
 * Verdict on memory of a table's row. "yes" for measured rows, and for rows of tables that are too long to estimate
 * each row.
 */
function fitAt(run: Run, table: AnyTable, at: number): Fit {
  const row = table.kind === "table" && !table.large ? table.rows.at(at) : undefined;
  return row && !row.problem ? run.context.outputs.fit(run.context, row.scenario) : "yes";
}

type Points = ReadonlyMap<string, PlottedPoints>;
interface Axes {
  readonly x: ShownColumn;
  readonly y: ShownColumn;
  /** Title of the column whose values split the rows into series. */
  readonly color: string | undefined;
}

const isLines = (marks: PlotOptions["marks"]): marks is NonNullable<LinesOptions["marks"]> =>
  marks === "lines" || marks === "points" || marks === "steps";

type LineOptions = Omit<PlotOptions, "marks"> & Pick<LinesOptions, "marks">;

function lines(
  series: Points,
  { x, y, color }: Axes,
  options: LineOptions,
  {
    crossings,
    unfit,
    fans,
    guesses,
  }: {
    readonly crossings: readonly Crossed[];
    readonly unfit: readonly Unfit[];
    /** Points with draws, by series. */
    readonly fans: ReadonlyMap<string, readonly FanPoint[]>;
    readonly guesses: readonly Guess[];
  },
): Figure {
  const { ideal = y.title === "efficiency" ? "constant" : "none" } = options;
  return linesFigure(
    [...series].map(
      ([label, points]): Series => ({
        ...{ label, points: points.overNumbers() },
        ...(fans.has(label) ? { bands: fanBands(fans.get(label) ?? []) } : {}),
      }),
    ),
    {
      x: axisOf(x, options.x_scale),
      y: axisOf(y, options.y_scale),
      ...(options.title === undefined ? {} : { title: options.title }),
      ...(options.marks === undefined ? {} : { marks: options.marks }),
      ...(ideal === "none" ? {} : { ideal }),
      ...(color === undefined ? {} : { legendTitle: color }),
      ...{ crossings, unfit, guesses },
    },
  );
}

/** Bar figure with a word on the x axis. Where several rows have the same word, the last row counts. */
function bars(
  series: Points,
  { x, y, color }: Axes,
  options: PlotOptions,
  guesses: readonly Guess[],
): Figure {
  const categories = [...new Set([...series.values()].flatMap((points) => [...points.byText().keys()]))];
  return barsFigure(
    categories,
    [...series].map(([label, points]) => {
      const values = points.byText();
      const at = categories.map((category) => values.get(category) ?? null);
      return {
        label,
        values: at.map((one) => one?.value ?? null),
        fits: at.map((one) => one?.fit ?? null),
      };
    }),
    {
      x: { label: x.title },
      y: axisOf(y, options.y_scale),
      ...(options.title === undefined ? {} : { title: options.title }),
      ...(color === undefined ? {} : { legendTitle: color }),
      guesses,
    },
  );
}

/** Number of a column at an index, from the end where it is negative; null where it has none. */
function numberAt({ values }: ShownColumn, at: number): number | null {
  const value = values.at(at < 0 ? values.length + at : at);
  return value?.kind === "quantity" ? value.value : null;
}

/**
 * Default axes of a table's figure: the two objectives of a Pareto front, otherwise the varied and the derived column.
 * Measured rows use their first numeric columns.
 */
function usualAxes(table: AnyTable): readonly [x: string, y: string] {
  if (table.kind === "table") {
    const [one, other] = aimsOf(table.statement).map(({ expr }) => textOf(expr, table.scope));
    if (one !== undefined && other !== undefined) return [one, other];
    // A varied whole part (`plan`) splits rows into lines and cannot be an axis.
    const over =
      scaledPath(table.statement) ?? table.varied.find((path) => path.includes(".")) ?? table.varied[0];
    return [over ?? "rank", table.derived[0] ?? "step_time"];
  }
  const numeric = table.columns.filter((name) =>
    table.rows.some((row) => row.columns.get(name)?.kind === "quantity"),
  );
  const [first = table.columns[0] ?? "x", second = first] = numeric;
  return [first, second];
}

function notNumbers(run: Run, drawn: PlotColumn, value: Value): Poison {
  const { title } = drawn.column;
  return poison(
    diagnostic(
      "wrong-type",
      { what: `the axis \`${title}\``, wanted: "numbers", found: describe(value) },
      { source: run.scope.source, span: drawn.asked.expr.span },
    ),
  );
}
