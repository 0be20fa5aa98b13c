import { withUnit } from "../../units/index.ts";
import { numberColumn } from "./column.ts";
import { countScale } from "./countScale.ts";
import { grouped } from "./number.ts";

/** Both sides of an expectation that compares numbers, in `unit`. null where a side has no number. */
export interface Compared {
  readonly actual: number | null;
  readonly expected: number | null;
  readonly unit: string;
}

/**
 * Both sides as a person reads them: four significant digits, and letters for large counts. All digits where different
 * numbers would read the same.
 */
export function comparedNumbers({ actual, expected, unit }: Compared): {
  readonly actual: string | null;
  readonly expected: string | null;
} {
  const texts = (text: (value: number) => string) => ({
    actual: actual === null ? null : withUnit(text(actual), unit),
    expected: expected === null ? null : withUnit(text(expected), unit),
  });
  const short = texts((value) => rounded(value, unit));
  return actual !== expected && short.actual === short.expected ? texts(whole) : short;
}

/** Twelve digits: those after are what binary arithmetic adds. */
const whole = (value: number): string => grouped(String(Number(value.toPrecision(12))));

function rounded(value: number, unit: string): string {
  const scale = countScale(Math.abs(value), unit);
  const shown = value / (scale?.factor ?? 1);
  return `${numberColumn([shown], "1").cell(shown).text}${scale?.letter ?? ""}`;
}
