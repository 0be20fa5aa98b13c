import type { Part } from "../estimate/breakdown.ts";
import type { Formula } from "../formulas/notation/formula.ts";

export type { Part };

/** Result of a decision: plain data, compared by value. */
export type Outcome = number | string | boolean | null | Float64Array | readonly Outcome[];

/** Numbers computed from values by other means than formulas, such as a simulation. */
export interface Counts {
  readonly make: (values: readonly number[]) => ArrayLike<number>;
  /** A memoising version for repeated calls, which may return the same array each time. */
  readonly again: () => (values: readonly number[]) => ArrayLike<number>;
  /** Name of the number at an index; `source` is where the numbers come from. */
  readonly name: (place: number) => string;
  readonly source: () => string;
}

/**
 * The arithmetic that the engine computes with, over an opaque number type N. With `numbers` N is `number`,
 * and an estimate costs microseconds. With `derivations` N is a `Derivation`, and every result can say where
 * it comes from. With `recording` N is a step of a program that answers similar scenarios. All arithmetic is
 * in the formula book; the engine only chooses the formulas. It chooses by `less`, `atMost` and `decide`
 * alone, because a recorded program holds only while these decide the same.
 */
export interface Algebra<N> {
  /**
   * True where estimates may share results, as with plain `numbers`. A derivation belongs to one scenario.
   */
  readonly shares: boolean;
  /** A field of the scenario. `path` is in the language's spelling, `unit` the base unit of `value`. */
  input(path: string, value: number, unit: string): N;
  /** A number that users cannot set: a tile's edge, the bytes of a mask, a stage's index. */
  constant(name: string, value: number, unit: string, source: string): N;
  apply<S extends string>(formula: Formula<S>, args: Readonly<Record<S, N>>): N;
  /** The sum of named parts; 0 without parts. */
  sum(result: string, unit: string, parts: readonly Part<N>[]): N;
  /** The largest of named parts. */
  max(result: string, unit: string, parts: readonly Part<N>[]): N;
  /**
   * The smallest of named parts, such as the fastest algorithm; of equal parts the first. Its label is only
   * for people and must not influence decisions, since a recorded program covers every candidate.
   */
  least(parts: readonly Part<N>[]): Part<N>;
  /** True where `a` is less than `b`, for choices such as the slowest stage. */
  less(a: N, b: N): boolean;
  atMost(a: N, b: N): boolean;
  /**
   * Result of `make` on some values, for decisions beyond a comparison of two numbers, such as the fastest
   * tile.
   */
  decide<T extends Outcome>(of: readonly N[], make: (values: readonly number[]) => T): T;
  /** Numbers that a simulation counts and no formula gives. */
  counted(of: readonly N[], counts: Counts): readonly N[];
  /** The plain number, for results that depend on its exact value. */
  value(n: N): number;
}
