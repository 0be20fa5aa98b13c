import type { Clause, Expr, Sweep } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { asTruth, counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { keyOfValue } from "../expressions/keyOfValue.ts";
import { pathExpr } from "../expressions/pathExpr.ts";
import { wrongType } from "../expressions/problem.ts";
import { rowScopes } from "../expressions/row.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { type DataRow, type MeasuredTable, type Poison, poison, type Value } from "../values/value.ts";
import { aimsOf } from "./aims.ts";
import { itemOfRow } from "./itemOfRow.ts";

/**
 * Runs a `sweep` whose base is a table of measured rows: `sweep good = runs where mfu > 40% derive e = ...`. The
 * clauses apply in written order and give another table of measured rows. `where` leaves out rows, `derive` adds a
 * column, `minimize`, `maximize` and `pareto` order the rows, and `keep 1 per model` keeps the first row of each model.
 * An error for a `search`, and for a `for` clause, because measured rows have no scenario to vary.
 */
export function measuredSweep(
  context: Context,
  statement: Sweep,
  base: MeasuredTable,
  scope: Scope,
): MeasuredTable | Poison {
  if (statement.kind === "search")
    return wrongType("`search`", "a scenario", base, placeOf(statement.base, scope));
  let table: MeasuredTable = {
    kind: "data",
    name: statement.name.name,
    columns: base.columns,
    rows: base.rows,
  };
  for (const clause of statement.clauses) {
    const next = applied(context, statement, clause, table, scope);
    if (next.kind === "poison") return next;
    table = next;
  }
  return table;
}

function applied(
  context: Context,
  statement: Sweep,
  clause: Clause,
  table: MeasuredTable,
  scope: Scope,
): MeasuredTable | Poison {
  switch (clause.kind) {
    case "for":
    case "scaling":
      return poison(
        diagnostic(
          "not-a-scenario",
          { what: `\`${clause.kind}\` of \`${statement.name.name}\``, found: "a table of measured rows" },
          { source: scope.source, span: clause.span },
          {
            help: "`where`, `derive` and `keep` apply to measured rows; `for` and `scaling` need a scenario",
          },
        ),
      );
    case "where": {
      const rows: DataRow[] = [];
      const place = placeOf(clause.condition, scope);
      for (const { row, value } of perRow(context, table, clause.condition, scope)) {
        const verdict = asTruth(value, place);
        if (typeof verdict !== "boolean") return verdict;
        if (verdict) rows.push(row);
      }
      return { ...table, rows };
    }
    case "derive": {
      const { name } = clause.name;
      const rows: DataRow[] = [];
      const place = placeOf(clause.value, scope);
      for (const { row, index, value } of perRow(context, table, clause.value, scope)) {
        const own = itemOfRow(context, value, clause.value, { row, index, rows: table.rows.length, place });
        if (own.kind === "poison") return own;
        rows.push({ ...row, columns: new Map([...row.columns, [name, own]]) });
      }
      return { ...table, columns: [...table.columns.filter((one) => one !== name), name], rows };
    }
    case "minimize":
    case "maximize":
    case "pareto":
      return ordered(context, statement, table, scope);
    case "keep": {
      const keys = clause.per.map(({ names }) => pathExpr(names));
      const seen = new Map<string, number>();
      const rows: DataRow[] = [];
      const scopeOf = rowScopes(() => table.rows, scope);
      for (const row of table.rows) {
        const key: string[] = [];
        for (const expr of keys) {
          const value = evaluate(context, expr, scopeOf(row), null);
          const text = keyOfValue(value, "`per`", placeOf(expr, scope));
          if (typeof text !== "string") return text;
          key.push(text);
        }
        const count = (seen.get(key.join("\n")) ?? 0) + 1;
        seen.set(key.join("\n"), count);
        if (count <= clause.count) rows.push(row);
      }
      return { ...table, rows };
    }
  }
}

/** Yields the value of an expression on each row of a table. Stops at an interrupt. */
function* perRow(
  context: Context,
  { name, rows }: MeasuredTable,
  expr: Expr,
  scope: Scope,
): Generator<{ readonly row: DataRow; readonly index: number; readonly value: Value }> {
  const stops = context.stopsRows();
  const scopeOf = rowScopes(() => rows, scope);
  for (const [index, row] of rows.entries()) {
    if (stops()) return;
    context.progress(index + 1, rows.length, `${name}: ${textOf(expr, scope)}`);
    yield { row, index, value: evaluate(context, expr, scopeOf(row), null) };
  }
}

/** Rows ordered by the statement's objective, best first; rows of equal value stay in their order. */
function ordered(
  context: Context,
  statement: Sweep,
  table: MeasuredTable,
  scope: Scope,
): MeasuredTable | Poison {
  const aims = aimsOf(statement);
  const scores: number[][] = [];
  for (const { expr, sign } of aims) {
    const place: Place = placeOf(expr, scope);
    let at = 0;
    for (const { value } of perRow(context, table, expr, scope)) {
      const number = counted(value);
      if (number.kind === "poison") return number;
      if (number.kind !== "quantity") return wrongType("an objective", "a number", number, place);
      const row = scores[at] ?? [];
      row.push(sign * number.value);
      scores[at++] = row;
    }
  }
  const order =
    aims.length > 1
      ? [...context.outputs.front(scores)]
      : scores.map((_, at) => at).sort((a, b) => (scores[a]?.[0] ?? 0) - (scores[b]?.[0] ?? 0) || a - b);
  return { ...table, rows: order.flatMap((at) => table.rows[at] ?? []) };
}
