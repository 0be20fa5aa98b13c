import type { Cell } from "../document/document.ts";
import { countScale, scaledUnit } from "./countScale.ts";
import { grouped, percent, printed, scaled } from "./number.ts";
import { largestOf, unitOfMost } from "./unit.ts";

export interface ColumnOptions {
  readonly letters?: boolean;
  readonly own?: boolean;
  /** Size from which a count is printed with a scale letter: `405.9B`. */
  readonly from?: number;
}

/** Column of numbers in one unit and with one number of decimals, so that digits line up. */
export interface NumberColumn {
  /** Unit that the table's header shows. undefined for bare numbers. */
  readonly unit: string | undefined;
  /** Marks a column whose unit has a scale letter: `B params`. */
  readonly lettered?: true;
  cell(value: number, extra?: Partial<Cell>): Cell;
}

export function numberColumn(
  given: Iterable<number>,
  base: string,
  as?: string,
  { letters: wanted = false, own = false, from }: ColumnOptions = {},
): NumberColumn {
  // Read by index: an iterator makes an object for each of a long table's numbers.
  const values = given instanceof Float64Array || Array.isArray(given) ? given : Float64Array.from(given);
  const { unit, size } = as === undefined ? unitOfMost(values, base) : { unit: as, size: largestOf(values) };
  const letters = wanted ? countScale(scaled(size, base, unit), unit, from) : null;
  if (letters) {
    const { factor } = letters;
    const decimals = decimalsFor(scaled(size, base, unit) / factor, unit);
    return {
      unit: scaledUnit(letters, unit),
      lettered: true,
      cell: (value, extra) => ({
        text: digits(scaled(value, base, unit) / factor, decimals),
        value,
        ...extra,
      }),
    };
  }
  if (own && farApart(values))
    return { unit: undefined, cell: (value, extra) => ({ text: printed(value, base), value, ...extra }) };
  const decimals = areWhole(values, base, unit) ? 0 : decimalsFor(scaled(size, base, unit), unit);
  return {
    unit: unit === "1" ? undefined : unit,
    cell: (value, extra) => ({ text: digits(scaled(value, base, unit), decimals), value, ...extra }),
  };
}

/** True where numbers are too far apart for one unit, such as five minutes and thirty days. */
function farApart(values: ArrayLike<number>): boolean {
  const sizes = Array.from(values, Math.abs).filter((size) => size > 0 && Number.isFinite(size));
  return Math.max(...sizes) > APART * Math.min(...sizes);
}
const APART = 1_000;

/**
 * Function that prints ratios in percent like `percent`, but with a decimal for all of them where one has it:
 * `24.0%` next to `46.3%`.
 */
export function percents(values: Iterable<number>): (value: number) => string {
  for (const value of values)
    if (/\d\.\d%$/.test(percent(value))) return (one) => percent(one).replace(/^(-?[1-9]\d?)%$/, "$1.0%");
  return percent;
}

function areWhole(values: ArrayLike<number>, base: string, unit: string): boolean {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (Number.isFinite(value) && !Number.isInteger(scaled(value, base, unit))) return false;
  }
  return true;
}

/** Number of decimals that gives four significant digits to a number of this size, at most three. */
function decimalsFor(size: number, unit: string): number {
  if (unit === "%") return size >= 1000 ? 0 : 1;
  if (size === 0) return 0;
  return Math.min(unit === "1" ? 6 : 3, Math.max(0, 3 - Math.floor(Math.log10(size))));
}

function digits(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return printed(value, "1");
  if (value === 0) return "0";
  const step = 10 ** -decimals;
  if (Math.abs(value) < step / 2) return `${value < 0 ? ">-" : "<"}${step.toFixed(decimals)}`;
  return grouped(value.toFixed(decimals));
}
