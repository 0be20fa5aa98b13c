import type { Algebra, Part } from "./algebra.ts";

/**
 * The fast algebra: labels and paths are ignored, formulas are native functions. Lists are iterated by index,
 * because most code of a first answer runs once or twice, where iterators allocate an object for each step.
 */
export const numbers: Algebra<number> = {
  shares: true,
  input: (_path, value) => value,
  constant: (_name, value) => value,
  apply: (formula, args) => formula.evaluate(args),
  sum(_result, _unit, parts) {
    let total = 0;
    for (let i = 0; i < parts.length; i++) total += (parts[i] as Part<number>).value;
    return total;
  },
  max(_result, _unit, parts) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < parts.length; i++) {
      const { value } = parts[i] as Part<number>;
      if (value > largest) largest = value;
    }
    return largest;
  },
  least: (parts) => parts.reduce((best, next) => (next.value < best.value ? next : best)),
  less: (a, b) => a < b,
  atMost: (a, b) => a <= b,
  decide: (of, make) => make(of),
  counted(of, { make }) {
    const made = make(of);
    const found = new Array<number>(made.length);
    for (let i = 0; i < made.length; i++) found[i] = made[i] as number;
    return found;
  },
  value: (n) => n,
};
