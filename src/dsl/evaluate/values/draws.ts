import type { Place } from "../../diagnostics/diagnostic.ts";

/**
 * One call of a distribution (`normal(400 Gb/s, 10%)`) in a program's text. However often the call is evaluated, it is the
 * same random number, so everything that reads one name varies together.
 */
export interface RandomInput {
  /** Number that tells inputs apart; it decides no result. */
  readonly id: number;
  /** The call as the program writes it. */
  readonly text: string;
  /** Place of the call, by which the inputs of a number are ordered. */
  readonly place: Place;
}

/** Points of the unit cube at which random inputs are drawn, one coordinate for each input. */
export interface Sampling {
  readonly count: number;
  /** Coordinate of an input at all points, each above 0 and below 1. */
  uniform(input: RandomInput): Float64Array;
  /** Memo of numbers on the points. */
  readonly known: WeakMap<Draws, Float64Array>;
}

/** Uncertain number as a function of random inputs. Nothing is drawn before something reads a quantile. */
export interface Draws {
  readonly inputs: ReadonlySet<RandomInput>;
  /** Maximum number of points at which it is drawn, a power of two. */
  readonly most: number;
  /** Number in base units at each point of a sampling; NaN where there is none. A truth is 1 or 0. */
  on(sampling: Sampling): Float64Array;
}

/** Link from a value to its draws, for a value that depends on random inputs. The value itself is at the inputs' medians. */
export interface Drawn {
  readonly draws?: Draws;
}
