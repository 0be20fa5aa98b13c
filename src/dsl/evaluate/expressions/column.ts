import type { CallExpr, Expr } from "../../ast/ast.ts";
import type { Context } from "../values/context.ts";
import { firstOf, itemOf, type Listing, listing } from "../values/listing.ts";
import type { Groups, Rows, Scope } from "../values/scope.ts";
import type { Poison, Value } from "../values/value.ts";
import { placeOf } from "./exprText.ts";
import { keyOfValue } from "./keyOfValue.ts";
import { wrongType } from "./problem.ts";

/**
 * Evaluates the argument of a function such as `first(step_time * cluster.devices)` on every row of the table whose
 * column is being computed. Returns the list of results. With `per = plan.tp` only the rows count in which that
 * expression has the value of the row `scope`. Null outside a table's column, and where the argument already is a list.
 */
export function columnOf(context: Context, expr: CallExpr, scope: Scope): Value | null {
  const { rows } = scope;
  const argument = expr.args.find(({ name }) => !name);
  const per = expr.args.find(({ name }) => name?.name === "per");
  if (per && !rows)
    return wrongType("`per`", "a column of a table around it", { kind: "none" }, placeOf(per.value, scope));
  if (!rows || !argument) return null;
  const onlyFirst = expr.callee.name === "first";
  if (per) return groupColumn(context, argument.value, per.value, scope, rows, onlyFirst);
  const known = rows.columns.get(argument.value);
  if (known) return known.kind === "none" ? null : known;
  const column = valuesOn(context, argument.value, onlyFirst ? firstOf(rows.scopes, 1) : rows.scopes);
  rows.columns.set(argument.value, column);
  return column.kind === "none" ? null : column;
}

/** List of an argument's values on the table rows that are in the same group as the row `scope`. */
function groupColumn(
  context: Context,
  argument: Expr,
  per: Expr,
  scope: Scope,
  rows: Rows,
  onlyFirst: boolean,
): Value {
  const group = groupOf(context, per, scope, rows);
  if (group.kind === "poison") return group;
  const { groups, key } = group;
  const columns = groups.columns.get(argument) ?? new Map<string, Value>();
  groups.columns.set(argument, columns);
  const known = columns.get(key);
  if (known) return known;
  const all = groups.members.get(key) ?? [];
  const members = onlyFirst ? all.slice(0, 1) : all;
  const chosen = listing(members.length, (at) => itemOf(rows.scopes, members[at] ?? 0));
  const column = valuesOn(context, argument, chosen);
  columns.set(key, column);
  return column;
}

/** Group of the row `scope`: the rows on which the expression `per` has the same value. Values are compared as texts. */
export function groupOf(
  context: Context,
  per: Expr,
  scope: Scope,
  rows: Rows,
): { readonly kind: "group"; readonly groups: Groups; readonly key: string } | Poison {
  const groups = rows.groups.get(per) ?? groupsOf(context, per, scope, rows);
  if ("kind" in groups) return groups;
  rows.groups.set(per, groups);
  const key = keyOfValue(context.evaluate(per, scope, null), "`per`", placeOf(per, scope));
  return typeof key === "string" ? { kind: "group", groups, key } : key;
}

function groupsOf(context: Context, per: Expr, { source }: Scope, { scopes }: Rows): Groups | Poison {
  const members = new Map<string, number[]>();
  let at = 0;
  for (const row of scopes) {
    const key = keyOfValue(context.evaluate(per, row, null), "`per`", { source, span: per.span });
    if (typeof key !== "string") return key;
    const group = members.get(key) ?? [];
    members.set(key, group);
    group.push(at++);
  }
  return { members, columns: new Map() };
}

/** List of an expression's values in several scopes. `none` where a value is a list or a table, an error where one is. */
function valuesOn(context: Context, expr: Expr, scopes: Listing<Scope>): Value {
  const items: Value[] = [];
  for (const scope of scopes) {
    const value = context.evaluate(expr, scope, null);
    if (value.kind === "list" || value.kind === "table") return { kind: "none" };
    if (value.kind === "poison") return value;
    items.push(value);
  }
  return { kind: "list", items };
}
