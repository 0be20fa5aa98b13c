import type { ByStep, Range, ResultRanges } from "../../../engine/search/resultRanges.ts";
import type { Expr } from "../../ast/ast.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { readsSettingsOnly } from "../expressions/expressionMemo.ts";
import { scenarioScope } from "../expressions/row.ts";
import { type Aim, resultPath } from "../tables/aims.ts";
import { isComparison } from "../tables/conjuncts.ts";
import { conditionText } from "../tables/skipCounts.ts";
import type { Context, SearchBounds } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import type { Scope } from "../values/scope.ts";
import { NO_COLUMNS, type ScenarioValue, type Value } from "../values/value.ts";
import { knownIn } from "./knownIn.ts";
import { objectiveRange } from "./objectiveRange.ts";

type Point = Parameters<PlanCandidates["at"]>[0];

/**
 * Function that returns true where a condition certainly fails, before any estimate: for the plan at `point`, or for
 * every plan of the search where `point` is null. `bounds` are lower bounds of the plans' results.
 */
type Fails = (point: Point | null, bounds: SearchBounds) => boolean;

/** Condition of a search: one of its `where` clauses, or one operand of an `and` in such a clause. */
export interface Condition {
  readonly expr: Expr;
  /** Text that names the condition as the reason to exclude a plan: `where mfu > 0.6`. */
  readonly reason: string;
  readonly fails: Fails;
  /**
   * Expression that a plan must make smaller (sign 1) or larger (sign -1) to meet the condition. Null unless a bound on
   * this expression has excluded plans so far.
   */
  cutBy(): Aim | null;
}

/**
 * Results with a lower bound that a search knows before it estimates a plan. The key is the result's path, the value
 * says which bound applies: on memory or on step time.
 */
export const BOUNDED: Readonly<Partial<Record<string, "memory" | "step_time">>> = {
  memory: "memory",
  "memory.peak": "memory",
  "memory.peak.high": "memory",
  step_time: "step_time",
  "step_time.high": "step_time",
};

/**
 * Factor just below 1 that multiplies lower bounds. The estimate adds up the same terms in another order, so rounding
 * may make it slightly smaller than the bound.
 */
const ROUNDING = 1 - 1e-9;

const ENDLESS = Number.POSITIVE_INFINITY;

/**
 * Returns a function that converts an expression to a condition of a search. The condition rejects plans before their
 * estimate where that is possible: by settings alone, or by a limit on a result with a known bound (`memory.peak <= 0.9
 * * memory.capacity`, `cost < $1_000_000`). Any other condition is evaluated on the estimated plan.
 */
export function conditionsIn(
  context: Context,
  candidates: PlanCandidates,
  scope: Scope,
): (where: Expr) => Condition {
  const known = knownIn(context, candidates, scope);
  const { constant } = known;
  const readOf = (expr: Expr): ((point: Point) => Value) =>
    candidates.memoised(context, (scenario: ScenarioValue) =>
      evaluate(context, expr, scenarioScope(scenario, scope), null),
    );
  const bySettings = (expr: Expr): boolean => readsSettingsOnly(context, expr, NO_COLUMNS);
  /**
   * Function that gives the limit in a condition, a number that depends on settings alone, for the plan at a point.
   * Without a point: the limit that all plans share, or null.
   */
  const limitOf = (expr: Expr): ((point: Point | null) => number | null) => {
    const same = constant(expr);
    const value = readOf(expr);
    return (point) => {
      if (point === null || same !== null) return same;
      const limit = value(point);
      return limit.kind === "quantity" ? limit.value : null;
    };
  };
  /**
   * Function that gives the range of one side of a comparison from the bounds of a search. The range is infinite where
   * no bound is known.
   */
  const rangeOf = (side: Expr): ((bounds: SearchBounds) => Range) => {
    const bound = BOUNDED[resultPath(side) ?? ""];
    if (bound !== undefined) return (bounds) => ({ least: bounds[bound] * ROUNDING, most: ENDLESS });
    let last: { readonly results: ResultRanges; readonly range: ByStep | null } | null = null;
    return ({ step_time, kernels, memory, results }) => {
      if (last?.results !== results) last = { results, range: objectiveRange(side, results, known) };
      return last.range?.(Math.max(0, step_time), kernels, memory) ?? { least: -ENDLESS, most: ENDLESS };
    };
  };
  /**
   * Makes the test for a comparison between an expression with a known bound and a limit that depends on settings
   * alone. `aim` is the expression and the direction in which it meets the condition. Null for other conditions.
   */
  const compared = (where: Expr): { readonly aim: Aim; readonly fails: Fails } | null => {
    if (where.kind !== "binary" || !isComparison(where.op)) return null;
    const [small, large] = inOrder(where.op, where.left, where.right);
    const [most, least] = [withCapacity(large), withCapacity(small)];
    if (bySettings(most)) {
      const [range, limit] = [rangeOf(small), limitOf(most)];
      const fails: Fails = (point, bounds) => range(bounds).least > (limit(point) ?? ENDLESS);
      return { aim: { expr: small, sign: 1 }, fails };
    }
    if (!bySettings(least)) return null;
    const [range, limit] = [rangeOf(large), limitOf(least)];
    const fails: Fails = (point, bounds) => range(bounds).most < (limit(point) ?? -ENDLESS);
    return { aim: { expr: large, sign: -1 }, fails };
  };
  const failing = (where: Expr): { readonly aim: Aim | null; readonly fails: Fails } => {
    if (where.kind === "paren") return failing(where.inner);
    if (!bySettings(where)) return compared(where) ?? { aim: null, fails: () => false };
    const value = readOf(where);
    const fails: Fails = (point) => {
      const verdict = point && value(point);
      return verdict?.kind === "boolean" && !verdict.value;
    };
    return { aim: null, fails };
  };
  return (expr) => {
    const { aim, fails } = failing(expr);
    let cut = false;
    return {
      ...{ expr, reason: conditionText(expr, scope) },
      fails(point, bounds) {
        const failed = fails(point, bounds);
        cut ||= failed;
        return failed;
      },
      cutBy: () => (cut ? aim : null),
    };
  };
}

const inOrder = (op: string, left: Expr, right: Expr): readonly [small: Expr, large: Expr] =>
  op === "<" || op === "<=" ? [left, right] : [right, left];

/**
 * Replaces `memory.capacity` in an expression by `cluster.device.usable_memory`. Both are the same number, but the
 * latter is known before an estimate, because it depends on settings alone.
 */
function withCapacity(expr: Expr): Expr {
  switch (expr.kind) {
    case "paren":
      return { ...expr, inner: withCapacity(expr.inner) };
    case "binary":
      return { ...expr, left: withCapacity(expr.left), right: withCapacity(expr.right) };
    case "member": {
      if (resultPath(expr) !== "memory.capacity") return expr;
      const { span } = expr;
      const of = (object: Expr, name: string): Expr => ({
        kind: "member",
        span,
        object,
        member: { name, span },
      });
      return of(of({ kind: "name", span, name: "cluster" }, "device"), "usable_memory");
    }
    default:
      return expr;
  }
}
