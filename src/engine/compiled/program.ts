import type { Counts, Outcome } from "../algebra.ts";
import { print } from "../formulas/compile.ts";
import { parseExpression } from "../formulas/expression.ts";
import { bitOf, type Piece, pieces } from "./pieces.ts";
import type { Guard, Recorded, Recording, Step } from "./recording.ts";

/** Works out a record's results for other values of its variables; false where a decision would come out otherwise. */
export type Program = (variables: Float64Array, results: Float64Array) => boolean;

/**
 * A record as native functions that fill `results` with the values of `asked`. Formulas are printed from the book's parsed expressions
 * and numbers from their values, so no text of a user can reach the code. What no variable enters that has changed since the last
 * call is not worked out again.
 */
export function program({ entries }: Pick<Recording, "entries">, asked: readonly Recorded[]): Program {
  const live = needed(entries, asked);
  const parts = pieces(entries.filter((entry) => !isStep(entry) || live.has(entry.at)));
  const kept = keptBetween(parts, asked);
  const natives: Natives = { decisions: [], counters: [], counted: [], known: new Map() };
  const runs = parts.map((piece) => compilePiece(piece, kept, natives));
  const masks = parts.map((piece) => piece.variables);
  const values = new Float64Array(kept.size);
  const places = [...asked.keys()].filter((place) => asked[place]?.kind !== "constant");
  const slots = places.map((place) => kept.get((asked[place] as Step).at) ?? 0);
  const fixed = Float64Array.from(asked, ({ value }) => value);
  let last: Float64Array | null = null;
  return (variables, results) => {
    const changed = last === null ? ~0 : differing(last, variables);
    const before = last ?? new Float64Array(variables.length);
    // Of a call that ends early only some values are those of its variables.
    last = null;
    for (let i = 0; i < runs.length; i++)
      if (((masks[i] as number) & changed) !== 0 && !runs[i]?.(variables, values, natives)) return false;
    // Loops, as arrays are short: `set` of typed arrays takes longer to begin.
    for (let i = 0; i < before.length; i++) before[i] = variables[i] as number;
    last = before;
    for (let i = 0; i < fixed.length; i++) results[i] = fixed[i] as number;
    for (let i = 0; i < places.length; i++)
      results[places[i] as number] = values[slots[i] as number] as number;
    return true;
  };
}

/** The variables that are not the same number in both, as bits. */
function differing(a: Float64Array, b: Float64Array): number {
  let bits = 0;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) bits |= bitOf(i);
  return bits;
}

/** The maximum and the least as `numbers` takes them: the first of zeros of both signs, and no NaN after a number. */
const EXTREMES = "const larger=(a,b)=>b>a?b:a,smaller=(a,b)=>b<a?b:a;";

type Native = (variables: Float64Array, values: Float64Array, natives: Natives) => boolean;

/** What the compiled text calls: decisions, and simulations with the numbers that they counted last. */
interface Natives {
  readonly decisions: ((values: readonly number[]) => boolean)[];
  readonly counters: ((values: readonly number[]) => ArrayLike<number>)[];
  readonly counted: ArrayLike<number>[];
  readonly known: Map<Counts, number>;
}

const isStep = (entry: Step | Guard): entry is Step => "at" in entry;

/** Steps that a result or a guard is made of. */
function needed(entries: readonly (Step | Guard)[], asked: readonly Recorded[]): ReadonlySet<number> {
  const live = new Set<number>();
  const mark = (one: Recorded): void => {
    if (one.kind !== "constant") live.add(one.at);
  };
  asked.forEach(mark);
  // What a step is made of stands before it.
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i];
    if (!entry || (isStep(entry) && !live.has(entry.at)) || !("of" in entry)) continue;
    for (const one of entry.of) mark(one);
  }
  return live;
}

/** The slots of steps that later pieces, or results, need. */
function keptBetween(parts: readonly Piece[], asked: readonly Recorded[]): ReadonlyMap<number, number> {
  const slots = new Map<number, number>();
  const keep = (at: number): void => {
    if (!slots.has(at)) slots.set(at, slots.size);
  };
  for (const one of asked) if (one.kind !== "constant") keep(one.at);
  for (const { entries } of parts) {
    const own = new Set(entries.flatMap((entry) => (isStep(entry) ? [entry.at] : [])));
    for (const entry of entries)
      for (const one of "of" in entry ? entry.of : [])
        if (one.kind !== "constant" && !own.has(one.at)) keep(one.at);
  }
  return slots;
}

function compilePiece({ entries }: Piece, kept: ReadonlyMap<number, number>, natives: Natives): Native {
  const lines: string[] = [];
  const own = new Set<number>();
  const named = (one: Recorded): string => {
    if (one.kind === "constant") return literal(one.value);
    const name = `n${one.at}`;
    if (!own.has(one.at)) {
      own.add(one.at);
      lines.push(`const ${name}=v[${kept.get(one.at) ?? 0}];`);
    }
    return name;
  };
  for (const entry of entries) {
    if (!isStep(entry)) {
      lines.push(`if(!(${guardText(entry, named, natives)}))return false;`);
      continue;
    }
    if (entry.kind === "counted" && !natives.known.has(entry.counts)) {
      const place = natives.counters.push(entry.counts.again()) - 1;
      natives.known.set(entry.counts, place);
      lines.push(`d.counted[${place}]=d.counters[${place}]([${entry.of.map(named).join()}]);`);
    }
    const text = stepText(entry, named, natives);
    const slot = kept.get(entry.at);
    lines.push(`const n${entry.at}=${slot === undefined ? "" : `v[${slot}]=`}${text};`);
    own.add(entry.at);
  }
  return new Function("x", "v", "d", `"use strict";${EXTREMES}${lines.join("\n")}return true;`) as Native;
}

function stepText(step: Step, named: (one: Recorded) => string, { known }: Natives): string {
  switch (step.kind) {
    case "variable":
      return `x[${step.variable}]`;
    case "formula": {
      const { formula, of } = step;
      const symbols = new Map(formula.symbolNames.map((symbol, i) => [symbol, of[i] as Recorded]));
      return print(parseExpression(formula.expression), (symbol) => named(symbols.get(symbol) as Recorded));
    }
    case "counted":
      return `d.counted[${known.get(step.counts) ?? 0}][${step.place}]`;
    // In the order of `numbers`, from the same beginnings.
    case "sum":
      return `0${step.of.map((one) => `+${named(one)}`).join("")}`;
    case "max":
      return step.of.reduce((most, one) => `larger(${most},${named(one)})`, "-Infinity");
    case "least":
      return step.of.map(named).reduce((least, one) => `smaller(${least},${one})`);
  }
}

function guardText(guard: Guard, named: (one: Recorded) => string, { decisions }: Natives): string {
  switch (guard.kind) {
    case "less":
    case "atMost": {
      const [a, b] = guard.of;
      return `(${named(a)}${guard.kind === "less" ? "<" : "<="}${named(b)})===${guard.holds}`;
    }
    case "value":
      return `Object.is(${named(guard.of[0])},${literal(guard.value)})`;
    case "decision": {
      const { make, outcome } = guard;
      decisions.push((values) => sameOutcome(make(values), outcome));
      return `d.decisions[${decisions.length - 1}]([${guard.of.map(named).join(",")}])`;
    }
  }
}

function literal(value: number): string {
  if (Object.is(value, -0)) return "(-0)";
  return value < 0 ? `(${value})` : String(value);
}

function sameOutcome(a: Outcome, b: Outcome): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  return a.length === b.length && a.every((one, i) => sameOutcome(one, b[i] as Outcome));
}
