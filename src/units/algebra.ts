import { combine, DIMENSIONLESS, dimension, dimensionOf } from "./dimension.ts";
import type { Dimension, Quantity } from "./quantity.ts";
import { parseUnit } from "./unit.ts";

/** Two dimensions that an operation such as addition cannot combine, the left operand's first. */
export interface Mismatch {
  readonly mismatch: readonly [Dimension, Dimension];
}

export function isMismatch(result: unknown): result is Mismatch {
  return typeof result === "object" && result !== null && "mismatch" in result;
}

/** Quantity made from a value in base units, with an optional unit to print it in. */
function make(value: number, of: Dimension, unit?: string): Quantity {
  return unit === undefined
    ? { kind: "quantity", value, dimension: of }
    : { kind: "quantity", value, dimension: of, unit };
}

/**
 * Quantity of `value` in `unit` (`quantity(80, "GiB")`), or a plain number without a unit. Throws for an unknown unit:
 * check text from users with `parseUnit` first.
 */
export function quantity(value: number, unit?: string): Quantity {
  if (unit === undefined || unit === "" || unit === "1") return make(value, DIMENSIONLESS);
  const known = parseUnit(unit);
  if (!known) throw new Error(`not a unit: ${unit}`);
  return make(value * known.factor, known.dimension, unit);
}

/** Quantity of `value` in base units of the dimension with this key ("B/s", "GPU*s"). */
export function inBase(value: number, key: string): Quantity {
  return make(value, dimension(key));
}

/** Copy of a quantity that prints in `unit`; null where the unit has another dimension. */
export function as(q: Quantity, unit: string): Quantity | null {
  const known = parseUnit(unit);
  return known && known.dimension === q.dimension ? make(q.value, q.dimension, unit) : null;
}

/**
 * Value of a quantity counted in `unit`. Throws if the dimensions differ: check with `as` where a user chose the unit.
 */
export function convert(q: Quantity, unit: string): number {
  const known = parseUnit(unit);
  if (!known) throw new Error(`not a unit: ${unit}`);
  if (known.dimension !== q.dimension) throw new Error(`${q.dimension.key} is no ${known.dimension.key}`);
  return q.value / known.factor;
}

export function add(a: Quantity, b: Quantity): Quantity | Mismatch {
  if (a.dimension !== b.dimension) return { mismatch: [a.dimension, b.dimension] };
  return make(a.value + b.value, a.dimension, a.unit ?? b.unit);
}

export function subtract(a: Quantity, b: Quantity): Quantity | Mismatch {
  if (a.dimension !== b.dimension) return { mismatch: [a.dimension, b.dimension] };
  return make(a.value - b.value, a.dimension, a.unit ?? b.unit);
}

export function negate(a: Quantity): Quantity {
  return make(-a.value, a.dimension, a.unit);
}

/**
 * Product of two quantities. A factor without a unit keeps the other's unit: `90% * 80 GiB` is in GiB, `90% * 50%` in
 * %.
 */
export function multiply(a: Quantity, b: Quantity): Quantity {
  const unit = b.dimension === DIMENSIONLESS ? a.unit : a.dimension === DIMENSIONLESS ? b.unit : undefined;
  const dim = combine(a.dimension, b.dimension);
  return make(a.value * b.value, dim, fits(unit, dim));
}

/** Quotient of two quantities. Division by zero gives an infinity or NaN, which the caller reports. */
export function divide(a: Quantity, b: Quantity): Quantity {
  const unit = b.dimension === DIMENSIONLESS ? a.unit : undefined;
  const dim = combine(a.dimension, b.dimension, -1);
  return make(a.value / b.value, dim, fits(unit, dim));
}

/**
 * Unit to print a result in: `unit` if it has the dimension `dim`, else undefined. `1 / x` of a percentage and `50% * 2
 * GiB` must not keep a unit of another dimension.
 */
function fits(unit: string | undefined, dim: Dimension): string | undefined {
  return unit !== undefined && parseUnit(unit)?.dimension === dim ? unit : undefined;
}

/**
 * Power of a quantity. The exponent is a plain number and must give whole exponents of the base units: `(4 s^2) ^ 0.5`
 * is valid, `(2 s) ^ 0.5` is not.
 */
export function power(a: Quantity, exponent: Quantity): Quantity | Mismatch {
  if (exponent.dimension !== DIMENSIONLESS) return { mismatch: [a.dimension, exponent.dimension] };
  const n = exponent.value;
  const raised: Record<string, number> = {};
  for (const [base, power] of Object.entries(a.dimension.exponents)) {
    raised[base] = power * n;
    if (!Number.isInteger(power * n)) return { mismatch: [a.dimension, DIMENSIONLESS] };
  }
  return make(
    a.value ** n,
    dimensionOf(raised),
    a.dimension === DIMENSIONLESS || n !== 1 ? undefined : a.unit,
  );
}

/** Comparison of two quantities: negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Quantity, b: Quantity): number | Mismatch {
  if (a.dimension !== b.dimension) return { mismatch: [a.dimension, b.dimension] };
  return a.value < b.value ? -1 : a.value > b.value ? 1 : a.value === b.value ? 0 : Number.NaN;
}
