import type { Algebra } from "./algebra.ts";

/** The fast algebra: labels and paths are ignored, formulas are native functions. */
export const numbers: Algebra<number> = {
  shares: true,
  input: (_path, value) => value,
  constant: (_name, value) => value,
  apply: (formula, args) => formula.evaluate(args),
  sum(_result, _unit, parts) {
    let total = 0;
    for (const part of parts) total += part.value;
    return total;
  },
  max(_result, _unit, parts) {
    let largest = Number.NEGATIVE_INFINITY;
    for (const part of parts) if (part.value > largest) largest = part.value;
    return largest;
  },
  least: (parts) => parts.reduce((best, next) => (next.value < best.value ? next : best)),
  less: (a, b) => a < b,
  atMost: (a, b) => a <= b,
  decide: (of, make) => make(of),
  counted: (of, { make }) => Array.from(make(of)),
  value: (n) => n,
};
