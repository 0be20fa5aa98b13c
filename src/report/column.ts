import type { Cell } from "./document.ts";
import { grouped, printed, scaled } from "./number.ts";
import { commonUnit } from "./unit.ts";

/**
 * A column of numbers in one unit and with one number of decimals, so that its digits line up.
 * `base` is the dimension's key of `values`; without `as` the unit is the one the largest value would be printed in.
 */
export interface NumberColumn {
  /** What stands in the table's head; absent for a bare number. */
  readonly unit: string | undefined;
  cell(value: number, extra?: Partial<Cell>): Cell;
}

export function numberColumn(values: Iterable<number>, base: string, as?: string): NumberColumn {
  let largest = 0;
  for (const value of values)
    if (Number.isFinite(value) && Math.abs(value) > largest) largest = Math.abs(value);
  const unit = as ?? commonUnit(largest, base);
  const decimals = areWhole(values, base, unit) ? 0 : decimalsFor(scaled(largest, base, unit), unit);
  return {
    unit: unit === "1" ? undefined : unit,
    cell: (value, extra) => ({ text: digits(scaled(value, base, unit), decimals), value, ...extra }),
  };
}

function areWhole(values: Iterable<number>, base: string, unit: string): boolean {
  for (const value of values)
    if (Number.isFinite(value) && !Number.isInteger(scaled(value, base, unit))) return false;
  return true;
}

/** Four significant digits for the largest, never more than three decimals. */
function decimalsFor(largest: number, unit: string): number {
  if (unit === "%") return largest >= 1000 ? 0 : 1;
  if (largest === 0) return 0;
  return Math.min(unit === "1" ? 6 : 3, Math.max(0, 3 - Math.floor(Math.log10(largest))));
}

function digits(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return printed(value, "1");
  if (value === 0) return "0";
  const step = 10 ** -decimals;
  if (Math.abs(value) < step / 2) return `${value < 0 ? ">-" : "<"}${step.toFixed(decimals)}`;
  return grouped(value.toFixed(decimals));
}
