import { asTruth } from "../arithmetic.ts";
import type { Context, SearchRequest } from "../context.ts";
import { evaluate } from "../evaluate.ts";
import { placeOf, textOf } from "../exprText.ts";
import type { Scope } from "../scope.ts";
import type { NearMisses } from "../tables/nearMisses.ts";
import { scenarioScope } from "../tables/row.ts";
import type { ScenarioValue } from "../value.ts";
import { STEP_TIME } from "./searchAim.ts";
import { boundOf, type Condition } from "./searchConditions.ts";

/**
 * Of a search that found nothing, how near plans came to conditions on what it has bounds of (`memory.peak < 10 GiB`): these turn plans
 * away before they are worked out. The plan that has least of it under all other conditions is another search, for each of them.
 */
export function nearestBounded(
  context: Context,
  request: SearchRequest,
  {
    conditions,
    misses,
    scope,
  }: { readonly conditions: readonly Condition[]; readonly misses: NearMisses; readonly scope: Scope },
): void {
  // A search in parts knows its part alone.
  if (context.searches) return;
  for (const { expr } of conditions) {
    const follows = boundOf(expr);
    if (follows === null) continue;
    const others = conditions.filter((one) => one.expr !== expr);
    const unmet = (row: ScenarioValue): string | null => {
      const inner = scenarioScope(row, scope);
      const fails = (one: Condition): boolean =>
        asTruth(evaluate(context, one.expr, inner, null), placeOf(one.expr, scope)) !== true;
      return others.find(fails)?.reason ?? null;
    };
    const { best } = context.outputs.search(context, {
      ...request,
      keep: 1,
      aims: [{ ...STEP_TIME, follows }],
      asked: [...request.asked, `nearest to ${textOf(expr, scope)}`],
      unwanted: (point, bounds) => others.find((one) => one.fails(point, bounds))?.reason ?? null,
      turnsAway: others.length === 0 ? null : unmet,
      inHand: { kind: "search", found: null },
    });
    const row = best[0] && request.candidates.rowAt(best[0]);
    if (row && row.kind !== "poison") misses.note(context, expr, scenarioScope(row, scope), row);
  }
}
