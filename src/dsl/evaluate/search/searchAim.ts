import type { ByStep } from "../../../engine/search/resultRanges.ts";
import { counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf } from "../expressions/exprText.ts";
import { wrongType } from "../expressions/problem.ts";
import { scenarioScope } from "../expressions/row.ts";
import { type Aim, resultPath } from "../tables/aims.ts";
import type { Context, SearchAim } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, Quantity } from "../values/value.ts";
import { knownIn } from "./knownIn.ts";
import { objectiveRange } from "./objectiveRange.ts";

/** Default objective of a search: the shortest step time. Used where the statement names no objective. */
export const STEP_TIME: SearchAim = {
  follows: "step_time",
  least: () => null,
  value: () => null,
  written: () => null,
};

/**
 * Converts a statement's objective to the form of the engine's search, which always minimises. To maximise an
 * expression, the search minimises it with the opposite sign.
 */
export function searchAim(
  context: Context,
  { expr, sign }: Aim,
  candidates: PlanCandidates,
  scope: Scope,
  fail: (wrong: Poison) => null,
): SearchAim {
  let last: Quantity | null = null;
  return {
    follows: sign > 0 ? (FOLLOWED[resultPath(expr) ?? ""] ?? null) : null,
    least(results) {
      const range = objectiveRange(expr, results, knownIn(context, candidates, scope));
      if (range === null) return null;
      const least = (...step: Parameters<ByStep>): number =>
        sign > 0 ? range(...step).least : -range(...step).most;
      // A lower bound that does not grow with step time would not order plans, so it is not used.
      return least(1, 0, 1) < least(2, 0, 1) ? least : null;
    },
    value(row) {
      const value = counted(evaluate(context, expr, scenarioScope(row, scope), null));
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
