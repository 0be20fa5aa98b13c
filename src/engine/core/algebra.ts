import type { Part } from "../estimate/breakdown.ts";
import type { Formula } from "../formulas/notation/formula.ts";

export type { Part };

/** What a decision comes to: plain data, told apart by their values. */
export type Outcome = number | string | boolean | null | Float64Array | readonly Outcome[];

/** Numbers found in values by other means than formulas. */
export interface Counts {
  readonly make: (values: readonly number[]) => ArrayLike<number>;
  /** The same for values again and again: it may remember what it found, and return the same array. */
  readonly again: () => (values: readonly number[]) => ArrayLike<number>;
  /** What the number at a place counts, and where that is from. */
  readonly name: (place: number) => string;
  readonly source: () => string;
}

/**
 * What the engine computes over. It is written once against this opaque number type: with `numbers` N is `number`
 * and an estimate costs microseconds; with `derivations` N is a `Derivation` and every result can say where it
 * comes from; with `recording` N is a step of a program that answers scenarios like this one. All arithmetic is in the
 * formula book: the engine's own code only chooses which formula applies. It chooses by `less`, `atMost` and `decide`, and never
 * looks at numbers in another way: what it decided is part of a recorded program, which holds while it would decide the same.
 */
export interface Algebra<N> {
  /** Whether estimates may share results. True of `numbers` alone: they are the same in all, a derivation is its scenario's own. */
  readonly shares: boolean;
  /** A field of the scenario. `path` is in the language's spelling, `unit` the base unit of `value`. */
  input(path: string, value: number, unit: string): N;
  /** A number that no one may set: a tile's edge, the bytes of a mask, a stage's index. */
  constant(name: string, value: number, unit: string, source: string): N;
  apply<S extends string>(formula: Formula<S>, args: Readonly<Record<S, N>>): N;
  /** The sum of named parts; 0 without parts. */
  sum(result: string, unit: string, parts: readonly Part<N>[]): N;
  /** The largest of named parts. */
  max(result: string, unit: string, parts: readonly Part<N>[]): N;
  /**
   * The smallest of named parts, as it came about: the fastest algorithm. Of equal ones the first. Its label is for people: nothing
   * is decided on it, and a record, which holds whichever is the smallest, names them all.
   */
  least(parts: readonly Part<N>[]): Part<N>;
  /** Whether `a` is less than `b`: which stage is slowest. */
  less(a: N, b: N): boolean;
  atMost(a: N, b: N): boolean;
  /** What `make` finds in some values, for what comparing two does not decide: the fastest tile. */
  decide<T extends Outcome>(of: readonly N[], make: (values: readonly number[]) => T): T;
  /** Numbers that a simulation counts, where no formula says them. */
  counted(of: readonly N[], counts: Counts): readonly N[];
  /** The number itself, for what depends on each of its values. */
  value(n: N): number;
}
