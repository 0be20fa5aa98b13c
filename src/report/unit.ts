import { dimension, humanUnit } from "../units/index.ts";

/** The unit that a column or an axis takes whose largest value is this one, in base units; `1` for bare numbers. */
export function commonUnit(largest: number, base: string): string {
  return humanUnit(largest, dimension(base)) ?? (base === "1" ? "1" : base);
}
