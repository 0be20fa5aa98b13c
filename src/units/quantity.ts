/**
 * Contract of the units room (see dimension.ts, unit.ts, print.ts for the parts).
 * A quantity is a number in base units with its dimension. Base units: B (byte), s, FLOP, token, sequence, param,
 * GPU (a counted device), $ (US dollar), J, g, and 1. Bits are 1/8 B. W is J/s.
 */
export type BaseUnit = "B" | "s" | "FLOP" | "token" | "sequence" | "param" | "GPU" | "$" | "J" | "g";

/** Exponents of the base units; interned, so equal dimensions are the same object. */
export interface Dimension {
  /** Canonical spelling, also the name of the base unit: "1", "B", "B/s", "$/GPU/s". */
  readonly key: string;
  readonly exponents: Readonly<Partial<Record<BaseUnit, number>>>;
}

export interface Quantity {
  readonly kind: "quantity";
  /** In base units. */
  readonly value: number;
  readonly dimension: Dimension;
  /** The unit to print it in, as the user chose or wrote it (`GiB`, `GPU-hours`, `%`). */
  readonly unit?: string;
}
