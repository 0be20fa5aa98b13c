import { DIMENSIONLESS, isCountedUnit, print } from "../../../units/index.ts";
import type { Control, Expr } from "../../ast/ast.ts";
import { diagnostic, type Place } from "../../diagnostics/index.ts";
import type { FieldRow } from "../../schema/index.ts";
import { counted } from "../expressions/arithmetic.ts";
import { evaluate } from "../expressions/evaluate.ts";
import { placeOf, textOf } from "../expressions/exprText.ts";
import { fieldInside, fieldOf } from "../expressions/fieldAt.ts";
import { pathExpr } from "../expressions/pathExpr.ts";
import { wrongType } from "../expressions/problem.ts";
import { rangeEnds } from "../expressions/rangeEnds.ts";
import { same, wordOf } from "../expressions/same.ts";
import { pathText } from "../tables/aims.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { describe, type Poison, poison, type Quantity, type Value } from "../values/value.ts";

/** Values that a `control` statement offers, with the value that holds now. */
export interface ControlDomain {
  readonly kind: "domain";
  /** Path of the controlled value: `base.plan.tp`, or the name of a `let`. */
  readonly path: string;
  readonly now: Value;
  readonly values: ControlValues;
}

export type ControlValues =
  | { readonly kind: "choices"; readonly choices: readonly Value[] }
  | {
      readonly kind: "range";
      readonly low: Quantity;
      readonly high: Quantity;
      /** True where only whole numbers can be chosen, because the field counts something. */
      readonly whole: boolean;
    };

/**
 * Evaluates the values of a `control` statement. An error for a path that cannot be set, for an empty list or range,
 * and where the value that holds is not among the statement's values.
 */
export function controlDomain(context: Context, statement: Control, scope: Scope): ControlDomain | Poison {
  const { path } = statement;
  const row = rowOf(context, statement, scope);
  if (row && "kind" in row) return row;
  const now = counted(evaluate(context, pathExpr(path.names), scope, null));
  if (now.kind === "poison") return now;
  const written = statement.to
    ? rangeOf(context, statement, statement.to, scope, row)
    : choicesOf(context, statement, scope, row);
  if (written.kind === "poison") return written;
  const values = row && now.kind === "quantity" ? countedAs(now, written) : written;
  if (isAmong(context, now, values)) return { kind: "domain", path: pathText(path), now, values };
  const at = { source: scope.source, span: path.span };
  const text = textOf({ kind: "error", span: spanOfValues(statement) }, scope);
  const params = { path: pathText(path), value: valueText(now), values: text };
  return poison(diagnostic("control-outside", params, at));
}

/** Values of a field that counts something, in the field's dimension: `4_096 tokens` as 4,096 for `seq_len`. */
function countedAs(now: Quantity, values: ControlValues): ControlValues {
  const one = <V extends Value>(value: V): V =>
    value.kind === "quantity" && isCount(value) && isCount(now)
      ? { ...value, dimension: now.dimension }
      : value;
  return values.kind === "choices"
    ? { ...values, choices: values.choices.map(one) }
    : { ...values, low: one(values.low), high: one(values.high) };
}

const isCount = ({ dimension }: Quantity): boolean =>
  dimension === DIMENSIONLESS || isCountedUnit(dimension.key);

const spanOfValues = ({ in: { span }, to }: Control) => ({ start: span.start, end: (to?.span ?? span).end });

/** Schema row of the controlled field; null for a name of the program that is controlled as a whole. */
function rowOf(context: Context, { path }: Control, scope: Scope): FieldRow | Poison | null {
  const [head, ...rest] = path.names;
  const places = rest.map(({ span }): Place => ({ source: scope.source, span }));
  if (!head || rest.length === 0) return null;
  const owner = evaluate(context, pathExpr([head]), scope, null);
  const names = rest.map(({ name }) => name);
  if (owner.kind === "poison") return owner;
  if (owner.kind === "scenario") return fieldOf(context, owner, { path: names, places });
  if (owner.kind === "record") return fieldInside(context, owner, { path: names, places });
  return wrongType("`control`", "a field of a scenario or a definition", owner, {
    source: scope.source,
    span: head.span,
  });
}

function choicesOf(
  context: Context,
  statement: Control,
  scope: Scope,
  row: FieldRow | null,
): ControlValues | Poison {
  let list = statement.in;
  while (list.kind === "paren") list = list.inner;
  const items: Value[] = [];
  if (list.kind === "list") for (const item of list.items) items.push(evaluate(context, item, scope, row));
  else {
    const value = evaluate(context, list, scope, null);
    if (value.kind === "poison") return value;
    if (value.kind !== "list")
      return wrongType("`control`", "a list or a range after `in`", value, placeOf(list, scope));
    items.push(...value.items);
  }
  const choices = items.map(counted);
  const bad = choices.find((one) => one.kind === "poison");
  if (bad?.kind === "poison") return bad;
  return choices.length > 0
    ? { kind: "choices", choices }
    : emptyValues(statement, scope, "at least one value");
}

function rangeOf(
  context: Context,
  statement: Control,
  to: Expr,
  scope: Scope,
  row: FieldRow | null,
): ControlValues | Poison {
  const ends = rangeEnds(context, { from: statement.in, to }, scope);
  if ("kind" in ends) return ends;
  const [low, high] = ends;
  if (!(low.value < high.value)) return emptyValues(statement, scope, "from less to more");
  return { kind: "range", low, high, whole: row?.accepts.integer === true };
}

function emptyValues(statement: Control, scope: Scope, range: string): Poison {
  const span = spanOfValues(statement);
  const value = textOf({ kind: "error", span }, scope);
  const params = { field: pathText(statement.path), value, range };
  return poison(diagnostic("out-of-range", params, { source: scope.source, span }));
}

/** A number, word or truth as a message has it; the kind of any other value. */
function valueText(value: Value): string {
  if (value.kind === "quantity") return print(value);
  return wordOf(value) ?? (value.kind === "boolean" ? String(value.value) : describe(value));
}

/** True for a value that a control offers. */
function isAmong(context: Context, value: Value, values: ControlValues): boolean {
  if (values.kind === "choices") return values.choices.some((one) => same(context, value, one));
  const { low, high, whole } = values;
  return (
    value.kind === "quantity" &&
    value.dimension === low.dimension &&
    value.value >= low.value &&
    value.value <= high.value &&
    (!whole || Number.isInteger(value.value))
  );
}
