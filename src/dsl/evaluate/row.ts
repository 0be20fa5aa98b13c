import type { Place } from "../diagnostics/diagnostic.ts";
import type { Context } from "./context.ts";
import { itemOf, type Listing, listing } from "./listing.ts";
import { scenarioMember } from "./member.ts";
import { isPart, overlay, type Rows, type Scope } from "./scope.ts";
import { type DataRow, PARTS, type Row, type Value } from "./value.ts";

/** A name on a sweep's row: its columns, then its scenario's parts and outputs. */
export function rowValue(context: Context, row: Row, name: string, place: Place): Value {
  return row.columns.get(name) ?? scenarioMember(context, row.scenario, name, place);
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

/** Rows as they are seen by a column's expression. */
export function rowScopes(rows: Listing<Row | DataRow>, outer: Scope): Listing<Scope> {
  const columns: Rows["columns"] = new Map();
  const scopes: Listing<Scope> = listing(rows.length, (index) => {
    return rowScope(itemOf(rows, index), outer, { scopes, columns });
  });
  return scopes;
}

/** The scope of a column's expression on one row; a row of measured data has its columns and nothing else. */
export function rowScope(row: Row | DataRow, outer: Scope, rows?: Rows): Scope {
  return overlay(
    outer,
    (context, name) => {
      const column = row.columns.get(name);
      if (column) return column;
      if (row.scenario === null) return undefined;
      if (!isPart(name) && !context.outputs.has(name, row.scenario)) return undefined;
      return scenarioMember(context, row.scenario, name, {
        source: outer.source,
        span: { start: 0, end: 0 },
      });
    },
    () => [...row.columns.keys(), ...(row.scenario === null ? [] : PARTS)],
    rows,
  );
}
