import type { Draws, RandomInput } from "../values/draws.ts";
import { DRAWS, drawn } from "./sampling.ts";

/** Uncertain number that is drawn from one random input, by the quantiles of its distribution. */
export function distributed(input: RandomInput, quantile: (share: number) => number): Draws {
  return {
    inputs: new Set([input]),
    most: DRAWS,
    on: (sampling) => sampling.uniform(input).map(quantile),
  };
}

/** A number, or one that is drawn. */
export type Operand = number | Draws;

/**
 * Uncertain number made of others: `f` is applied at each point. Where one of them has no number, neither has the result.
 * Null where none of them is drawn.
 */
export function combined(
  operands: readonly Operand[],
  f: (numbers: readonly number[]) => number,
): Draws | null {
  const sources = operands.filter((one) => typeof one !== "number");
  if (sources.length === 0) return null;
  return {
    inputs: new Set(sources.flatMap(({ inputs }) => [...inputs])),
    get most() {
      return Math.min(...sources.map(({ most }) => most));
    },
    on(sampling) {
      const columns = operands.map((one) => (typeof one === "number" ? one : drawn(one, sampling)));
      const numbers: number[] = columns.map(() => 0);
      const result = new Float64Array(sampling.count);
      for (let i = 0; i < result.length; i++) {
        let absent = false;
        for (let at = 0; at < columns.length; at++) {
          const column = columns[at] as number | Float64Array;
          const number = typeof column === "number" ? column : (column[i] as number);
          absent ||= Number.isNaN(number);
          numbers[at] = number;
        }
        result[i] = absent ? Number.NaN : f(numbers);
      }
      return result;
    },
  };
}
