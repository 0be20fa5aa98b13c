import { isMismatch, parseUnit, power, print, type Quantity } from "../../../units/index.ts";
import type { Argument, CallExpr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/index.ts";
import { quantileOf } from "../draws/quantiles.ts";
import type { Context } from "../values/context.ts";
import type { Drawn } from "../values/draws.ts";
import type { Scope } from "../values/scope.ts";
import { type OfResult, type Poison, poison, type Value } from "../values/value.ts";
import { calculate, compareQuantities, counted, perItem, plainNumber, withDraws } from "./arithmetic.ts";
import { columnOf } from "./column.ts";
import { distribution, distributionNames, probability } from "./distributions.ts";
import { placeOf } from "./exprText.ts";
import { tooManyElements } from "./listSize.ts";
import { lookup } from "./lookup.ts";
import { dimensionMismatch, unknownArgument, wrongType } from "./problem.ts";

interface Call {
  readonly name: string;
  readonly place: Place;
  readonly args: readonly Value[];
  readonly step: Value | null;
}

type Builtin = (call: Call) => Value;

const aggregates: Readonly<Record<string, Builtin>> = {
  min: (call) => extreme(call, "<"),
  max: (call) => extreme(call, ">"),
  sum: (call) => fold(call, "+", 0),
  product: (call) => fold(call, "*", 1),
  mean,
  median: (call) => atShare(call, 0.5),
};

const builtins = new Map<string, Builtin>([
  ...Object.entries(aggregates),
  ["ceil", mapped((call) => rounded(call, Math.ceil))],
  ["floor", mapped((call) => rounded(call, Math.floor))],
  ["round", mapped((call) => rounded(call, Math.round))],
  ["abs", mapped((call) => rounded(call, Math.abs))],
  ["log2", mapped(log2)],
  ["sqrt", mapped(sqrt)],
  ["pow2", pow2],
  ["range", range],
  ["divisors", divisors],
  ["len", length],
  ["length", length],
  ["quantile", quantile],
  ["first", (call) => end(call, 0)],
  ["last", (call) => end(call, -1)],
]);

/** Functions whose argument is read on every row of a table's column, or with `per` on the rows of a group. */
const columnFunctions: ReadonlySet<string> = new Set([
  ...Object.keys(aggregates),
  "first",
  "last",
  "len",
  "length",
  "quantile",
]);

/** Functions that read their arguments themselves instead of getting values, because they evaluate them on other rows. */
const readers = new Map([
  ["lookup", lookup],
  ["probability", probability],
  ...[...distributionNames].map((name) => [name, distribution] as const),
]);

export const functionNames: ReadonlySet<string> = new Set([...builtins.keys(), ...readers.keys()]);

export function callFunction(context: Context, expr: CallExpr, scope: Scope): Value {
  const { name } = expr.callee;
  const reader = readers.get(name);
  if (reader) return reader(context, expr, scope);
  const place = placeOf(expr, scope);
  const builtin = builtins.get(name);
  if (!builtin) return poison();
  const columns = columnFunctions.has(name);
  const column = columns ? columnOf(context, expr, scope) : null;
  if (column?.kind === "poison") return column;
  const args: Value[] = column ? [column] : [];
  let step: Value | null = null;
  for (const argument of column ? expr.args.filter((one) => one !== firstUnnamed(expr)) : expr.args) {
    if (columns && argument.name?.name === "per") continue;
    const value = context.evaluate(argument.value, scope, null);
    if (value.kind === "poison") return value;
    if (!argument.name) args.push(value);
    else if (argument.name.name === "step" && name === "range") step = value;
    else return poison(badName(name, argument, scope));
  }
  return builtin({ name, place, args, step });
}

const firstUnnamed = (expr: CallExpr): Argument | undefined => expr.args.find(({ name }) => !name);

function badName(name: string, argument: Argument, scope: Scope) {
  const known = name === "range" ? ["step"] : columnFunctions.has(name) ? ["per"] : [];
  return unknownArgument(name, argument.name?.name ?? "", known, {
    source: scope.source,
    span: argument.name?.span ?? argument.span,
  });
}

/**
 * Arguments of a function call as numbers: either several numbers, or one list of numbers, whose `none` items are
 * skipped. An error for any other value.
 */
function numbers(call: Call): readonly Quantity[] | Poison {
  const [only] = call.args;
  const items = call.args.length === 1 && only?.kind === "list" ? only.items : call.args;
  const found: Quantity[] = [];
  for (const raw of items) {
    const item = counted(raw);
    if (item.kind === "none" && items !== call.args) continue;
    if (item.kind !== "quantity") return wrongType(`\`${call.name}\``, "numbers", item, call.place);
    found.push(item);
  }
  return found;
}

function missing(call: Call, argument: string): Poison {
  return poison(diagnostic("missing-argument", { function: call.name, argument }, call.place));
}

/**
 * Arguments of a function call as numbers, one for each parameter in `names`. An error where there are more or fewer.
 */
function exactly(call: Call, ...names: readonly string[]): readonly Quantity[] | Poison {
  const found = numbers(call);
  if (!Array.isArray(found)) return found;
  const short = names[found.length];
  if (short !== undefined) return missing(call, short);
  if (found.length > names.length)
    return poison(
      unknownArgument(call.name, print(found[names.length] ?? plainNumber(0)), names, call.place),
    );
  return found;
}

function extreme(call: Call, op: "<" | ">"): Value {
  const items = numbers(call);
  if (!Array.isArray(items)) return items as Poison;
  const [first, ...rest] = items as readonly Quantity[];
  if (!first) return missing(call, "list");
  let best = first;
  for (const item of rest) {
    const better = compareQuantities(op, item, best, call.place);
    if (better.kind === "poison") return better;
    if (better.kind === "boolean" && better.value) best = item;
  }
  return withDraws(best, items as readonly Quantity[], (all) =>
    op === "<" ? Math.min(...all) : Math.max(...all),
  );
}

function fold(call: Call, op: "+" | "*", start: number): Value {
  const items = numbers(call);
  if (!Array.isArray(items)) return items as Poison;
  const [first, ...rest] = items as readonly Quantity[];
  let total: Value = first ?? plainNumber(start);
  for (const item of rest) total = calculate(op, total, item, call.place);
  return total;
}

function mean(call: Call): Value {
  const items = numbers(call);
  if (!Array.isArray(items)) return items as Poison;
  if (items.length === 0) return missing(call, "list");
  return calculate("/", fold(call, "+", 0), plainNumber(items.length), call.place);
}

/** Evaluates `quantile(list, 90%)`: the number below which that share of the list lies. */
function quantile(call: Call): Value {
  const [list, share] = call.args;
  if (!list) return missing(call, "list");
  if (!share) return missing(call, "share");
  if (share.kind !== "quantity") return wrongType("the share of `quantile`", "a number", share, call.place);
  if (!(share.value >= 0 && share.value <= 1) || share.dimension.key !== "1")
    return poison(
      diagnostic("out-of-range", { field: "share", value: print(share), range: "0 to 1" }, call.place),
    );
  const uncertain = counted(list);
  if (uncertain.kind === "quantity" && uncertain.draws) {
    const { draws, ...number } = uncertain;
    return { ...number, value: quantileOf(draws, share.value) };
  }
  return atShare({ ...call, args: [list] }, share.value);
}

/** Number at a share of the way through the ordered list, with linear interpolation between neighbours. */
function atShare(call: Call, share: number): Value {
  const items = numbers(call);
  if (!Array.isArray(items)) return items as Poison;
  const [first] = items as readonly Quantity[];
  if (!first) return missing(call, "list");
  for (const item of items) {
    const order = compareQuantities("<=", first, item, call.place);
    if (order.kind === "poison") return order;
  }
  const sorted = Float64Array.from(items as readonly Quantity[], ({ value }) => value).sort();
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? 0;
  const { result: _, draws: __, ...unit } = first as Quantity & OfResult & Drawn;
  const value = below + (at - Math.floor(at)) * (above - below);
  return withDraws({ ...unit, value }, items as readonly Quantity[], (all) => {
    const ordered = Float64Array.from(all).sort();
    const [a = 0, b = 0] = [ordered[Math.floor(at)], ordered[Math.ceil(at)]];
    return a + (at - Math.floor(at)) * (b - a);
  });
}

/** Extends a function of one number to lists: the function is applied to each element. */
function mapped(one: Builtin): Builtin {
  return (call) => {
    const [only] = call.args;
    if (call.args.length !== 1 || only?.kind !== "list") return one(call);
    return perItem(only.items, (item) => (item.kind === "none" ? item : one({ ...call, args: [item] })));
  };
}

function rounded(call: Call, fn: (x: number) => number): Value {
  const [x] = exactlyOrPoison(call, "x");
  if (x?.kind !== "quantity") return x ?? poison();
  // A number with a unit is rounded in the unit that the program writes: `round(12.6 GiB)` is 13 GiB.
  const factor = x.unit === undefined ? 1 : (parseUnit(x.unit)?.factor ?? 1);
  return withDraws(
    { ...x, value: fn(x.value / factor) * factor },
    [x],
    ([one = 0]) => fn(one / factor) * factor,
  );
}

function exactlyOrPoison(call: Call, ...names: readonly string[]): readonly Value[] {
  const found = exactly(call, ...names);
  return Array.isArray(found) ? (found as readonly Quantity[]) : [found as Poison];
}

function log2(call: Call): Value {
  const [x] = exactlyOrPoison(call, "x");
  if (x?.kind !== "quantity") return x ?? poison();
  if (x.dimension.key !== "1")
    return poison(dimensionMismatch("log2", [x.dimension, plainNumber(1).dimension], call.place));
  if (x.value <= 0)
    return poison(
      diagnostic("out-of-range", { field: "log2", value: print(x), range: "above 0" }, call.place),
    );
  return withDraws(plainNumber(Math.log2(x.value)), [x], ([one = 0]) => Math.log2(one));
}

function sqrt(call: Call): Value {
  const [x] = exactlyOrPoison(call, "x");
  if (x?.kind !== "quantity") return x ?? poison();
  if (x.value < 0)
    return poison(
      diagnostic("out-of-range", { field: "sqrt", value: print(x), range: "0 or more" }, call.place),
    );
  const root = power(x, plainNumber(0.5));
  return isMismatch(root)
    ? poison(dimensionMismatch("^", root.mismatch, call.place))
    : withDraws(root, [x], ([one = 0]) => Math.sqrt(one));
}

/** Evaluates `pow2(a, b)`: the list of the powers of two from 2^ceil(log2 a) to b, both included. */
function pow2(call: Call): Value {
  const [a, b] = exactlyOrPoison(call, "a", "b");
  if (a?.kind !== "quantity" || b?.kind !== "quantity") return a?.kind === "poison" ? a : poison();
  const order = compareQuantities("<=", a, b, call.place);
  if (order.kind === "poison") return order;
  const items: Value[] = [];
  if (a.value <= 0)
    return poison(
      diagnostic("out-of-range", { field: "pow2", value: print(a), range: "above 0" }, call.place),
    );
  for (let n = 2 ** Math.ceil(Math.log2(a.value) - 1e-9); n <= b.value && items.length < 2_100; n *= 2)
    items.push({ ...certain(a), value: n });
  return { kind: "list", items };
}

function range(call: Call): Value {
  const [a, b] = exactlyOrPoison(call, "a", "b");
  if (a?.kind !== "quantity" || b?.kind !== "quantity") return a?.kind === "poison" ? a : poison();
  const step = call.step ?? { ...a, value: 1 };
  if (step.kind !== "quantity") return wrongType("`step`", "a number", step, call.place);
  for (const other of [b, step]) {
    if (other.dimension !== a.dimension)
      return poison(dimensionMismatch("range", [a.dimension, other.dimension], call.place));
  }
  if (step.value === 0)
    return poison(
      diagnostic("out-of-range", { field: "step", value: 0, range: "anything but 0" }, call.place),
    );
  const count = Math.floor((b.value - a.value) / step.value + 1e-9) + 1;
  const problem = tooManyElements("range", count, call.place);
  if (problem) return problem;
  const items: Value[] = [];
  for (let i = 0; i < count; i++) items.push({ ...certain(a), value: a.value + i * step.value });
  return { kind: "list", items };
}

function divisors(call: Call): Value {
  const [n] = exactlyOrPoison(call, "n");
  if (n?.kind !== "quantity") return n ?? poison();
  if (!Number.isInteger(n.value) || n.value < 1 || n.value > 1e12)
    return poison(diagnostic("not-an-integer", { field: "n", value: print(n) }, call.place));
  const low: number[] = [];
  const high: number[] = [];
  for (let d = 1; d * d <= n.value; d++) {
    if (n.value % d !== 0) continue;
    low.push(d);
    if (d * d !== n.value) high.unshift(n.value / d);
  }
  return { kind: "list", items: [...low, ...high].map((value) => ({ ...certain(n), value })) };
}

/** A number without its draws: lists of steps begin at the median. */
function certain(number: Quantity & Drawn): Quantity {
  const { draws: _, ...rest } = number;
  return rest;
}

function length(call: Call): Value {
  const [only] = call.args;
  if (!only) return missing(call, "list");
  if (only.kind === "list") return plainNumber(only.items.length);
  if (only.kind === "table" || only.kind === "data") return plainNumber(only.rows.length);
  return wrongType(`\`${call.name}\``, "a list or a table", only, call.place);
}

/**
 * Implements `first` (`at` = 0) and `last` (`at` = -1): the first or last item of a list. For a table, the scenario of
 * its first or last row.
 */
function end(call: Call, at: 0 | -1): Value {
  const [only] = call.args;
  if (!only) return missing(call, "column");
  if (only.kind !== "list" && only.kind !== "table")
    return wrongType(`\`${call.name}\``, "a column, a list or a table", only, call.place);
  return (
    (only.kind === "list" ? only.items.at(at) : only.rows.at(at)?.scenario) ??
    poison(
      diagnostic(
        "wrong-type",
        { what: `\`${call.name}\``, wanted: "at least one row", found: "none" },
        call.place,
      ),
    )
  );
}
