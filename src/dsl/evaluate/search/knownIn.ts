import type { ByStep } from "../../../engine/search/resultRanges.ts";
import type { CallExpr, Expr } from "../../ast/ast.ts";
import { counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { namesRead } from "../expressions/namesRead.ts";
import { bodyScope } from "../expressions/ownFunction.ts";
import type { Context } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import type { Scope } from "../values/scope.ts";
import type { FunctionValue } from "../values/value.ts";
import { constantIn } from "./constantIn.ts";
import type { KnownNumbers } from "./objectiveRange.ts";

/** Makes the numbers that a search knows of expressions in `scope`, besides the ranges of results. */
export const knownIn = (context: Context, candidates: PlanCandidates, scope: Scope): KnownNumbers => ({
  constant: constantIn(context, candidates, scope),
  called: calledIn(context, scope),
});

/** Resolves calls in `scope` to functions that the program defines: the function's body, with the ranges of its parameters. */
function calledIn(context: Context, scope: Scope): KnownNumbers["called"] {
  return (call, rangeOf) => {
    const called = scope.called?.(context, call.callee.name);
    if (called?.kind !== "function") return null;
    const ranges = parameterRanges(called, call, rangeOf);
    if (ranges === null) return null;
    const inner = bodyScope(called, new Map());
    return {
      body: called.body,
      results: (path) => ranges.get(path) ?? null,
      known: {
        constant: (expr) => numberOf(context, expr, inner, ranges),
        called: calledIn(context, inner),
      },
    };
  };
}

/** Ranges of a call's arguments by parameter; null where one has none, or where the call is wrong. */
function parameterRanges(
  { params }: FunctionValue,
  { args }: CallExpr,
  rangeOf: (argument: Expr) => ByStep | null,
): ReadonlyMap<string, ByStep> | null {
  const ranges = new Map<string, ByStep>();
  let unnamed = 0;
  for (const { name, value } of args) {
    const param = name ? name.name : params[unnamed++]?.name;
    const range = rangeOf(value);
    if (param === undefined || range === null) return null;
    ranges.set(param, range);
  }
  return params.every(({ name }) => ranges.has(name)) && ranges.size === params.length ? ranges : null;
}

/** Number of a part of a function's body that reads no parameter; null for other parts. */
function numberOf(
  context: Context,
  expr: Expr,
  scope: Scope,
  parameters: ReadonlyMap<string, unknown>,
): number | null {
  if ([...namesRead(expr)].some((name) => parameters.has(name))) return null;
  const before = context.reads;
  context.reads = 0;
  const value = counted(evaluate(context, expr, scope, null));
  const { reads } = context;
  context.reads = before;
  return reads === 0 && value.kind === "quantity" ? value.value : null;
}
