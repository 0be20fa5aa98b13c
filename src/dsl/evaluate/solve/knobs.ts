import type { Solve } from "../../ast/ast.ts";
import { diagnostic, type Place } from "../../diagnostics/index.ts";
import { textOf } from "../expressions/exprText.ts";
import { fieldOf } from "../expressions/fieldAt.ts";
import { wrongType } from "../expressions/problem.ts";
import { rangeEnds } from "../expressions/rangeEnds.ts";
import { scenarioScope } from "../expressions/row.ts";
import { pathText } from "../tables/aims.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import { type Change, type Poison, poison, type Quantity, type ScenarioValue } from "../values/value.ts";

/** Number that a `solve` statement varies: a field of the scenario, and the range to look in. */
export interface Knob {
  readonly path: string;
  readonly low: number;
  readonly high: number;
  /** True for a field of whole numbers, such as `cluster.nodes`. */
  readonly whole: boolean;
  /** The number as a value of the language, in the unit of the range. */
  value(x: number): Quantity;
  /** Change that sets the field. */
  setting(x: number): Change;
}

/** Largest number of whole numbers in the range of one knob, which all may be tried. */
const MAX_WHOLE = 10_000;

/** The numbers that a `solve` statement varies. An error for a field that takes no number, and for an empty range. */
export function knobsOf(
  context: Context,
  statement: Solve,
  base: ScenarioValue,
  scope: Scope,
): readonly Knob[] | Poison {
  const knobs: Knob[] = [];
  for (const clause of statement.clauses) {
    const [path] = clause.kind === "for" ? clause.paths : [];
    if (clause.kind !== "for" || !clause.to || !path) continue;
    const names = path.names.map(({ name }) => name);
    const places = path.names.map(({ span }): Place => ({ source: scope.source, span }));
    const field = fieldOf(context, base, { path: names, places });
    if ("kind" in field) return field;
    const at = { source: scope.source, span: path.span };
    if (!field.accepts.numbers)
      return wrongType("`solve`", "a field that takes numbers", { kind: "word", word: pathText(path) }, at);
    const ends = rangeEnds(context, { from: clause.in, to: clause.to }, scenarioScope(base, scope));
    if ("kind" in ends) return ends;
    const [low, high] = ends;
    const whole = field.accepts.integer === true;
    const range = { source: scope.source, span: { start: clause.in.span.start, end: clause.to.span.end } };
    const [least, most] = whole ? [Math.ceil(low.value), Math.floor(high.value)] : [low.value, high.value];
    const text = textOf({ kind: "error", span: range.span }, scope);
    if (!(least < most) || (whole && most - least > MAX_WHOLE)) {
      const allowed = whole ? `, with at most ${MAX_WHOLE.toLocaleString("en")} whole numbers` : "";
      return poison(
        diagnostic(
          "out-of-range",
          { field: pathText(path), value: text, range: `from less to more${allowed}` },
          range,
        ),
      );
    }
    const value = (x: number): Quantity => ({ ...high, value: x });
    knobs.push({
      ...{ path: pathText(path), low: least, high: most, whole, value },
      setting: (x) => ({
        path: names,
        places,
        binding: { kind: "value", value: value(x), text, place: range },
      }),
    });
  }
  return knobs;
}

/** Numbers of a knob between two ends, at most `count`: all whole numbers, or numbers at equal distances or ratios. */
export function gridOf(
  { whole, low, high }: Knob,
  count: number,
  [from, to] = [low, high],
): readonly number[] {
  const [a, b] = whole ? [Math.ceil(from), Math.floor(to)] : [from, to];
  if (whole && b - a < count) return Array.from({ length: b - a + 1 }, (_, i) => a + i);
  const ratios = a > 0 && b / a > WIDE;
  const found = new Set<number>();
  for (let i = 0; i < count; i++) {
    const share = i / (count - 1);
    const x = i === 0 ? a : i === count - 1 ? b : ratios ? a * (b / a) ** share : a + (b - a) * share;
    found.add(whole ? Math.round(x) : x);
  }
  return [...found];
}

/** Ratio of a range's ends from which its numbers have equal ratios instead of equal distances. */
const WIDE = 8;
