import {
  anyRandomInput,
  type Context,
  evaluate,
  namesOf,
  namesRead,
  pathExpr,
  type Row,
  rowScope,
  type Scope,
  type TableValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { writtenValue } from "../text/writtenValue.ts";
import { askableText, asObject } from "./explainable.ts";

/** Rows of a table as expressions of the scenarios that they stand for. */
export interface RowTexts {
  /** Expression of a row: `(base with { plan.tp = 4, plan.pp = 2 })`; null for a row that has none. */
  textOf(row: Row): string | null;
  /** Paths that the table varies, which a row's own expression sets. */
  readonly varied: readonly string[];
}

/**
 * Rows of a table as expressions of `scope`. Null where the table's base means something else in that scope, or where its
 * inputs are uncertain: a row's numbers are then no results of one scenario.
 */
export function rowTexts(context: Context, table: TableValue, scope: Scope): RowTexts | null {
  const { base } = table.statement;
  const text = askableText(base, table.scope);
  const same = [...namesRead(base)].every(
    (name) => table.scope.find(context, name) === scope.find(context, name),
  );
  if (text === null || !same || anyRandomInput()) return null;
  const paths = table.varied.map((path) => ({ path, expr: pathExpr(namesOf(path)) }));
  const { varied } = table;
  const rowText = (row: Row): string | null => {
    if (row.problem) return null;
    const inner = rowScope(row, table.scope);
    const settings: string[] = [];
    for (const { path, expr } of paths) {
      const value = written(context, evaluate(context, expr, inner, null), scope);
      if (value === null) return null;
      settings.push(`${path} = ${value}`);
    }
    return settings.length === 0 ? asObject(text) : `(${asObject(text)} with { ${settings.join(", ")} })`;
  };
  return { varied, textOf: rowText };
}

/** Value as an expression of `scope`; null where it has none. */
function written(context: Context, value: Value, scope: Scope): string | null {
  switch (value.kind) {
    case "quantity":
      return value.draws ? null : writtenValue(value);
    case "text":
    case "boolean":
    case "none":
    case "word":
      return writtenValue(value);
    case "list": {
      const items = value.items.map((item) => written(context, item, scope));
      return items.includes(null) ? null : `[${items.join(", ")}]`;
    }
    case "record": {
      if (value.type.what === "tagged") return givenText(textOfValue(value));
      // A changed definition keeps its name: the name alone may mean another one.
      const named = scope.find(context, value.name);
      return named?.kind === "record" && named.fields === value.fields ? value.name : null;
    }
    default:
      return null;
  }
}

/** Text of a tagged value; null where a part of it is not written in the program. */
const givenText = (text: string): string | null => (text.includes("..") ? null : text);
