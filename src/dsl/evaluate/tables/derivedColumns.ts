import type { Clause } from "../../ast/ast.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf } from "../expressions/exprText.ts";
import { rowScopes, withColumn } from "../expressions/row.ts";
import type { Context } from "../values/context.ts";
import { firstOf, type Listing } from "../values/listing.ts";
import type { Scope } from "../values/scope.ts";
import type { Poison, Row, TableValue } from "../values/value.ts";
import { itemOfRow } from "./itemOfRow.ts";
import { ValueColumn } from "./valueColumn.ts";

/**
 * Adds the columns of a statement's `derive` clauses to its finished table. Used for searches over all plans and for
 * `per`, whose columns are computed for the best rows alone.
 */
export function withDerived(context: Context, table: TableValue): TableValue | Poison {
  const { statement, scope } = table;
  let { rows } = table;
  const derived: string[] = [];
  for (const clause of statement.clauses) {
    if (clause.kind !== "derive") continue;
    derived.push(clause.name.name);
    const done = derive(context, table.name, rows, clause, scope, false);
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
 * Evaluates one `derive` clause on each row and adds the column to the rows. After an interrupt, only the rows whose
 * value was computed are returned.
 */
export function derive(
  context: Context,
  table: string,
  rows: Listing<Row>,
  clause: Extract<Clause, { kind: "derive" }>,
  scope: Scope,
  large: boolean,
): Listing<Row> | Poison {
  const values = new ValueColumn(rows.length);
  const stops = context.stopsRows();
  const scopeOf = rowScopes(() => rows, scope);
  for (const row of rows) {
    if (stops()) break;
    const inner = scopeOf(row);
    context.progress(values.length + 1, rows.length, `${table}: ${clause.name.name}`);
    const at = { row, index: values.length, rows: rows.length, place: placeOf(clause.value, scope) };
    const value = itemOfRow(context, evaluate(context, clause.value, inner, null), clause.value, at);
    if (value.kind === "poison") return value;
    values.push(value, row.scenario);
    if (large) context.outputs.release(row.scenario);
  }
  return withColumn(firstOf(rows, values.length), clause.name.name, (at, row) => values.at(at, row) ?? null);
}
