import {
  aimsOf,
  type Change,
  type Context,
  changeScenario,
  counted,
  type DataRow,
  evaluate,
  type MeasuredTable,
  type Poison,
  type Quantity,
  type Row,
  rowScope,
  type TableValue,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { textOfValue } from "../textOfValue.ts";

/** Halvings of an interval: a place is known to a millionth of it. */
const HALVINGS = 20;

/** A row at a place of the varied number, and what it is looked at for. */
interface Point {
  readonly x: Quantity;
  readonly y: number;
  readonly row: Row;
}

/**
 * Where one of a sweep's alternatives overtakes another: over the last varied number, between alternatives that the other paths set apart, by the sweep's
 * aim (`minimize`, `maximize`), the step's time without one. Between two neighbouring places whose order differs the crossing is found by bisection, each step worked
 * out anew; two crossings between neighbours are not seen.
 */
export function crossovers(context: Context, table: TableValue): MeasuredTable | Poison {
  const path = [...table.varied].reverse().find((one) => isNumber(context, table, one));
  const found: DataRow[] = [];
  const answer: MeasuredTable = {
    kind: "data",
    name: `${table.name}: where one overtakes the other${path === undefined ? "" : `, over ${path}`}`,
    question: "crossovers",
    columns: path === undefined ? [] : ["below", "above", "at"],
    rows: found,
  };
  if (path === undefined) return answer;
  const lines = new Map<string, Point[]>();
  for (const row of table.rows) {
    const point = pointOf(context, table, row, path);
    if ("kind" in point) return point;
    const rest = table.varied.filter((one) => one !== path);
    const label = rest.map((one) => labelOf(context, table, row, one)).join(", ");
    lines.set(label, [...(lines.get(label) ?? []), point]);
  }
  const names = [...lines.keys()];
  for (const [i, a] of names.entries())
    for (const b of names.slice(i + 1)) {
      for (const [from, to] of changesOfOrder(lines.get(a) ?? [], lines.get(b) ?? [])) {
        const at = bisect(context, table, path, from, to);
        if (typeof at !== "number") return at;
        const below = from.a.y < from.b.y ? a : b;
        found.push({
          columns: new Map<string, Value>([
            ["below", { kind: "text", value: below }],
            ["above", { kind: "text", value: below === a ? b : a }],
            ["at", { ...from.a.x, value: at }],
          ]),
          scenario: null,
          problem: null,
        });
      }
    }
  return answer;
}

interface Pair {
  readonly a: Point;
  readonly b: Point;
}

/** Neighbouring places that both lines have, where their order differs. */
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

function bisect(context: Context, table: TableValue, path: string, from: Pair, to: Pair): number | Poison {
  let [low, high] = [from.a.x.value, to.a.x.value];
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
      const point = pointOf(context, table, { scenario, columns: new Map(), problem: null }, path);
      if ("kind" in point) return point;
      both.push(point.y);
    }
    if ((both[0] ?? 0) < (both[1] ?? 0) === from.a.y < from.b.y) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function pointOf(context: Context, table: TableValue, row: Row, path: string): Point | Poison {
  const x = valueAt(context, table, row, path);
  const [aim] = aimsOf(table.statement);
  const scope = rowScope(row, table.scope);
  const y = counted(
    aim ? evaluate(context, aim.expr, scope, null) : valueAt(context, table, row, "step_time"),
  );
  for (const value of [x, y]) if (value.kind === "poison") return value;
  if (x.kind !== "quantity" || y.kind !== "quantity") return { kind: "poison", diagnostics: [] };
  return { x, y: (aim?.sign ?? 1) * y.value, row };
}

function valueAt(context: Context, table: TableValue, row: Row, path: string): Value {
  const [head = "", ...rest] = path.split(".");
  const at = { start: 0, end: 0 };
  const first = { kind: "name", span: at, name: head } as const;
  const expr = rest.reduce<Parameters<typeof evaluate>[1]>(
    (object, name) => ({ kind: "member", span: at, object, member: { name, span: at } }),
    first,
  );
  return counted(evaluate(context, expr, rowScope(row, table.scope), null));
}

function isNumber(context: Context, table: TableValue, path: string): boolean {
  const [row] = table.rows;
  return row !== undefined && valueAt(context, table, row, path).kind === "quantity";
}

function labelOf(context: Context, table: TableValue, row: Row, path: string): string {
  const text = textOfValue(valueAt(context, table, row, path));
  // A whole part says what it is by its name.
  return path.includes(".") ? `${path} = ${text}` : text;
}
