import type { SolvedCurve } from "../values/value.ts";

/** Answer of a `solve` statement: the settings that it found, best or first in the range, and the answer in words. */
export interface Answer {
  readonly kind: "answer";
  /** Numbers of the knobs for each row of the table. */
  readonly rows: readonly (readonly number[])[];
  readonly words: readonly string[];
  /** Sentence that says how near the nearest settings come; null where settings were found. */
  readonly none: string | null;
  readonly curve: SolvedCurve | null;
}
