import type { Expr } from "../../dsl/ast/ast.ts";
import { diagnostic, either } from "../../dsl/diagnostics/index.ts";
import { type Poison, poison } from "../../dsl/evaluate/index.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import type { PlotOptions } from "./plotOptions.ts";

/** Error for a plot whose `marks` cannot draw its value; null where they can, or where the plot has no `marks`. */
export function unsuitedMarks(
  run: Run,
  item: Expr,
  { marks }: PlotOptions,
  suited: readonly NonNullable<PlotOptions["marks"]>[],
): Poison | null {
  if (marks === undefined || suited.includes(marks)) return null;
  const wanted =
    suited.length === 0 ? "nothing: it has one shape" : either(suited.map((one) => `\`${one}\``));
  return poison(
    diagnostic(
      "wrong-type",
      { what: "`marks` of this plot", wanted, found: `the word \`${marks}\`` },
      placeIn(run, item),
    ),
  );
}
