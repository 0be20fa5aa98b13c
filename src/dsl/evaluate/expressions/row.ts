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
import { isPartOf, UNPLACED } from "./scope.ts";

/** Names that can follow a table and a dot besides the columns and results of its rows: `best.skipped`. */
const OF_TABLES = ["skipped", "crossovers"];

/** Looks up a name on a table's row: a column of the row, or a part or result of the row's scenario. */
export function rowValue(context: Context, row: Row, name: string, place: Place): Value {
  const { columns, scenario } = row;
  const also = (): readonly string[] => [...columns.keys(), ...OF_TABLES];
  return columns.get(name) ?? scenarioMember(context, scenario, name, place, also);
}

/**
 * Adds a column to the rows of a table. `valueAt` gives the value for each row, or null for a row that does not get the
 * column.
 */
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
 * Returns a function that makes the scope of a row, for one loop over a table. In this scope, functions such as
 * `first(column)` read the rows `all`.
 */
export function rowScopes(all: () => Listing<Row | DataRow>, outer: Scope): (row: Row | DataRow) => Scope {
  const memo = expressionMemoIn(outer);
  const of = (row: Row | DataRow): Scope => new RowScope(row, outer, rows, memo);
  const scopesOf = (counted: Listing<Row | DataRow>) =>
    listing(counted.length, (index) => of(itemOf(counted, index)));
  let scopes: Listing<Scope> | null = null;
  const rows: Rows = {
    columns: new Map(),
    groups: new Map(),
    get scopes() {
      scopes ??= scopesOf(all());
      return scopes;
    },
  };
  return of;
}

/**
 * Makes the memo of expression values for one loop over a table's rows. An expression that reads only settings of the
 * rows (`plan.tp`) is computed once for all rows with equal settings.
 */
export const expressionMemoIn = (outer: Scope): ExpressionMemo =>
  new ExpressionMemo((context, expr, scenario) =>
    context.evaluate(expr, scenarioScope(scenario, outer), null),
  );

/** Scope in which a scenario's parts and results can be read by name, as on a table row without columns. */
export const scenarioScope = (scenario: ScenarioValue, outer: Scope): Scope =>
  rowScope({ scenario, columns: NO_COLUMNS, problem: null }, outer);

/** Makes the scope in which the expression of a column is evaluated on one row. */
export function rowScope(row: Row | DataRow, outer: Scope, memo: ExpressionMemo | null = null): Scope {
  return new RowScope(row, outer, outer.rows, memo);
}

/**
 * Scope of a table row. Names are looked up in the row's columns, then in its scenario's parts and results, then in the
 * outer scope. A row of measured data has columns only.
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

  called(context: Context, name: string): ReturnType<NonNullable<Scope["called"]>> {
    return this.#outer.called?.(context, name);
  }

  #own(context: Context, name: string): Value | undefined {
    const row = this.#row;
    const column = row.columns.get(name);
    if (column) return column;
    if (row.scenario === null) return undefined;
    if (!isPartOf(row.scenario, name) && !context.outputs.has(name, row.scenario)) return undefined;
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
