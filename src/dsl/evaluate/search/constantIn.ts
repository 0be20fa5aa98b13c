import type { Expr } from "../../ast/ast.ts";
import { counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { readsSettingsOnly } from "../expressions/expressionMemo.ts";
import { scenarioScope } from "../expressions/row.ts";
import type { Context } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import type { Scope } from "../values/scope.ts";
import { NO_COLUMNS } from "../values/value.ts";

/**
 * Returns a function that gives the number of an expression that is equal for all plans of a search, because it reads
 * no results and no setting that the search changes. The function returns null for other expressions.
 */
export function constantIn(
  context: Context,
  candidates: PlanCandidates,
  scope: Scope,
): (expr: Expr) => number | null {
  return (expr) => {
    if (!readsSettingsOnly(context, expr, NO_COLUMNS)) return null;
    const row = candidates.rowAt(new Int32Array(candidates.sizes.length));
    if (row.kind === "poison") return null;
    const before = context.reads;
    context.reads = 0;
    const value = counted(evaluate(context, expr, scenarioScope(row, scope), null));
    const reads = context.reads;
    context.reads = before;
    return reads === 0 && value.kind === "quantity" ? value.value : null;
  };
}
