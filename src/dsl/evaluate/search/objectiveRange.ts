import type { ByStep, Range, ResultRanges } from "../../../engine/search/resultRanges.ts";
import type { CallExpr, Expr } from "../../ast/ast.ts";
import { resultPath } from "../tables/aims.ts";

/** Numbers that a search knows of expressions before it estimates a plan, besides the ranges of results. */
export interface KnownNumbers {
  /** Number of an expression that is equal for all plans; null for other expressions. */
  readonly constant: (expr: Expr) => number | null;
  /**
   * For a call of a function that the program defines: the function's body, and `results` with the ranges of its parameters.
   * Null for other calls. `rangeOf` gives the range of an argument.
   */
  readonly called: (
    call: CallExpr,
    rangeOf: (argument: Expr) => ByStep | null,
  ) => { readonly body: Expr; readonly results: ResultRanges; readonly known: KnownNumbers } | null;
}

/**
 * Range of an expression such as `plan.tokens / cost` over the plans of a search: interval arithmetic on the ranges of
 * the results in it. A call of the program's own function has the range of its body. Null where the expression contains
 * anything without a known range.
 */
export function objectiveRange(expr: Expr, results: ResultRanges, known: KnownNumbers): ByStep | null {
  const { constant } = known;
  const of = (part: Expr): ByStep | null => objectiveRange(part, results, known);
  const path = resultPath(expr);
  const result = path === null ? null : results(path);
  if (result) return result;
  switch (expr.kind) {
    case "paren":
      return of(expr.inner);
    case "as":
      return of(expr.value);
    case "unary": {
      const operand = expr.op === "-" ? of(expr.operand) : null;
      return operand && ((...step) => negative(operand(...step)));
    }
    case "binary": {
      const combine = OPERATIONS.get(expr.op);
      const value = combine ? constant(expr) : null;
      if (!combine || value !== null) return value === null ? null : () => ({ least: value, most: value });
      const [left, right] = [of(expr.left), of(expr.right)];
      return left && right && ((...step) => combine(left(...step), right(...step)));
    }
    case "call": {
      const inner = known.called(expr, of);
      return inner && objectiveRange(inner.body, inner.results, inner.known);
    }
    default: {
      const value = constant(expr);
      return value === null ? null : () => ({ least: value, most: value });
    }
  }
}

const OPERATIONS: ReadonlyMap<string, (a: Range, b: Range) => Range> = new Map([
  ["+", sum],
  ["-", (a: Range, b: Range) => sum(a, negative(b))],
  ["*", product],
  ["/", quotient],
]);

const negative = ({ least, most }: Range): Range => ({ least: -most, most: -least });

function sum(a: Range, b: Range): Range {
  return { least: a.least + b.least, most: a.most + b.most };
}

function product(a: Range, b: Range): Range {
  if (a.most < 0) return negative(product(negative(a), b));
  if (b.most < 0) return negative(product(a, negative(b)));
  if (a.least < 0 || b.least < 0) return ANYWHERE;
  return { least: times(a.least, b.least), most: times(a.most, b.most) };
}

function quotient(a: Range, b: Range): Range {
  if (a.most < 0) return negative(quotient(negative(a), b));
  if (b.most < 0) return negative(quotient(a, negative(b)));
  if (a.least < 0 || b.least <= 0) return ANYWHERE;
  return { least: a.least / b.most, most: a.most / b.least };
}

const ANYWHERE: Range = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** Product of two ends of intervals. An infinite end is a limit that is never reached, so 0 times infinity is 0. */
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);
