/** A letter for thousands of thousands: `24.86` in `B params`. */
export interface CountScale {
  readonly letter: string;
  readonly factor: number;
}

/** Things that are counted, and money: they have no larger unit, as bytes have GiB. */
const COUNTED: ReadonlySet<string> = new Set(["params", "tokens", "tokens/s", "$", "GPU-hours"]);

/** From here on all digits tell less than the first ones. */
const LARGE = 1e7;

const SCALES: readonly CountScale[] = [
  { letter: "T", factor: 1e12 },
  { letter: "B", factor: 1e9 },
  { letter: "M", factor: 1e6 },
];

/** A column beside one with a letter has one as well from here on. */
export const BESIDE_LARGE = 1e6;

/** The letter under which a count of this size is written in a table's column or along an axis; null for small ones and other units. */
export function countScale(size: number, unit: string, from = LARGE): CountScale | null {
  if (!COUNTED.has(unit) || !(size >= from)) return null;
  return SCALES.find(({ factor }) => size >= factor) ?? null;
}

/** `B params`, `$M`. */
export const scaledUnit = ({ letter }: CountScale, unit: string): string =>
  unit === "$" ? `$${letter}` : `${letter} ${unit}`;
