import type { Sweep } from "../../ast/ast.ts";
import { asTruth } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { scenarioScope } from "../expressions/row.ts";
import { type Aim, aimsOf, keepOf } from "../tables/aims.ts";
import { conjuncts } from "../tables/conjuncts.ts";
import { NearMisses } from "../tables/nearMisses.ts";
import { partialTable } from "../tables/partialTable.ts";
import type { Context, SearchRequest } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, ScenarioValue } from "../values/value.ts";
import { ownMargin } from "./ownMargin.ts";
import { STEP_TIME, searchAim } from "./searchAim.ts";
import { type Condition, conditionsIn } from "./searchConditions.ts";

/** Number of best plans that a search returns by default. The statement's `keep` clause replaces it. */
export const KEPT = 10;

/**
 * Search that a `search` statement describes, in the form that the engine takes. Errors and near misses are recorded
 * here while the search runs.
 */
export interface AskedSearch {
  readonly request: SearchRequest;
  readonly aims: readonly Aim[];
  /** Number of plans that the statement's `keep` clause asks for; undefined without the clause. */
  readonly keep: number | undefined;
  readonly conditions: readonly Condition[];
  readonly misses: NearMisses;
  /**
   * Records an error in the program and returns null. The first recorded error ends the search and becomes its result.
   */
  readonly fail: (wrong: Poison) => null;
  mistake(): Poison | null;
}

export function askedSearch(
  context: Context,
  statement: Sweep,
  scope: Scope,
  candidates: PlanCandidates,
): AskedSearch {
  const aims = aimsOf(statement);
  const wheres = statement.clauses.flatMap((one) => (one.kind === "where" ? [one.condition] : []));
  const conditions = wheres.flatMap(conjuncts).map(conditionsIn(context, candidates, scope));
  const misses = new NearMisses();
  /**
   * True once a plan meets all conditions. From then on near misses are not recorded, because only a search that finds
   * no plan shows them.
   */
  let some = false;
  let mistake: Poison | null = null;
  const fail = (wrong: Poison): null => {
    mistake ??= wrong;
    return null;
  };
  const unmet = (row: ScenarioValue): string | null => {
    const reason = unmetBy(context, row, conditions, { scope, misses: some ? null : misses, fail });
    some ||= reason === null;
    return reason;
  };
  const keep = keepOf(statement)?.count;
  const request: SearchRequest = {
    of: statement.name,
    candidates,
    keep: keep ?? KEPT,
    sure: !ownMargin(wheres),
    aims:
      aims.length === 0 ? [STEP_TIME] : aims.map((aim) => searchAim(context, aim, candidates, scope, fail)),
    asked: [
      ...aims.map(({ expr, sign }) => `${sign} ${textOf(expr, scope)}`),
      ...wheres.map((condition) => textOf(condition, scope)),
    ],
    label: statement.name.name,
    partial: partialTable(context, statement, "search", () => ({ kind: "search", found: null })),
    stopped: () => mistake !== null || candidates.mistake() !== null,
    unwanted: (point, bounds) => conditions.find((one) => one.fails(point, bounds))?.reason ?? null,
    unwantedBeyond: (bounds) => conditions.find((one) => one.fails(null, bounds))?.reason ?? null,
    unmet: conditions.length === 0 ? null : unmet,
  };
  return { request, aims, keep, conditions, misses, fail, mistake: () => mistake };
}

/**
 * First condition that an estimated plan does not meet, in words (`where mfu > 0.6`). Null where the plan meets all
 * conditions, or where a condition has an error, which is recorded.
 */
function unmetBy(
  context: Context,
  row: ScenarioValue,
  conditions: readonly Condition[],
  { scope, misses, fail }: { scope: Scope; misses: NearMisses | null; fail: (wrong: Poison) => null },
): string | null {
  const inner = scenarioScope(row, scope);
  for (const { expr, reason } of conditions) {
    const verdict = asTruth(evaluate(context, expr, inner, null), placeOf(expr, scope));
    if (typeof verdict !== "boolean") return fail(verdict);
    if (verdict) continue;
    misses?.note(context, expr, inner, row);
    return reason;
  }
  return null;
}
