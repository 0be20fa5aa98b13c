import type { Expr } from "../../dsl/ast/ast.ts";
import {
  aimsOf,
  type Change,
  type Context,
  changeScenario,
  counted,
  type DataRow,
  evaluate,
  type MeasuredTable,
  namesOf,
  type Poison,
  pathExpr,
  type Quantity,
  type Row,
  rowScope,
  type Scope,
  type TableValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

/**
 * Number of bisection steps with which a crossing is located: to a millionth of the interval between two sweep values.
 */
const HALVINGS = 20;

/** One alternative of a sweep at one value of the varied number `x`: its row, and the compared value `y`. */
interface Point {
  readonly x: Quantity;
  readonly y: number;
  readonly row: Row;
}

/**
 * Expression by which a sweep's alternatives are compared. The alternative with the smaller product of `sign` and value
 * is better.
 */
export interface Compared {
  readonly expr: Expr;
  readonly scope: Scope;
  readonly sign: 1 | -1;
}

/** A value of the varied number at which one alternative of a sweep overtakes another. */
export interface Crossing {
  /** Name of the alternative that is better below the crossing. */
  readonly below: string;
  /** Name of the alternative that is better above the crossing. */
  readonly above: string;
  /** Value of the varied number at the crossing. */
  readonly at: Quantity;
  /** Compared value at the crossing, equal for both alternatives, in base units. */
  readonly value: number;
}

/**
 * Table of the points at which a sweep's alternatives overtake each other, over the sweep's last varied number.
 * Alternatives are compared by the sweep's objective, or by step time.
 */
export function crossovers(context: Context, table: TableValue): MeasuredTable | Poison {
  const path = [...table.varied].reverse().find((one) => isNumber(context, table, one));
  const [aim] = aimsOf(table.statement);
  const compared: Compared = {
    expr: aim?.expr ?? pathExpr(namesOf("step_time")),
    scope: table.scope,
    sign: aim?.sign ?? 1,
  };
  const found = path === undefined ? [] : crossings(context, table, path, compared);
  if ("kind" in found) return found;
  return {
    kind: "data",
    name: `${table.name}: where one becomes better than the other${path === undefined ? "" : `, over ${path}`}`,
    question: "crossovers",
    columns: path === undefined ? [] : ["below", "above", "at"],
    rows: found.map(
      ({ below, above, at }): DataRow => ({
        columns: new Map<string, Value>([
          ["below", { kind: "text", value: below }],
          ["above", { kind: "text", value: above }],
          ["at", at],
        ]),
        scenario: null,
        problem: null,
      }),
    ),
  };
}

/**
 * Finds the crossings of a sweep over one varied number, in the order of that number. Alternatives differ in the other
 * varied paths. Where two alternatives are in a different order at neighbouring values, bisection with new estimates
 * finds the crossing between them. Two crossings between neighbouring values are missed. An alternative that runs out
 * of memory somewhere is marked.
 */
export function crossings(
  context: Context,
  table: TableValue,
  path: string,
  compared: Compared,
): readonly Crossing[] | Poison {
  const found: Crossing[] = [];
  const lines = new Map<string, Point[]>();
  for (const row of table.rows) {
    const point = pointOf(context, row, path, compared);
    if ("kind" in point) return point;
    const rest = table.varied.filter((one) => one !== path);
    const label = rest.map((one) => labelOf(context, table, row, one)).join(", ");
    lines.set(label, [...(lines.get(label) ?? []), point]);
  }
  const names = [...lines.keys()];
  const labels = new Map([...lines].map(([name, points]) => [name, `${name}${fitSuffix(context, points)}`]));
  for (const [i, a] of names.entries())
    for (const b of names.slice(i + 1)) {
      for (const [from, to] of changesOfOrder(lines.get(a) ?? [], lines.get(b) ?? [])) {
        const at = bisect(context, table, path, compared, from, to);
        if ("kind" in at) return at;
        const [below, above] = from.a.y < from.b.y ? [a, b] : [b, a];
        found.push({
          ...{ below: labels.get(below) ?? below, above: labels.get(above) ?? above },
          ...{ at: { ...from.a.x, value: at.x }, value: compared.sign * at.y },
        });
      }
    }
  return found.sort((one, other) => one.at.value - other.at.value);
}

interface Pair {
  readonly a: Point;
  readonly b: Point;
}

/** Pairs of neighbouring sweep values between which two alternatives swap order. */
function changesOfOrder(a: readonly Point[], b: readonly Point[]): readonly (readonly [Pair, Pair])[] {
  const others = new Map(b.map((point) => [point.x.value, point]));
  const pairs = a
    .flatMap((point): readonly Pair[] => {
      const other = others.get(point.x.value);
      return other && point.y !== other.y ? [{ a: point, b: other }] : [];
    })
    .sort((one, other) => one.a.x.value - other.a.x.value);
  return pairs.flatMap((to, i): readonly (readonly [Pair, Pair])[] => {
    const from = pairs[i - 1];
    return from && from.a.y < from.b.y !== to.a.y < to.b.y ? [[from, to]] : [];
  });
}

function bisect(
  context: Context,
  table: TableValue,
  path: string,
  compared: Compared,
  from: Pair,
  to: Pair,
): { readonly x: number; readonly y: number } | Poison {
  let [low, high] = [from.a.x.value, to.a.x.value];
  let y = from.a.y;
  for (let i = 0; i < HALVINGS && !context.interrupted(); i++) {
    const middle = (low + high) / 2;
    const both: number[] = [];
    for (const { row, x } of [from.a, from.b]) {
      const place = { source: table.scope.source, span: table.statement.span };
      const names = path.split(".");
      const binding = { kind: "value", value: { ...x, value: middle }, text: "", place } as const;
      const change: Change = { path: names, places: names.map(() => place), binding };
      const scenario = changeScenario(context, row.scenario, [change]);
      if (scenario.kind === "poison") return scenario;
      const point = pointOf(context, { scenario, columns: new Map(), problem: null }, path, compared);
      if ("kind" in point) return point;
      both.push(point.y);
    }
    const [a = 0, b = 0] = both;
    y = (a + b) / 2;
    if (a < b === from.a.y < from.b.y) low = middle;
    else high = middle;
  }
  return { x: (low + high) / 2, y };
}

function pointOf(context: Context, row: Row, path: string, { expr, scope, sign }: Compared): Point | Poison {
  const inner = rowScope(row, scope);
  const x = counted(evaluate(context, pathExpr(namesOf(path)), inner, null));
  const y = counted(evaluate(context, expr, inner, null));
  for (const value of [x, y]) if (value.kind === "poison") return value;
  if (x.kind !== "quantity" || y.kind !== "quantity") return { kind: "poison", diagnostics: [] };
  return { x, y: sign * y.value, row };
}

function valueAt(context: Context, table: TableValue, row: Row, path: string): Value {
  return counted(evaluate(context, pathExpr(namesOf(path)), rowScope(row, table.scope), null));
}

function isNumber(context: Context, table: TableValue, path: string): boolean {
  const [row] = table.rows;
  return row !== undefined && valueAt(context, table, row, path).kind === "quantity";
}

function labelOf(context: Context, table: TableValue, row: Row, path: string): string {
  const text = textOfValue(valueAt(context, table, row, path));
  // A part that is varied as a whole is labelled by its name.
  return path.includes(".") ? `${path} = ${text}` : text;
}

/** Suffix of an alternative's name where it does not fit its devices at some value of the sweep, or may not fit. */
function fitSuffix(context: Context, points: readonly Point[]): string {
  const fits = new Set(points.map(({ row }) => context.outputs.fit(context, row.scenario)));
  return fits.has("no") ? " (out of memory)" : fits.has("maybe") ? " (may not fit)" : "";
}
