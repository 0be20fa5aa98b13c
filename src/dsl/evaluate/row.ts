import type { Place } from "../diagnostics/diagnostic.ts";
import type { Context } from "./context.ts";
import { scenarioMember } from "./member.ts";
import { isPart, overlay, type Rows, type Scope } from "./scope.ts";
import { type DataRow, PARTS, type Row, type Value } from "./value.ts";

/** A name on a sweep's row: its columns, then its scenario's parts and outputs. */
export function rowValue(context: Context, row: Row, name: string, place: Place): Value {
  return row.columns.get(name) ?? scenarioMember(context, row.scenario, name, place);
}

export function addColumn(row: Row, name: string, value: Value): void {
  row.columns = new Map([...row.columns, [name, value]]);
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
