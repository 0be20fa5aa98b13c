import type { Clause, Sweep } from "../../ast/ast.ts";
import { asTruth } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import type { ExpressionMemo } from "../expressions/expressionMemo.ts";
import { placeOf } from "../expressions/exprText.ts";
import { expressionMemoIn, rowScope } from "../expressions/row.ts";
import type { Context } from "../values/context.ts";
import type { Listing } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, Row } from "../values/value.ts";
import { addsColumn } from "./derivedColumns.ts";
import { lacksAnswer } from "./lacksAnswer.ts";
import type { SkipCounts } from "./skipCounts.ts";

/** Indices of the rows that meet a `where` condition on derived columns. Rejected rows are counted in `skips`. */
export function passing(
  context: Context,
  rows: Listing<Row>,
  where: Clause,
  scope: Scope,
  skips: SkipCounts,
): Int32Array | Poison {
  const found = new Int32Array(rows.length);
  let count = 0;
  let at = 0;
  const memo = expressionMemoIn(scope);
  for (const row of rows) {
    const verdict = passes(context, row, [where], "any", {
      scope,
      memo,
      skips,
      large: true,
      near: count === 0,
    });
    if (verdict !== true && verdict !== false) return verdict;
    if (verdict) found[count++] = at;
    at++;
  }
  return found.subarray(0, count);
}

interface Conditions {
  readonly scope: Scope;
  readonly memo: ExpressionMemo;
  readonly skips: SkipCounts;
  /** True for a table with many rows. Rows that it rejects are then not estimated just for a message. */
  readonly large: boolean;
  /**
   * True to record how close rejected rows come to the conditions. False once a row meets all conditions, because only
   * an empty table shows near misses.
   */
  readonly near: boolean;
}

/**
 * Rows that a statement accepts by memory: any row (`any`), rows that may fit their devices (`maybe`), or rows that
 * certainly fit (`yes`).
 */
export type WantedFit = "any" | "maybe" | "yes";

/** True where a row meets all conditions and fits its devices as `wanted` demands. */
export function passes(
  context: Context,
  row: Row,
  wheres: readonly Clause[],
  wanted: WantedFit,
  { scope, memo, skips, large, near }: Conditions,
): boolean | Poison {
  const inner = rowScope(row, scope, memo);
  const fit = wanted === "any" ? "yes" : context.outputs.fit(context, row.scenario);
  if (fit === "no") {
    skips.lacks(large ? null : context.outputs.lack(context, row.scenario));
    return false;
  }
  for (const where of wheres) {
    if (where.kind !== "where") continue;
    const value = evaluate(context, where.condition, inner, null);
    const lacking = lacksAnswer(value);
    if (lacking) {
      skips.add(lacking);
      return false;
    }
    const verdict = asTruth(value, placeOf(where.condition, scope));
    if (typeof verdict !== "boolean") return verdict;
    if (verdict) continue;
    skips.unmet(context, where.condition, inner, row.scenario, near);
    return false;
  }
  if (wanted !== "yes" || fit === "yes") return true;
  skips.setAside();
  return false;
}

/** True for a `where` condition that names a derived column. Such a condition is evaluated only after the column. */
export function readsDerived(statement: Sweep, clause: Clause): boolean {
  if (clause.kind !== "where") return false;
  const names = new Set(statement.clauses.flatMap((one) => (addsColumn(one) ? [one.name.name] : [])));
  if (names.size === 0) return false;
  let found = false;
  const visit = (node: unknown): void => {
    if (found || typeof node !== "object" || node === null) return;
    if ("kind" in node && node.kind === "name" && "name" in node && names.has(String(node.name)))
      found = true;
    for (const child of Object.values(node)) visit(child);
  };
  visit(clause.condition);
  return found;
}
