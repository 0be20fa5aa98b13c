import {
  counted,
  evaluate,
  type MeasuredTable,
  type Quantity,
  rowScope,
  type TableValue,
} from "../../dsl/evaluate/index.ts";
import { type Crossed, type Figure, type FigureAxis, linesFigure } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import type { Run } from "../verbs/run.ts";
import { named } from "./plotColumn.ts";
import type { PlotOptions } from "./plotOptions.ts";

/**
 * Figure of a `solve` statement with one range: what it compares over that range, the value asked for as a second line,
 * and the found numbers marked. Null for other tables, and where the plot names its axes.
 */
export function solvedPlot(run: Run, table: TableValue | MeasuredTable, options: PlotOptions): Figure | null {
  const curve = table.kind === "table" ? table.solved?.curve : null;
  if (table.kind !== "table" || !curve || options.x || options.y || options.color) return null;
  const { path, subject, points, target, targetText, x, y } = curve;
  const crossings = [...table.rows].flatMap((row): readonly Crossed[] => {
    const at = (text: string) => {
      const { expr, scope } = named(run, table, text);
      return counted(evaluate(run.context, expr, rowScope(row, scope), null));
    };
    const [found, value] = [at(path), at(subject)];
    if (found.kind !== "quantity" || value.kind !== "quantity") return [];
    const label = textOfValue({ ...found, ...unitOf(x) });
    const sentence = `${subject} is ${textOfValue({ ...value, ...unitOf(y) })} at ${path} = ${label}.`;
    return [{ x: found.value, y: value.value, label, sentence }];
  });
  const figure = linesFigure(
    [
      { label: subject, points },
      { label: targetText, points: target },
    ],
    {
      x: axisOf(path, x, options.x_scale),
      y: axisOf(subject, y, options.y_scale),
      marks: "lines",
      ...(options.title === undefined ? {} : { title: options.title }),
      crossings,
    },
  );
  return { ...figure, name: `${table.name} ${subject} over ${path}` };
}

const unitOf = ({ unit }: Quantity): { readonly unit?: string } => (unit === undefined ? {} : { unit });

const axisOf = (label: string, of: Quantity, scale: FigureAxis["scale"]): FigureAxis => ({
  ...{ label, base: of.dimension.key },
  ...unitOf(of),
  ...(scale === undefined ? {} : { scale }),
});
