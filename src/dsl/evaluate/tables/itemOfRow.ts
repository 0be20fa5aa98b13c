import type { Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { differentLengths } from "../expressions/problem.ts";
import { isPart } from "../expressions/scope.ts";
import type { Context } from "../values/context.ts";
import { type DataRow, poison, type Row, type Value } from "../values/value.ts";

/**
 * Gives a row its own item of a list in a table's column, such as a column of another table, in order. A list of the row itself
 * (`plan.stages`) stays whole.
 */
export function itemOfRow(
  context: Context,
  value: Value,
  expr: Expr,
  at: { readonly row: Row | DataRow; readonly index: number; readonly rows: number; readonly place: Place },
): Value {
  if (value.kind !== "list" || ownOf(context, expr, at.row)) return value;
  if (value.items.length !== at.rows)
    return poison(differentLengths("a table's column", at.rows, value.items.length, at.place));
  return value.items[at.index] ?? poison();
}

/** True where an expression is a path that begins in the row itself, or is no path, list or operation. */
function ownOf(context: Context, expr: Expr, { columns, scenario }: Row | DataRow): boolean {
  let root = expr;
  while (root.kind === "member" || root.kind === "paren" || root.kind === "as")
    root = root.kind === "member" ? root.object : root.kind === "as" ? root.value : root.inner;
  if (root.kind !== "name") return root.kind !== "binary" && root.kind !== "list";
  if (columns.get(root.name)) return true;
  return scenario !== null && (isPart(root.name) || context.outputs.has(root.name, scenario));
}
