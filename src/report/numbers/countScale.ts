/** Scale letter for a power of a thousand: `B` and 10^9 for `24.86B params`. */
export interface CountScale {
  readonly letter: string;
  readonly factor: number;
}

/** Units that have no larger unit, as bytes have GiB: large values get a scale letter. */
const COUNTED: ReadonlySet<string> = new Set(["params", "tokens", "tokens/s", "$", "GPU-hours"]);

/** Size from which a count gets a scale letter: all its digits would be hard to read. */
const LARGE = 1e7;

const SCALES: readonly CountScale[] = [
  { letter: "T", factor: 1e12 },
  { letter: "B", factor: 1e9 },
  { letter: "M", factor: 1e6 },
];

/** Size from which a count gets a scale letter where an adjacent column has one. */
export const BESIDE_LARGE = 1e6;

/**
 * Scale letter for a count of this size. null for counts below `from`, and for units that have larger units.
 */
export function countScale(size: number, unit: string, from = LARGE): CountScale | null {
  if (!COUNTED.has(unit) || !(size >= from)) return null;
  return SCALES.find(({ factor }) => size >= factor) ?? null;
}

/** Unit with a scale letter: `B params`, `$M`. */
export const scaledUnit = ({ letter }: CountScale, unit: string): string =>
  unit === "$" ? `$${letter}` : `${letter} ${unit}`;
