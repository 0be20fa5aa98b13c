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

/** Members of a table value besides the members of its first row (`best.skipped`). */
const OF_TABLES = ["skipped", "crossovers"];

/** Looks up a name on a table's row: one of its columns, or a part or result of its scenario. */
export function rowValue(context: Context, row: Row, name: string, place: Place): Value {
  const { columns, scenario } = row;
  const also = (): readonly string[] => [...columns.keys(), ...OF_TABLES];
  return columns.get(name) ?? scenarioMember(context, scenario, name, place, also);
}

/** Adds a column to rows. `valueAt` gives the column's value of each row, or null to leave a row as it is. */
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
 * Returns a function that gives each row its scope, for one loop over a table. Functions such as `first(column)` read
 * the rows `all`.
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

/**
 * Makes the memo for one loop over a table's rows. It computes an expression that depends on the rows' settings alone
 * once for all rows with equal settings.
 */
export const expressionMemoIn = (outer: Scope): ExpressionMemo =>
  new ExpressionMemo((context, expr, scenario) =>
    context.evaluate(expr, scenarioScope(scenario, outer), null),
  );

/** Scope with a scenario's parts and results as names, like the scope of a table row without columns. */
export const scenarioScope = (scenario: ScenarioValue, outer: Scope): Scope =>
  rowScope({ scenario, columns: NO_COLUMNS, problem: null }, outer);

/** Scope in which a column's expression is evaluated on one row. */
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
