import type { Argument, BinaryExpr, CallExpr, Expr } from "../../ast/ast.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { type DataRow, type MeasuredTable, NONE, type Poison, poison, type Value } from "../values/value.ts";
import { asTruth } from "./arithmetic.ts";
import { comparedSides } from "./binary.ts";
import { placeOf } from "./exprText.ts";
import { keyOfValue } from "./keyOfValue.ts";
import { namesRead } from "./namesRead.ts";
import { unknownArgument, wrongType } from "./problem.ts";
import { rowScope } from "./row.ts";
import { same } from "./same.ts";

/**
 * Evaluates `lookup(runs, step_time, tp == plan.tp, nodes == cluster.nodes)`: the value of the second argument on the
 * row of `runs` for which all conditions hold. A name in the value or a condition is a column of that row; a name that is
 * no column means the same as outside the call. `none` where no row meets the conditions. An error where several rows
 * meet them and give different values.
 */
export function lookup(context: Context, expr: CallExpr, scope: Scope): Value {
  const place = placeOf(expr, scope);
  const named = expr.args.find(({ name }) => name);
  if (named?.name) {
    const at = { source: scope.source, span: named.name.span };
    return poison(unknownArgument("lookup", named.name.name, [], at));
  }
  const [of, wanted, ...conditions] = expr.args;
  const missing = !of ? "table" : !wanted ? "value" : conditions.length === 0 ? "condition" : null;
  if (!of || !wanted || missing !== null)
    return poison(diagnostic("missing-argument", { function: "lookup", argument: missing ?? "" }, place));
  const table = context.evaluate(of.value, scope, null);
  if (table.kind === "poison") return table;
  if (table.kind !== "data")
    return wrongType("`lookup`", "a table of measured rows", table, placeOf(of.value, scope));
  const found = matching(context, table, conditions, scope);
  if (!Array.isArray(found)) return found as Poison;
  let value: Value = NONE;
  for (const row of found as readonly DataRow[]) {
    const one = context.evaluate(wanted.value, rowScope(row, scope), null);
    if (one.kind === "poison") return one;
    if (value !== NONE && !same(context, value, one)) {
      const what = `\`lookup\` in \`${table.name}\``;
      const count = `${found.length} rows with different values`;
      const help = "add a condition that only one of the rows meets";
      return poison(diagnostic("wrong-type", { what, wanted: "one row", found: count }, place, { help }));
    }
    value = one;
  }
  return value;
}

/** Rows of a table that meet all conditions. */
function matching(
  context: Context,
  table: MeasuredTable,
  conditions: readonly Argument[],
  scope: Scope,
): readonly DataRow[] | Poison {
  let rows: readonly DataRow[] = table.rows;
  for (const { value: condition } of conditions) {
    const indexed = rows === table.rows ? byColumn(context, table, condition, scope) : null;
    if (indexed && "kind" in indexed) return indexed;
    const kept: DataRow[] = [];
    for (const row of indexed ?? rows) {
      const inner = rowScope(row, scope);
      const place = placeOf(condition, scope);
      const verdict = asTruth(context.evaluate(condition, inner, null), place);
      if (typeof verdict !== "boolean") return verdict;
      if (verdict) kept.push(row);
    }
    rows = kept;
  }
  return rows;
}

/** Index of a table's rows by the text of their value in a column, made once for each table and column. */
const indexes = new WeakMap<MeasuredTable, Map<string, ReadonlyMap<string, readonly DataRow[]>>>();

/**
 * Rows that may meet a condition such as `tp == plan.tp`, found by an index of the column `tp`, so that a lookup does not
 * read all of a long table. Null unless the condition compares a column with an expression that reads no column.
 */
function byColumn(
  context: Context,
  table: MeasuredTable,
  condition: Expr,
  scope: Scope,
): readonly DataRow[] | Poison | null {
  if (condition.kind !== "binary" || condition.op !== "==") return null;
  const { left, right } = condition;
  const [column, other] = isColumn(table, left) ? [left, right] : [right, left];
  const sample = table.rows[0];
  if (!isColumn(table, column) || readsColumn(other, table) || !sample) return null;
  const equality: BinaryExpr = { ...condition, left: column, right: other };
  const [, asked] = comparedSides(context, equality, rowScope(sample, scope));
  if (asked.kind === "poison") return asked;
  const key = keyOfValue(asked, "`==`", placeOf(other, scope));
  if (typeof key !== "string") return null;
  return indexOf(table, column.name).get(key) ?? [];
}

function indexOf(table: MeasuredTable, column: string): ReadonlyMap<string, readonly DataRow[]> {
  const columns = indexes.get(table) ?? new Map<string, ReadonlyMap<string, readonly DataRow[]>>();
  indexes.set(table, columns);
  const known = columns.get(column);
  if (known) return known;
  const index = new Map<string, DataRow[]>();
  const nowhere = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
  for (const row of table.rows) {
    const key = keyOfValue(row.columns.get(column) ?? NONE, "`==`", nowhere);
    if (typeof key !== "string") continue;
    const rows = index.get(key) ?? [];
    index.set(key, rows);
    rows.push(row);
  }
  columns.set(column, index);
  return index;
}

const isColumn = (table: MeasuredTable, expr: Expr): expr is Extract<Expr, { kind: "name" }> =>
  expr.kind === "name" && table.columns.includes(expr.name);

/** True where an expression may read a column of the table. */
const readsColumn = (expr: Expr, { columns }: MeasuredTable): boolean => {
  const names = namesRead(expr);
  return columns.some((column) => names.has(column));
};
