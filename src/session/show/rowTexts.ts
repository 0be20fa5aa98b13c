import {
  type Context,
  drawnFields,
  evaluate,
  namesOf,
  namesRead,
  pathExpr,
  type Row,
  rowScope,
  type ScenarioValue,
  type Scope,
  type TableValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";
import { writtenValue } from "../text/writtenValue.ts";
import { derivedText, type Written } from "./derivedText.ts";
import { askableText, asObject } from "./explainable.ts";

/** Rows of a table as expressions of the scenarios that they stand for. */
export interface RowTexts {
  /** Expression of a row: `(base with { plan.tp = 4, plan.pp = 2 })`; null for a row that has none. */
  textOf(row: Row): string | null;
  /** Paths that the table varies, which a row's own expression sets. */
  readonly varied: readonly string[];
  /** Expression of a column's cell by that of its row's scenario, as `derivedText` makes it. */
  derivedOn(column: Written): ((of: string) => string) | null;
}

/** Rows of scenarios that are no table's, shown with columns of the reader's. */
export const scenarioTexts = (
  context: Context,
  reader: Scope,
  about: ScenarioValue | undefined,
  textOf: RowTexts["textOf"],
): RowTexts => ({
  textOf,
  varied: [],
  derivedOn: onceEach((column) =>
    derivedText(column, { context, reader, about, derivation: () => undefined }),
  ),
});

/** Computes once for each column what its rows ask for. */
function onceEach<T>(make: (column: Written) => T): (column: Written) => T {
  const known = new Map<Written, T>();
  return (column) => {
    const before = known.get(column);
    if (before !== undefined) return before;
    const made = make(column);
    known.set(column, made);
    return made;
  };
}

/**
 * Rows of a table as expressions of `scope`. Null where the table's base means something else in that scope.
 */
export function rowTexts(context: Context, table: TableValue, scope: Scope): RowTexts | null {
  const { base } = table.statement;
  const text = askableText(base, table.scope);
  const same = [...namesRead(base)].every(
    (name) => table.scope.find(context, name) === scope.find(context, name),
  );
  if (text === null || !same) return null;
  // A queue or a run is a definition: `with` names its fields without what it is.
  const own = evaluate(context, base, table.scope, null);
  const before = own.kind === "record" ? `${own.type.what}.` : "";
  const paths = table.varied.map((path) => ({
    path: path.startsWith(before) ? path.slice(before.length) : path,
    expr: pathExpr(namesOf(path)),
  }));
  const { varied } = table;
  const rowText = (row: Row): string | null => {
    // Numbers of an uncertain scenario are no results of one scenario.
    if (row.problem || (row.scenario && drawnFields(context, row.scenario))) return null;
    const inner = rowScope(row, table.scope);
    const settings: string[] = [];
    for (const { path, expr } of paths) {
      const value = written(context, evaluate(context, expr, inner, null), scope);
      if (value === null) return null;
      settings.push(`${path} = ${value}`);
    }
    return settings.length === 0 ? asObject(text) : `(${asObject(text)} with { ${settings.join(", ")} })`;
  };
  const clauses = new Map(
    table.statement.clauses.flatMap((clause) =>
      clause.kind === "derive"
        ? [[clause.name.name, { expr: clause.value, scope: table.scope }] as const]
        : [],
    ),
  );
  const first = table.all.at(0);
  const derivation = (name: string): Written | null | undefined =>
    clauses.get(name) ?? (first?.columns.get(name) ? null : undefined);
  const about = first?.scenario ?? undefined;
  const derivedOn = onceEach((column) => derivedText(column, { context, reader: scope, about, derivation }));
  return { varied, textOf: rowText, derivedOn };
}

/** Number with 14 digits: engines of browsers and of Node differ in the last ones, for example of a power. */
const steady = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(14)));

/** Value as an expression of `scope`; null where it has none. */
function written(context: Context, value: Value, scope: Scope): string | null {
  switch (value.kind) {
    case "quantity":
      return value.draws ? null : writtenValue({ ...value, value: steady(value.value) });
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
