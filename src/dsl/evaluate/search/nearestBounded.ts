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

/** A search's request. */
interface Asked {
  readonly conditions: readonly Condition[];
  readonly misses: NearMisses;
  readonly scope: Scope;
  readonly fail: (wrong: Poison) => null;
}

/**
 * Of a search that found nothing, how near plans came to conditions on what it has bounds of (`memory.peak < 10 GiB`, `mfu > 60%`): these
 * turn plans away before they are worked out. The plan that is best in it under all other conditions is another search, for each of them.
 */
export function nearestBounded(
  context: Context,
  request: SearchRequest,
  { conditions, misses, scope, fail }: Asked,
): void {
  // A search in parts knows its part alone.
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
      turnsAway: others.length === 0 ? null : unmet,
      inHand: { kind: "search", found: null },
    });
    const row = best[0] && request.candidates.rowAt(best[0]);
    if (!row || row.kind === "poison") continue;
    const inner = scenarioScope(row, scope);
    // No plan may have been worked out that a comparison of different units would have failed on.
    const verdict = asTruth(evaluate(context, expr, inner, null), placeOf(expr, scope));
    if (typeof verdict !== "boolean") fail(verdict);
    else misses.note(context, expr, inner, row);
  }
}
