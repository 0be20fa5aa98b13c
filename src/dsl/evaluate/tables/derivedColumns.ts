import type { Clause, Sweep } from "../../ast/ast.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf } from "../expressions/exprText.ts";
import { rowScopes, withColumn } from "../expressions/row.ts";
import type { Context } from "../values/context.ts";
import { firstOf, type Listing } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, Row, TableValue, Value } from "../values/value.ts";
import { itemOfRow } from "./itemOfRow.ts";
import { type Scaling, scalingColumn } from "./scalingColumn.ts";
import { ValueColumn } from "./valueColumn.ts";

/** Clause that adds a column to a table. */
export type ColumnClause = Extract<Clause, { kind: "derive" }> | Scaling;

export const addsColumn = (clause: Clause): clause is ColumnClause =>
  clause.kind === "derive" || clause.kind === "scaling";

/**
 * Adds the columns of a statement's `derive` and `scaling` clauses to its finished table. Used for searches over all plans and for
 * `per`, whose columns are computed for the best rows alone.
 */
export function withDerived(context: Context, table: TableValue): TableValue | Poison {
  const { statement, scope } = table;
  let { rows } = table;
  const derived: string[] = [];
  for (const clause of statement.clauses) {
    if (!addsColumn(clause)) continue;
    derived.push(clause.name.name);
    const done = derive(context, statement, rows, clause, scope, false);
    if ("kind" in done) return done;
    rows = done;
  }
  return { ...table, derived, rows, all: withReasons(table.all, rows) };
}

/**
 * Merges rows with derived columns into all rows of a table. Each row with an answer is replaced by its counterpart in
 * `rows`; each row without an answer stays in its place.
 */
function withReasons(all: Listing<Row>, rows: Listing<Row>): Listing<Row> {
  if (all.length === rows.length) return rows;
  let at = 0;
  return [...all].flatMap((row) => (row.problem ? row : (rows.at(at++) ?? [])));
}

/**
 * Evaluates one `derive` or `scaling` clause on each row and adds the column to the rows. After an interrupt, only the rows whose
 * value was computed are returned.
 */
export function derive(
  context: Context,
  statement: Sweep,
  rows: Listing<Row>,
  clause: ColumnClause,
  scope: Scope,
  large: boolean,
): Listing<Row> | Poison {
  const values = new ValueColumn(rows.length);
  const stops = context.stopsRows();
  const scopeOf = rowScopes(() => rows, scope);
  const valueAt = columnValue(context, statement, clause, scope, rows.length);
  for (const row of rows) {
    if (stops()) break;
    context.progress(values.length + 1, rows.length, `${statement.name.name}: ${clause.name.name}`);
    const value = valueAt(row, scopeOf(row), values.length);
    if (value.kind === "poison") return value;
    values.push(value, row.scenario);
    if (large) context.outputs.release(row.scenario);
  }
  return withColumn(firstOf(rows, values.length), clause.name.name, (at, row) => values.at(at, row) ?? null);
}

/** Function that evaluates a clause's column on the row at an index. */
function columnValue(
  context: Context,
  statement: Sweep,
  clause: ColumnClause,
  scope: Scope,
  rows: number,
): (row: Row, inner: Scope, index: number) => Value {
  if (clause.kind === "scaling") {
    const of = scalingColumn(context, statement, clause, scope);
    return (_row, inner) => of(inner);
  }
  const { value } = clause;
  const place = placeOf(value, scope);
  return (row, inner, index) =>
    itemOfRow(context, evaluate(context, value, inner, null), value, { row, index, rows, place });
}
