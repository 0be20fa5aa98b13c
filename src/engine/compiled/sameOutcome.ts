import type { Outcome } from "../core/algebra.ts";

/** True where two outcomes of a decision are equal: numbers to the bit, lists item by item. */
export function sameOutcome(a: Outcome, b: Outcome): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  return a.length === b.length && a.every((one, i) => sameOutcome(one, b[i] as Outcome));
}
