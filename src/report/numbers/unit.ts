import { convert, dimension, humanUnit, inBase } from "../../units/index.ts";

/** Unit that suits a column or an axis, by its largest value in base units. `1` for bare numbers. */
export function commonUnit(largest: number, base: string): string {
  return humanUnit(largest, dimension(base)) ?? (base === "1" ? "1" : base);
}

/** Unit for several numbers together, and the size (in base units) that decides the number of decimals. */
export interface CommonUnit {
  readonly unit: string;
  readonly size: number;
}

/** Largest size of several numbers, without infinite ones; 0 where there is none. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let at = 0; at < values.length; at++) {
    const size = Math.abs(values[at] as number);
    if (size > largest && Number.isFinite(size)) largest = size;
  }
  return largest;
}

/**
 * Unit that suits the largest of several numbers. Where most numbers would be below one in it, the unit that
 * suits their median.
 */
export function unitOfMost(values: ArrayLike<number>, base: string): CommonUnit {
  const largest = largestOf(values);
  const unit = commonUnit(largest, base);
  const one = unit === base ? 1 : 1 / convert(inBase(1, base), unit);
  let [below, above] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (Math.abs(value) >= one) above++;
    else if (value !== 0) below++;
  }
  if (below <= above || unit === base) return { unit, size: largest };
  const sizes = Float64Array.from(values, Math.abs)
    .filter((size) => size > 0 && Number.isFinite(size))
    .sort();
  const size = sizes[sizes.length >> 1] ?? largest;
  return { unit: commonUnit(size, base), size };
}
