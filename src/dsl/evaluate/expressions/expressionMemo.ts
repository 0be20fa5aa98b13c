import type { Expr } from "../../ast/ast.ts";
import type { Context } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import type { RowReader } from "../values/rowReader.ts";
import type { Row, RowColumns, ScenarioValue, Value } from "../values/value.ts";
import { namesRead } from "./namesRead.ts";
import { resultRead } from "./resultRead.ts";
import { isPart } from "./scope.ts";

/**
 * Memo of expression values for one loop over a table's rows. An expression that reads only values which the `for`
 * clauses set (`plan.tp`, `cluster.nodes * 8`) is computed once for all rows with equal settings. The memo also returns
 * results such as `step_time` that the table has computed before.
 */
export class ExpressionMemo {
  readonly #evaluate: (context: Context, expr: Expr, row: ScenarioValue) => Value;
  #of: PlanCandidates | null = null;
  #found = new Map<Expr, RowReader | null>();

  constructor(evaluate: (context: Context, expr: Expr, row: ScenarioValue) => Value) {
    this.#evaluate = evaluate;
  }

  /**
   * Memoised value of an expression on a row. Undefined where the expression reads anything other than settings or
   * results that the table has computed before.
   */
  value(context: Context, expr: Expr, { scenario, columns }: Row): Value | undefined {
    const { ahead } = scenario;
    return ahead && this.reader(context, expr, ahead.candidates, columns)?.value(scenario);
  }

  /**
   * Function object that reads an expression's memoised value on any row of the given candidates and columns. Null
   * where the expression reads anything other than settings or results that the table has computed before.
   */
  reader(context: Context, expr: Expr, candidates: PlanCandidates, columns: RowColumns): RowReader | null {
    if (this.#of !== candidates) {
      this.#of = candidates;
      this.#found = new Map();
    }
    let found = this.#found.get(expr);
    if (found === undefined) {
      found = this.#find(context, expr, columns, candidates);
      this.#found.set(expr, found);
    }
    return found;
  }

  #find(context: Context, expr: Expr, columns: RowColumns, candidates: PlanCandidates): RowReader | null {
    const evaluate = (row: ScenarioValue) => this.#evaluate(context, expr, row);
    if (!readsSettings(context, expr, columns)) return resultRead(context, expr, columns, evaluate);
    const value = candidates.memoised(context, evaluate);
    return { value: ({ ahead }) => ahead && value(ahead.point) };
  }
}

/**
 * True where an expression reads parts of the scenario (`plan.tp`), but no columns and no results. False for an
 * expression with a function call, because the call's argument may be a whole column.
 */
function readsSettings(context: Context, expr: Expr, columns: RowColumns): boolean {
  if (expr.kind !== "member" && expr.kind !== "binary" && expr.kind !== "as" && expr.kind !== "paren")
    return false;
  return [...namesRead(expr)].some(isPart) && readsSettingsOnly(context, expr, columns);
}

/** True where an expression reads no columns and no results of the scenario, and calls no functions. */
export function readsSettingsOnly(context: Context, expr: Expr, columns: RowColumns): boolean {
  const names = [...namesRead(expr)];
  return (
    names.every((name) => isPart(name) || (!columns.get(name) && !context.outputs.has(name))) && !calls(expr)
  );
}

function calls(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  return ("kind" in node && node.kind === "call") || Object.values(node).some(calls);
}
