/**
 * Base unit of quantities: B (byte), s, FLOP, token, sequence, param, GPU (a counted device), $ (US dollar), J, g. A
 * quantity is a number in base units with its dimension. Bits are 1/8 B, W is J/s. See dimension.ts, unit.ts and
 * print.ts.
 */
export type BaseUnit = "B" | "s" | "FLOP" | "token" | "sequence" | "param" | "GPU" | "$" | "J" | "g";

/** Dimension of a quantity: an exponent for each base unit. Equal dimensions are the same object. */
export interface Dimension {
  /** Canonical spelling of the dimension, which is also the name of its base unit: "1", "B", "B/s", "$/GPU/s". */
  readonly key: string;
  readonly exponents: Readonly<Partial<Record<BaseUnit, number>>>;
}

export interface Quantity {
  readonly kind: "quantity";
  /** Number of base units that the quantity consists of. */
  readonly value: number;
  readonly dimension: Dimension;
  /** Unit to print the quantity in, as the user wrote or chose it (`GiB`, `GPU-hours`, `%`). */
  readonly unit?: string;
}
