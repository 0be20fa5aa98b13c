import type { Formula } from "./formulas/formula.ts";

/** A summand (or candidate) with the name a reader sees. */
export interface Part<N> {
  readonly label: string;
  readonly value: N;
}

/**
 * What the engine computes over. It is written once against this opaque number type: with `numbers` N is `number`
 * and an estimate costs microseconds; with `derivations` N is a `Derivation` and every result can say where it
 * comes from. All arithmetic is in the formula book: the engine's own code only chooses which formula applies.
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
  /** For decisions (which algorithm is faster, which stage is slowest), never for arithmetic. */
  value(n: N): number;
}
