import type { Expr } from "../../ast.ts";
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
import { evaluate } from "./evaluate.ts";
import { resultPaths, scenarioMember } from "./member.ts";
import { isPart, UNPLACED } from "./scope.ts";
import { SettledParts } from "./settledParts.ts";

/** What a table has beside what its rows have. */
const OF_TABLES = ["skipped", "crossovers"];

/** A name on a sweep's row: its columns, then its scenario's parts and outputs. */
export function rowValue(context: Context, row: Row, name: string, place: Place): Value {
  const { columns, scenario } = row;
  const also = (): readonly string[] => [...columns.keys(), ...OF_TABLES];
  return columns.get(name) ?? scenarioMember(context, scenario, name, place, also);
}

/** The rows with a column more; `values` are theirs, in their order. */
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

/** How rows are seen by the expressions of one loop over them; `all` are those that `first(column)` and the like count. */
export function rowScopes(all: () => Listing<Row | DataRow>, outer: Scope): (row: Row | DataRow) => Scope {
  const settled = settledIn(outer);
  const of = (row: Row | DataRow): Scope => new RowScope(row, outer, rows, settled);
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

/** What a loop over a table's rows in this scope keeps of their settings. */
export const settledIn = (outer: Scope): SettledParts =>
  new SettledParts((context, expr, scenario) =>
    evaluate(context, expr, scenarioScope(scenario, outer), null),
  );

/** The scope of an expression on a scenario by itself, as on a row without columns. */
export const scenarioScope = (scenario: ScenarioValue, outer: Scope): Scope =>
  rowScope({ scenario, columns: NO_COLUMNS, problem: null }, outer);

/** The scope of a column's expression on one row. */
export function rowScope(row: Row | DataRow, outer: Scope, settled: SettledParts | null = null): Scope {
  return new RowScope(row, outer, outer.rows, settled);
}

/** A row's columns and its scenario's parts and results, over the names around; a row of measured data has its columns and nothing else. */
class RowScope implements Scope {
  readonly rows: Rows | undefined;
  readonly #row: Row | DataRow;
  readonly #outer: Scope;
  readonly #settled: SettledParts | null;

  constructor(row: Row | DataRow, outer: Scope, rows: Rows | undefined, settled: SettledParts | null) {
    this.#row = row;
    this.#outer = outer;
    this.rows = rows;
    this.#settled = settled;
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
    return row.scenario === null ? undefined : this.#settled?.value(context, expr, row);
  }
}
