import type { Counts } from "../core/algebra.ts";
import { print } from "../formulas/notation/compile.ts";
import { parseExpression } from "../formulas/notation/expression.ts";
import type { Piece } from "./pieces.ts";
import { type Guard, isStep, type Recorded, type Step } from "./recording.ts";
import { sameOutcome } from "./sameOutcome.ts";

/** Compiled piece of a trace: a native function, and its constants. */
export interface CompiledPiece {
  /**
   * Runs the piece. False where a decision differs from the recorded one. `values` are the numbers that pieces pass to each other.
   */
  readonly native: Native;
  readonly constants: Float64Array;
}

type Native = (
  variables: Float64Array,
  values: Float64Array,
  constants: Float64Array,
  natives: Natives,
) => boolean;

/** Functions that compiled text calls: decisions, and simulations with their last counts. */
export interface Natives {
  readonly decisions: ((values: readonly number[]) => boolean)[];
  readonly counters: ((values: readonly number[]) => ArrayLike<number>)[];
  readonly counted: ArrayLike<number>[];
  readonly known: Map<Counts, number>;
}

/**
 * Source text of maximum and minimum as in the algebra `numbers`: among zeros of both signs the first is returned, and NaN
 * never replaces a number.
 */
const EXTREMES = "const larger=(a,b)=>b>a?b:a,smaller=(a,b)=>b<a?b:a;";

/**
 * Compiles a piece of a trace. Formulas are printed from the book's parsed expressions, so no user text reaches the code.
 * Constants are an argument: similar traces then share one function, which V8 optimises once. `passed` gives the slots of
 * steps whose values other pieces need.
 */
export function compiledPiece(
  { entries }: Piece,
  passed: ReadonlyMap<number, number>,
  natives: Natives,
): CompiledPiece {
  const lines: string[] = [];
  /** Constants by value; zeros of both signs are different numbers. */
  const constants = new Map<number | "-0", { readonly name: string; readonly value: number }>();
  const constant = (value: number): string => {
    const key = Object.is(value, -0) ? "-0" : value;
    const { name } = constants.get(key) ?? { name: `c${constants.size}` };
    constants.set(key, { name, value });
    return name;
  };
  const names = new Map<number, string>();
  const name = (at: number): string => {
    const own = `n${names.size}`;
    names.set(at, own);
    return own;
  };
  const named = (one: Recorded): string => {
    if (one.kind === "constant") return constant(one.value);
    const known = names.get(one.at);
    if (known !== undefined) return known;
    const own = name(one.at);
    lines.push(`const ${own}=v[${passed.get(one.at) ?? 0}];`);
    return own;
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
    const slot = passed.get(entry.at);
    lines.push(`const ${name(entry.at)}=${slot === undefined ? "" : `v[${slot}]=`}${text};`);
  }
  // Constants are read once, at the beginning, because V8 is slower to optimise a function that reads them throughout.
  const read = [...constants.values()].map(({ name }, at) => `const ${name}=c[${at}];`);
  return {
    native: nativeOf([...read, ...lines].join("\n")),
    constants: Float64Array.from(constants.values(), ({ value }) => value),
  };
}

/** Maximum number of memoised functions, a few kB each. The least recently used is dropped first. */
const MOST = 1_000;

const known = new Map<string, Native>();

function nativeOf(text: string): Native {
  const native =
    known.get(text) ??
    (new Function(`"use strict";${EXTREMES}return (x,v,c,d)=>{${text}\nreturn true;}`)() as Native);
  // Moves the function to the end of the map, as the last used.
  known.delete(text);
  known.set(text, native);
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  return native;
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
    // Adds in the order of `numbers` and from equal initial values, so that results are bit-identical.
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
      return `Object.is(${named(guard.of[0])},${named({ kind: "constant", value: guard.value })})`;
    case "decision": {
      const { make, outcome } = guard;
      decisions.push((values) => sameOutcome(make(values), outcome));
      return `d.decisions[${decisions.length - 1}]([${guard.of.map(named).join(",")}])`;
    }
  }
}
