import type { Expr } from "../../ast.ts";
import type { Context, SearchBounds } from "../context.ts";
import { evaluate } from "../evaluate.ts";
import type { Scope } from "../scope.ts";
import { resultPath } from "../tables/aims.ts";
import { isComparison } from "../tables/conjuncts.ts";
import type { PlanCandidates } from "../tables/planCandidates.ts";
import { scenarioScope } from "../tables/row.ts";
import { isSettled } from "../tables/settledParts.ts";
import { NO_COLUMNS, type ScenarioValue, type Value } from "../value.ts";

type Point = Parameters<PlanCandidates["at"]>[0];

/** Whether a condition fails at a point, as far as it shows before the plan is worked out. */
type Fails = (point: Point, bounds: SearchBounds) => boolean;

/** What plans of a search must meet, one of several `where` or within one. */
export interface Condition {
  readonly expr: Expr;
  /** Why a plan is not wanted that does not meet it: `where mfu > 0.6`. */
  readonly reason: string;
  readonly fails: Fails;
}

/** What a result is not below: it is as large as the bound of the same name, or larger. */
const BOUNDED: Readonly<Record<string, keyof SearchBounds>> = {
  memory: "memory",
  "memory.peak": "memory",
  "memory.peak.high": "memory",
  step_time: "step_time",
  "step_time.high": "step_time",
};

/** Sums in another order round otherwise. */
const ROUNDING = 1 - 1e-9;

/**
 * When a `where` of a search fails for sure before the plan is worked out: where settings alone decide it, or where a result that the
 * search has bounds of must stay below what settings alone decide (`memory.peak <= 0.9 * memory.capacity`). Whatever is left is looked at
 * when the plan is known.
 */
export function failsAhead(
  context: Context,
  candidates: PlanCandidates,
  scope: Scope,
): (where: Expr) => Fails {
  const settledValue = (expr: Expr): ((point: Point) => Value) =>
    candidates.settled(context, (scenario: ScenarioValue) =>
      evaluate(context, expr, scenarioScope(scenario, scope), null),
    );
  const settled = (expr: Expr): boolean => isSettled(context, expr, NO_COLUMNS);
  const never: Fails = () => false;
  return function fails(where): Fails {
    if (where.kind === "paren") return fails(where.inner);
    if (settled(where)) {
      const value = settledValue(where);
      return (point) => {
        const verdict = value(point);
        return verdict.kind === "boolean" && !verdict.value;
      };
    }
    if (where.kind !== "binary") return never;
    const { op, left, right } = where;
    if (op === "and") {
      const [one, other] = [fails(left), fails(right)];
      return (point, bounds) => one(point, bounds) || other(point, bounds);
    }
    const [small, large] = inOrder(op, left, right);
    if (!isComparison(op)) return never;
    const bound = BOUNDED[resultPath(small) ?? ""];
    const most = withCapacity(large);
    if (bound === undefined || !settled(most)) return never;
    const value = settledValue(most);
    return (point, bounds) => {
      const limit = value(point);
      return limit.kind === "quantity" && bounds[bound] * ROUNDING > limit.value;
    };
  };
}

/** What a condition asks little of that the search has bounds of, where it is a comparison of nothing else. */
export function boundOf(where: Expr): keyof SearchBounds | null {
  if (where.kind === "paren") return boundOf(where.inner);
  if (where.kind !== "binary" || !isComparison(where.op)) return null;
  const [small] = inOrder(where.op, where.left, where.right);
  return BOUNDED[resultPath(small) ?? ""] ?? null;
}

const inOrder = (op: string, left: Expr, right: Expr): readonly [small: Expr, large: Expr] =>
  op === "<" || op === "<=" ? [left, right] : [right, left];

/** With a device's memory for `memory.capacity`, which is a result by its name alone. */
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
      return of(of({ kind: "name", span, name: "cluster" }, "device"), "memory");
    }
    default:
      return expr;
  }
}
