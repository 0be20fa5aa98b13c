import type { Clause, Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import type { FieldRow } from "../../schema/index.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { fieldOf } from "../expressions/fieldAt.ts";
import { namesRead } from "../expressions/namesRead.ts";
import { wrongType } from "../expressions/problem.ts";
import { scenarioScope } from "../expressions/row.ts";
import { isPart } from "../expressions/scope.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import {
  type Change,
  type ExprBinding,
  type Poison,
  poison,
  type ScenarioValue,
  type Value,
} from "../values/value.ts";

/**
 * All combinations of the values of a table's `for` clauses. A combination is made only when it is read, so that a
 * large table takes little memory.
 */
export interface Space {
  readonly kind: "space";
  readonly count: number;
  readonly varied: readonly string[];
  readonly axes: readonly Axis[];
  rows(): Iterable<readonly Change[]>;
}

type For = Extract<Clause, { kind: "for" }>;

/**
 * Combines the values of the `for` clauses. In the order of the combinations, the values of the last clause change
 * fastest.
 */
export function combinations(
  context: Context,
  base: ScenarioValue,
  clauses: readonly For[],
  scope: Scope,
): Space | Poison {
  const axes: (readonly (readonly Change[])[])[] = [];
  for (const clause of clauses) {
    const steps = axis(context, base, clause, scope);
    if (!Array.isArray(steps)) return steps as Poison;
    axes.push(steps as readonly (readonly Change[])[]);
  }
  return spaceOf(
    axes,
    clauses.flatMap((clause) => clause.paths.map((path) => path.names.map((name) => name.name).join("."))),
  );
}

export function spaceOf(axes: readonly (readonly (readonly Change[])[])[], varied: readonly string[]): Space {
  return {
    kind: "space",
    count: axes.reduce((product, one) => product * one.length, 1),
    varied,
    axes,
    rows: () => product(axes, 0, []),
  };
}

function* product(
  axes: readonly (readonly (readonly Change[])[])[],
  at: number,
  before: readonly Change[],
): Iterable<readonly Change[]> {
  const steps = axes[at];
  if (!steps) {
    yield before;
    return;
  }
  for (const step of steps) yield* product(axes, at + 1, [...before, ...step]);
}

/**
 * Values of one `for` clause. Each value is the list of field changes that it makes, one for each path of the clause.
 */
export type Axis = readonly (readonly Change[])[];

export function axis(context: Context, base: ScenarioValue, clause: For, scope: Scope): Axis | Poison {
  const paths = clause.paths.map((path) => ({
    path: path.names.map((name) => name.name),
    places: path.names.map((name): Place => ({ source: scope.source, span: name.span })),
  }));
  const rows: FieldRow[] = [];
  for (const one of paths) {
    const row = fieldOf(context, base, one);
    if ("kind" in row && row.kind === "poison") return row;
    rows.push(row as FieldRow);
  }
  const late: Late = new Map();
  const list = listValue(context, clause, rows, scope, late, base);
  if (list.kind === "poison") return list;
  const place = placeOf(clause.in, scope);
  if (list.kind !== "list") return wrongType("`for`", "a list after `in`", list, place);
  // One text for all items: a text an item takes memory that grows with the square of the list's length.
  const text = textOf(clause.in, scope);
  const steps: (readonly Change[])[] = [];
  for (const item of list.items) {
    const values = paths.length === 1 ? [item] : item.kind === "list" ? item.items : [];
    if (values.length !== paths.length) {
      return poison(
        diagnostic(
          "wrong-type",
          {
            what: "`for`",
            wanted: `lists of ${paths.length} values, one for each path`,
            found: "something else",
          },
          place,
        ),
      );
    }
    steps.push(
      paths.map((one, at): Change => {
        const value = values[at] ?? poison();
        if (late.has(value)) return { ...one, binding: late.get(value) as ExprBinding };
        return { ...one, binding: { kind: "value", value, text, place } };
      }),
    );
  }
  return steps;
}

/**
 * Items of a `for` list that read the scenario of their row (`cluster.nodes * 16 sequences`). The key is a placeholder
 * in the list; the item is evaluated when the row's scenario exists.
 */
type Late = Map<Value, ExprBinding>;

/**
 * True where an expression reads a part of the row's scenario, such as `cluster` in `cluster.nodes * 16 sequences`.
 * False where the program defines the name itself.
 */
const readsScenario = (context: Context, expr: Expr, scope: Scope): boolean =>
  [...namesRead(expr)].some((name) => isPart(name) && scope.find(context, name) === undefined);

/**
 * Evaluates the list of a `for` clause. Items of a literal list are evaluated for the fields that they set, so that
 * names in the list may be words of these fields (`for plan.recompute in [none, full]`).
 */
function listValue(
  context: Context,
  clause: For,
  rows: readonly FieldRow[],
  scope: Scope,
  late: Late,
  base: ScenarioValue,
): Value {
  let expr = clause.in;
  while (expr.kind === "paren") expr = expr.inner;
  // The length of a computed list must be known before there are rows, so a computed list is evaluated on the base
  // scenario.
  if (expr.kind !== "list")
    return evaluate(
      context,
      expr,
      readsScenario(context, expr, scope) ? scenarioScope(base, scope) : scope,
      null,
    );
  const itemValue = (one: Expr, row: FieldRow | null): Value => {
    if (!readsScenario(context, one, scope)) return evaluate(context, one, scope, row);
    const value: Value = { kind: "text", value: textOf(one, scope) };
    late.set(value, { kind: "expr", expr: one, scope, place: placeOf(one, scope) });
    return value;
  };
  const items: Value[] = [];
  for (const item of expr.items) {
    let inner = item;
    while (inner.kind === "paren") inner = inner.inner;
    const value: Value =
      rows.length > 1 && inner.kind === "list"
        ? {
            kind: "list",
            items: inner.items.map((one, at) => itemValue(one, rows[at] ?? null)),
          }
        : itemValue(item, rows.length === 1 ? (rows[0] ?? null) : null);
    if (value.kind === "poison") return value;
    if (value.kind === "list" && rows.length > 1) {
      const bad = value.items.find((one) => one.kind === "poison");
      if (bad) return bad;
    }
    items.push(value);
  }
  return { kind: "list", items };
}
