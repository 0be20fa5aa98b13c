import type { Expr } from "../../ast/ast.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { type Poison, poison, type Quantity } from "../values/value.ts";
import { counted } from "./arithmetic.ts";
import { evaluate } from "./evaluate.ts";
import { placeOf } from "./exprText.ts";
import { dimensionMismatch, wrongType } from "./problem.ts";

/** Ends of a range such as `100 Gb/s .. 400 Gb/s`: two numbers of one dimension, in any order. */
export function rangeEnds(
  context: Context,
  { from, to }: { readonly from: Expr; readonly to: Expr },
  scope: Scope,
): readonly [Quantity, Quantity] | Poison {
  const ends: Quantity[] = [];
  for (const expr of [from, to]) {
    const end = counted(evaluate(context, expr, scope, null));
    if (end.kind === "poison") return end;
    if (end.kind !== "quantity") return wrongType("a range", "numbers", end, placeOf(expr, scope));
    ends.push(end);
  }
  const [low, high] = ends as [Quantity, Quantity];
  if (low.dimension === high.dimension) return [low, high];
  const place = { source: scope.source, span: { start: from.span.start, end: to.span.end } };
  return poison(dimensionMismatch("`..`", [low.dimension, high.dimension], place));
}
