import type { Expr } from "../../ast/ast.ts";
import { anyRandomInput } from "../draws/randomInput.ts";
import type { Context } from "../values/context.ts";
import type { RowReader } from "../values/rowReader.ts";
import type { OfResult, Quantity, RowColumns, ScenarioValue, Value } from "../values/value.ts";
import { drawnFields } from "./drawnFields.ts";
import { isPart } from "./scope.ts";

/**
 * Function object that reads an expression on table rows, where the expression is one result of the row's scenario,
 * such as `step_time` or `memory.peak as GiB`. Null for other expressions. The table has computed the number before, so
 * the row is not estimated again.
 */
export function resultRead(
  context: Context,
  expr: Expr,
  columns: RowColumns,
  evaluate: (row: ScenarioValue) => Value,
): RowReader | null {
  const path = resultPath(expr);
  if (path === null) return null;
  const [first = ""] = path.split(".");
  if (isPart(first) || columns.get(first) || !context.outputs.has(path)) return null;
  let alike: (Quantity & OfResult) | null = null;
  const numberOf = (row: ScenarioValue): number | undefined => {
    const { ahead } = row;
    // A row has numbers only where the engine is known to have an answer for its scenario.
    if (!ahead || ahead.problem(context, null) !== null) return undefined;
    // An uncertain scenario has draws besides the number, which its own evaluation makes.
    if (anyRandomInput() && drawnFields(context, row)) return undefined;
    const value = ahead.number(path);
    return typeof value === "number" ? value : undefined;
  };
  return {
    get alike() {
      return alike;
    },
    number: numberOf,
    value(scenario) {
      const value = numberOf(scenario);
      if (value === undefined) return undefined;
      if (alike === null) {
        const made = evaluate(scenario);
        if (made.kind === "quantity") alike = made;
        return made;
      }
      const { kind, dimension, unit, result } = alike;
      if (!result) return unit === undefined ? { kind, value, dimension } : { kind, value, dimension, unit };
      const own = { kind: result.kind, path: result.path, scenario, record: null };
      return unit === undefined
        ? { kind, value, dimension, result: own }
        : { kind, value, dimension, unit, result: own };
    },
  };
}

/**
 * Dotted path that an expression consists of (`memory.peak`, `memory.peak as GiB`); null for an expression that is no
 * path.
 */
function resultPath(expr: Expr): string | null {
  switch (expr.kind) {
    case "name":
      return expr.name;
    case "member": {
      const of = memberPath(expr.object);
      return of === null ? null : `${of}.${expr.member.name}`;
    }
    case "as":
      return resultPath(expr.value);
    case "paren":
      return resultPath(expr.inner);
    default:
      return null;
  }
}

function memberPath(expr: Expr): string | null {
  return expr.kind === "name" || expr.kind === "member" ? resultPath(expr) : null;
}
