import { countScale, scaledUnit } from "./countScale.ts";
import type { Cell } from "./document.ts";
import { grouped, percent, printed, scaled } from "./number.ts";
import { unitOfMost } from "./unit.ts";

export interface ColumnOptions {
  readonly letters?: boolean;
  readonly own?: boolean;
  /** The size from which a count has a letter. */
  readonly from?: number;
}

/**
 * A column of numbers in one unit and with one number of decimals, so that its digits line up.
 * `letters` has large counts in millions and more (`B params`), where all digits are not wanted; `own` has numbers that are far apart in a unit each. `base` is the dimension's key of `values`; without `as` the unit is the one that most of the values would be printed in.
 */
export interface NumberColumn {
  /** What stands in the table's head; absent for a bare number. */
  readonly unit: string | undefined;
  /** Set where its unit has a letter: `B params`. */
  readonly lettered?: true;
  cell(value: number, extra?: Partial<Cell>): Cell;
}

export function numberColumn(
  values: Iterable<number>,
  base: string,
  as?: string,
  { letters: wanted = false, own = false, from }: ColumnOptions = {},
): NumberColumn {
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

/** Whether no unit suits all: five minutes and thirty days. */
function farApart(values: Iterable<number>): boolean {
  const sizes = Array.from(values, Math.abs).filter((size) => size > 0 && Number.isFinite(size));
  return Math.max(...sizes) > APART * Math.min(...sizes);
}
const APART = 1_000;

function largestOf(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values)
    if (Number.isFinite(value) && Math.abs(value) > largest) largest = Math.abs(value);
  return largest;
}

/** Shares as `percent` writes them, but that all have a decimal where one of them has: `24.0%` beside `46.3%`. */
export function percents(values: Iterable<number>): (value: number) => string {
  for (const value of values)
    if (/\d\.\d%$/.test(percent(value))) return (one) => percent(one).replace(/^(-?[1-9]\d?)%$/, "$1.0%");
  return percent;
}

function areWhole(values: Iterable<number>, base: string, unit: string): boolean {
  for (const value of values)
    if (Number.isFinite(value) && !Number.isInteger(scaled(value, base, unit))) return false;
  return true;
}

/** Four significant digits for this size, never more than three decimals. */
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
