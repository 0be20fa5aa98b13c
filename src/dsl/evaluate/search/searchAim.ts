import type { Expr } from "../../ast.ts";
import { counted } from "../arithmetic.ts";
import type { Context, SearchAim } from "../context.ts";
import { evaluate } from "../evaluate.ts";
import { placeOf } from "../exprText.ts";
import { wrongType } from "../problem.ts";
import type { Scope } from "../scope.ts";
import { type Aim, resultPath } from "../tables/aims.ts";
import type { PlanCandidates } from "../tables/planCandidates.ts";
import { scenarioScope } from "../tables/row.ts";
import { isSettled } from "../tables/settledParts.ts";
import { NO_COLUMNS, type Poison, type Quantity, type ScenarioValue, type Value } from "../value.ts";
import { objectiveRange } from "./objectiveRange.ts";

/** Of a search that does not say. */
export const STEP_TIME: SearchAim = {
  follows: "step_time",
  least: () => null,
  value: () => null,
  written: () => null,
};

/** An objective as the engine's search asks for it: small where it is sought to be large, with the sign turned. */
export function searchAim(
  context: Context,
  { expr, sign }: Aim,
  candidates: PlanCandidates,
  scope: Scope,
  fail: (wrong: Poison) => null,
): SearchAim {
  let last: Quantity | null = null;
  const of = (row: ScenarioValue, what: Expr): Value =>
    counted(evaluate(context, what, scenarioScope(row, scope), null));
  /** What is the same for all plans: it reads no results, and no setting of the search. */
  const constant = (what: Expr): number | null => {
    if (!isSettled(context, what, NO_COLUMNS)) return null;
    const row = candidates.rowAt(new Int32Array(candidates.sizes.length));
    if (row.kind === "poison") return null;
    const before = context.reads;
    context.reads = 0;
    const value = of(row, what);
    const reads = context.reads;
    context.reads = before;
    return reads === 0 && value.kind === "quantity" ? value.value : null;
  };
  return {
    follows: sign > 0 ? (FOLLOWED[resultPath(expr) ?? ""] ?? null) : null,
    least(results) {
      const range = objectiveRange(expr, results, constant);
      if (range === null) return null;
      return sign > 0 ? (...step) => range(...step).least : (...step) => -range(...step).most;
    },
    value(row) {
      const value = of(row, expr);
      if (value.kind !== "quantity")
        return fail(
          value.kind === "poison"
            ? value
            : wrongType("an objective", "a number", value, placeOf(expr, scope)),
        );
      last = value;
      return sign * value.value;
    },
    written: (value) => last && { ...last, value: sign * value },
  };
}

const FOLLOWED: Readonly<Record<string, SearchAim["follows"]>> = {
  step_time: "step_time",
  memory: "memory",
  "memory.peak": "memory",
};
