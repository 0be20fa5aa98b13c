import type { Algebra, Counts, Outcome, Part } from "../core/algebra.ts";
import { numbers } from "../core/numbers.ts";
import type { Formula } from "../formulas/notation/formula.ts";

/** Number of a recorded estimate: its value in the recorded scenario, and the way it follows from the variables. */
export type Recorded = Constant | Step;

/** Number that depends on no variable. */
export interface Constant {
  readonly kind: "constant";
  readonly value: number;
}

/** Arithmetic step that depends on a variable. `at` is its index in the trace. */
export type Step = { readonly value: number; readonly at: number } & (
  | { readonly kind: "variable"; readonly variable: number }
  | { readonly kind: "formula"; readonly formula: Formula; readonly of: readonly Recorded[] }
  | { readonly kind: "sum" | "max" | "least"; readonly of: readonly Recorded[] }
  /** Count that a simulation returns, at one index of its counts. */
  | {
      readonly kind: "counted";
      readonly of: readonly Recorded[];
      readonly counts: Counts;
      readonly place: number;
    }
);

/** Decision of the engine. The trace applies only where the decision has the recorded outcome. */
export type Guard =
  | { readonly kind: "less" | "atMost"; readonly of: readonly [Recorded, Recorded]; readonly holds: boolean }
  | { readonly kind: "value"; readonly of: readonly [Recorded]; readonly value: number }
  | {
      readonly kind: "decision";
      readonly of: readonly Recorded[];
      readonly make: (values: readonly number[]) => Outcome;
      readonly outcome: Outcome;
    };

export const isStep = (entry: Step | Guard): entry is Step => "at" in entry;

/** Trace of an estimate: all its steps and decisions, in order. */
export interface Recording {
  readonly alg: Algebra<Recorded>;
  readonly entries: readonly (Step | Guard)[];
}

const constant = (value: number): Constant => ({ kind: "constant", value });
const numberOf = ({ value }: Recorded): number => value;
const plain = ({ label, value }: Part<Recorded>): Part<number> => ({ label, value: value.value });

/**
 * Makes the algebra that records a trace: it computes arithmetic on constants at once, and lists all other steps and
 * decisions. `variableAt` gives the number of the variable that stands for an input, or null for a constant input. Equal
 * formulas of equal numbers share one step.
 */
export function recording(variableAt: (path: string, value: number) => number | null): Recording {
  const entries: (Step | Guard)[] = [];
  const formulas = new Map<object, number>();
  const found = sharedSteps(entries);
  const collected = (kind: "sum" | "max", result: string, unit: string, parts: readonly Part<Recorded>[]) => {
    const value = numbers[kind](result, unit, parts.map(plain));
    const of = parts.map((part) => part.value);
    if (of.every(isConstant)) return constant(value);
    return found(keyOf(kind, of), (at) => ({ kind, of, value, at }));
  };
  const guard = (one: Guard): void => {
    if (!one.of.every(isConstant)) entries.push(one);
  };
  const alg: Algebra<Recorded> = {
    shares: false,
    input(path, value) {
      const variable = variableAt(path, value);
      if (variable === null) return constant(value);
      return found(`variable ${variable}`, (at) => ({ kind: "variable", variable, value, at }));
    },
    constant: (_name, value) => constant(value),
    apply<S extends string>(formula: Formula<S>, args: Readonly<Record<S, Recorded>>) {
      const values = {} as Record<S, number>;
      const of = formula.symbolNames.map((symbol) => {
        const one = args[symbol];
        values[symbol] = one.value;
        return one;
      });
      const value = formula.evaluate(values);
      if (of.every(isConstant)) return constant(value);
      const id = formulas.get(formula) ?? formulas.size;
      formulas.set(formula, id);
      return found(keyOf(id, of), (at) => ({
        ...{ kind: "formula", formula: formula as unknown as Formula, of, value, at },
      }));
    },
    sum: (result, unit, parts) => collected("sum", result, unit, parts),
    max: (result, unit, parts) => collected("max", result, unit, parts),
    least(parts) {
      const of = parts.map(({ value }) => value);
      const { label, value } = numbers.least(parts.map(plain));
      if (of.every(isConstant)) return { label, value: constant(value) };
      const labels = [...new Set(parts.map((part) => part.label))];
      return {
        label: labels.join(" or "),
        value: found(keyOf("least", of), (at) => ({ kind: "least", of, value, at })),
      };
    },
    less(a, b) {
      const holds = a.value < b.value;
      guard({ kind: "less", of: [a, b], holds });
      return holds;
    },
    atMost(a, b) {
      const holds = a.value <= b.value;
      guard({ kind: "atMost", of: [a, b], holds });
      return holds;
    },
    decide(of, make) {
      const outcome = make(of.map(numberOf));
      guard({ kind: "decision", of, make, outcome });
      return outcome;
    },
    counted(of, counts) {
      const found = counts.make(of.map(numberOf));
      if (of.every(isConstant)) return Array.from(found, constant);
      return Array.from(found, (value, place) => {
        const one: Step = { kind: "counted", of, counts, place, value, at: entries.length };
        entries.push(one);
        return one;
      });
    },
    value(n) {
      guard({ kind: "value", of: [n], value: n.value });
      return n.value;
    },
  };
  return { alg, entries };
}

/** Returns a function that adds a step to `entries`, or returns the earlier step that has an equal key. */
function sharedSteps(entries: (Step | Guard)[]): (key: string, make: (at: number) => Step) => Step {
  const known = new Map<string, Step>();
  return (key, make) => {
    const same = known.get(key);
    if (same) return same;
    const made = make(entries.length);
    entries.push(made);
    known.set(key, made);
    return made;
  };
}

const isConstant = (one: Recorded): one is Constant => one.kind === "constant";

/** Key of a step: equal keys mean equal numbers. Zeros with both signs are distinct. */
const keyOf = (what: string | number, of: readonly Recorded[]): string =>
  `${what} ${of.map((one) => (isConstant(one) ? (Object.is(one.value, -0) ? "-0" : one.value) : `@${one.at}`)).join(" ")}`;
