import { asTruth } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { scenarioScope } from "../expressions/row.ts";
import { resultPath } from "../tables/aims.ts";
import type { NearMisses } from "../tables/nearMisses.ts";
import type { Context, SearchRequest } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, ScenarioValue } from "../values/value.ts";
import { STEP_TIME, searchAim } from "./searchAim.ts";
import { BOUNDED, type Condition } from "./searchConditions.ts";

/**
 * Input of `nearestBounded`: the conditions of a search that found no plan, the record of near misses that is filled,
 * and the scope of the expressions.
 */
interface Asked {
  readonly conditions: readonly Condition[];
  readonly misses: NearMisses;
  readonly scope: Scope;
  readonly fail: (wrong: Poison) => null;
}

/**
 * Finds how close plans come to each condition of a search that found no plan. Conditions such as `memory.peak < 10
 * GiB` or `mfu > 60%` reject plans by a lower bound before an estimate, so the plans' actual values are unknown. For
 * each such condition, a further search finds the plan with the best value among plans that meet all other conditions.
 */
export function nearestBounded(
  context: Context,
  request: SearchRequest,
  { conditions, misses, scope, fail }: Asked,
): void {
  // Where several processes share a search, none of them sees the plans of all.
  if (context.searches) return;
  for (const condition of conditions) {
    const { expr } = condition;
    const aim = condition.cutBy();
    if (aim === null) continue;
    const follows = BOUNDED[resultPath(aim.expr) ?? ""];
    const others = conditions.filter((one) => one !== condition);
    const unmet = (row: ScenarioValue): string | null => {
      const inner = scenarioScope(row, scope);
      const fails = (one: Condition): boolean =>
        asTruth(evaluate(context, one.expr, inner, null), placeOf(one.expr, scope)) !== true;
      return others.find(fails)?.reason ?? null;
    };
    const { best } = context.outputs.search(context, {
      ...request,
      keep: 1,
      aims: [
        follows && aim.sign > 0
          ? { ...STEP_TIME, follows }
          : searchAim(context, aim, request.candidates, scope, fail),
      ],
      asked: [...request.asked, `nearest to ${textOf(expr, scope)}`],
      unwanted: (point, bounds) => others.find((one) => one.fails(point, bounds))?.reason ?? null,
      unwantedBeyond: (bounds) => others.find((one) => one.fails(null, bounds))?.reason ?? null,
      unmet: others.length === 0 ? null : unmet,
      partial: { kind: "search", found: null },
    });
    const row = best[0] && request.candidates.rowAt(best[0]);
    if (!row || row.kind === "poison") continue;
    const inner = scenarioScope(row, scope);
    // Evaluating the condition also reports operands of different units. If no plan was estimated before, nothing else
    // has reported them.
    const verdict = asTruth(evaluate(context, expr, inner, null), placeOf(expr, scope));
    if (typeof verdict !== "boolean") fail(verdict);
    else misses.note(context, expr, inner, row);
  }
}
