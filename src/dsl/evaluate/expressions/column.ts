import type { CallExpr } from "../../ast/ast.ts";
import type { Context } from "../values/context.ts";
import { firstOf } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import type { Value } from "../values/value.ts";

/**
 * Evaluates the argument of a function such as `first(step_time * cluster.devices)` on every row of the table whose
 * column is being computed. Returns the list of results. Null outside a table's column, and where the argument already
 * is a list.
 */
export function columnOf(context: Context, expr: CallExpr, scope: Scope): Value | null {
  const { rows } = scope;
  const argument = expr.args[0];
  if (!rows || !argument || argument.name) return null;
  const known = rows.columns.get(argument.value);
  if (known) return known.kind === "none" ? null : known;
  const asked = expr.callee.name === "first" ? firstOf(rows.scopes, 1) : rows.scopes;
  const items: Value[] = [];
  let column: Value = { kind: "list", items };
  for (const row of asked) {
    const value = context.evaluate(argument.value, row, null);
    if (value.kind === "list" || value.kind === "table") {
      column = { kind: "none" };
      break;
    }
    if (value.kind === "poison") {
      column = value;
      break;
    }
    items.push(value);
  }
  rows.columns.set(argument.value, column);
  return column.kind === "none" ? null : column;
}
