/** Letter for a power of a thousand: `24.86` in `B params`. */
export interface CountScale {
  readonly letter: string;
  readonly factor: number;
}

/** Units of counts and money, which have no larger unit, as bytes have GiB. */
const COUNTED: ReadonlySet<string> = new Set(["params", "tokens", "tokens/s", "$", "GPU-hours"]);

/** Size from which a count is scaled: all its digits would say less than the first ones. */
const LARGE = 1e7;

const SCALES: readonly CountScale[] = [
  { letter: "T", factor: 1e12 },
  { letter: "B", factor: 1e9 },
  { letter: "M", factor: 1e6 },
];

/** Size from which a count is scaled where an adjacent column is scaled too. */
export const BESIDE_LARGE = 1e6;

/**
 * Letter for a count of this size, in a table's column or along an axis. null for counts below `from` and for
 * other units.
 */
export function countScale(size: number, unit: string, from = LARGE): CountScale | null {
  if (!COUNTED.has(unit) || !(size >= from)) return null;
  return SCALES.find(({ factor }) => size >= factor) ?? null;
}

/** Scaled unit: `B params`, `$M`. */
export const scaledUnit = ({ letter }: CountScale, unit: string): string =>
  unit === "$" ? `$${letter}` : `${letter} ${unit}`;
