import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import { describe, FALSE, poison, type Value } from "../values/value.ts";
import { type CompareOp, compareQuantities, counted, truth } from "./arithmetic.ts";
import { same } from "./same.ts";

/**
 * Compares two values and returns true, false or an error. Two quantities must have the same dimension. Values that are
 * not quantities allow only `==` and `!=`; a blank (`none`) is neither below nor above a number.
 */
export function compareValues(
  context: Context,
  op: CompareOp,
  leftValue: Value,
  rightValue: Value,
  place: Place,
): Value {
  const left = counted(leftValue);
  const right = counted(rightValue);
  if (left.kind === "poison") return left;
  if (right.kind === "poison") return right;
  if (left.kind === "quantity" && right.kind === "quantity") return compareQuantities(op, left, right, place);
  if (op === "==" || op === "!=") return truth(same(context, left, right) === (op === "=="));
  const odd = left.kind === "quantity" || left.kind === "none" ? right : left;
  if (odd.kind === "none" || odd.kind === "quantity") return FALSE;
  return poison(diagnostic("not-a-number", { op, what: describe(odd) }, place));
}
