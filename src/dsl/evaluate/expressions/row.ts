import type { Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import type { Context } from "../values/context.ts";
import { itemOf, type Listing, listing } from "../values/listing.ts";
import type { Rows, Scope } from "../values/scope.ts";
import {
  type DataRow,
  NO_COLUMNS,
  PARTS,
  type Row,
  type ScenarioValue,
  type Value,
} from "../values/value.ts";
import { ExpressionMemo } from "./expressionMemo.ts";
import { resultPaths, scenarioMember } from "./scenarioMember.ts";
import { isPart, UNPLACED } from "./scope.ts";

/** Names that a table has in addition to those of its rows. */
const OF_TABLES = ["skipped", "crossovers"];

/** Value of a name on a sweep's row: one of its columns, or a part or output of its scenario. */
export function rowValue(context: Context, row: Row, name: string, place: Place): Value {
  const { columns, scenario } = row;
  const also = (): readonly string[] => [...columns.keys(), ...OF_TABLES];
  return columns.get(name) ?? scenarioMember(context, scenario, name, place, also);
}

/** Rows with one more column. `valueAt` gives the column's value of each row, or null to leave a row as it is. */
export function withColumn(
  rows: Listing<Row>,
  name: string,
  valueAt: (index: number, row: Row) => Value | null,
): Listing<Row> {
  return listing(rows.length, (index) => {
    const row = itemOf(rows, index);
    const own = valueAt(index, row);
    if (own === null) return row;
    const { columns } = row;
    return {
      get scenario() {
        return row.scenario;
      },
      get problem() {
        return row.problem;
      },
      columns: {
        get: (asked) => (asked === name ? own : columns.get(asked)),
        *keys() {
          for (const one of columns.keys()) if (one !== name) yield one;
          yield name;
        },
      },
    };
  });
}

/**
 * Returns the scope of each row in one loop over a table. `all` are the rows that `first(column)` and similar functions count.
 */
export function rowScopes(all: () => Listing<Row | DataRow>, outer: Scope): (row: Row | DataRow) => Scope {
  const memo = expressionMemoIn(outer);
  const of = (row: Row | DataRow): Scope => new RowScope(row, outer, rows, memo);
  const scopesOf = (counted: Listing<Row | DataRow>) =>
    listing(counted.length, (index) => of(itemOf(counted, index)));
  let scopes: Listing<Scope> | null = null;
  const rows: Rows = {
    columns: new Map(),
    get scopes() {
      scopes ??= scopesOf(all());
      return scopes;
    },
  };
  return of;
}

/** Memo of one loop over a table's rows: values of expressions that depend on the rows' settings alone. */
export const expressionMemoIn = (outer: Scope): ExpressionMemo =>
  new ExpressionMemo((context, expr, scenario) =>
    context.evaluate(expr, scenarioScope(scenario, outer), null),
  );

/** Scope of an expression on a scenario alone, as on a row without columns. */
export const scenarioScope = (scenario: ScenarioValue, outer: Scope): Scope =>
  rowScope({ scenario, columns: NO_COLUMNS, problem: null }, outer);

/** Scope of a column's expression on one row. */
export function rowScope(row: Row | DataRow, outer: Scope, memo: ExpressionMemo | null = null): Scope {
  return new RowScope(row, outer, outer.rows, memo);
}

/**
 * Scope of a row: its columns, then its scenario's parts and results, then the outer names. A row of measured data has columns
 * only.
 */
class RowScope implements Scope {
  readonly rows: Rows | undefined;
  readonly #row: Row | DataRow;
  readonly #outer: Scope;
  readonly #memo: ExpressionMemo | null;

  constructor(row: Row | DataRow, outer: Scope, rows: Rows | undefined, memo: ExpressionMemo | null) {
    this.#row = row;
    this.#outer = outer;
    this.rows = rows;
    this.#memo = memo;
  }

  get source(): Scope["source"] {
    return this.#outer.source;
  }

  get record(): Scope["record"] {
    return this.#outer.record;
  }

  find(context: Context, name: string): Value | undefined {
    return this.#own(context, name) ?? this.#outer.find(context, name);
  }

  #own(context: Context, name: string): Value | undefined {
    const row = this.#row;
    const column = row.columns.get(name);
    if (column) return column;
    if (row.scenario === null) return undefined;
    if (!isPart(name) && !context.outputs.has(name, row.scenario)) return undefined;
    return scenarioMember(context, row.scenario, name, { source: this.source, span: UNPLACED });
  }

  *names(context: Context): Iterable<string> {
    const { columns, scenario } = this.#row;
    yield* columns.keys();
    if (scenario !== null) yield* [...PARTS, ...resultPaths(context, scenario)];
    yield* this.#outer.names(context);
  }

  known(context: Context, expr: Expr): Value | undefined {
    const row = this.#row;
    return row.scenario === null ? undefined : this.#memo?.value(context, expr, row);
  }
}
