import type { Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { differentLengths } from "../expressions/problem.ts";
import { isPart } from "../expressions/scope.ts";
import type { Context } from "../values/context.ts";
import { type DataRow, poison, type Row, type Value } from "../values/value.ts";

/**
 * Value of a derived column on one row. Where the expression gives one list for the whole table, such as a column of
 * another table, each row gets the item at its index. A list that belongs to the row itself (`plan.stages`) is the
 * value as a whole.
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

/**
 * True where the list that an expression gives belongs to the row: the expression is a path that begins in the row, or
 * a call. False for a name from outside the row, a list literal and an operator.
 */
function ownOf(context: Context, expr: Expr, { columns, scenario }: Row | DataRow): boolean {
  let root = expr;
  while (root.kind === "member" || root.kind === "paren" || root.kind === "as")
    root = root.kind === "member" ? root.object : root.kind === "as" ? root.value : root.inner;
  if (root.kind !== "name") return root.kind !== "binary" && root.kind !== "list";
  if (columns.get(root.name)) return true;
  return scenario !== null && (isPart(root.name) || context.outputs.has(root.name, scenario));
}
