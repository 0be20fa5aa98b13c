import { withUnit } from "../../units/index.ts";
import { numberColumn } from "./column.ts";
import { countScale } from "./countScale.ts";
import { grouped } from "./number.ts";

/** Actual and expected number of an expectation, in `unit`. null for a number that is missing. */
export interface Compared {
  readonly actual: number | null;
  readonly expected: number | null;
  readonly unit: string;
}

/**
 * Texts of an expectation's actual and expected number: four significant digits, and letters for large counts. All
 * digits where different numbers would read alike.
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

/** Number with up to twelve digits: later ones are errors of binary arithmetic. */
const whole = (value: number): string => grouped(String(Number(value.toPrecision(12))));

function rounded(value: number, unit: string): string {
  const scale = countScale(Math.abs(value), unit);
  const shown = value / (scale?.factor ?? 1);
  return `${numberColumn([shown], "1").cell(shown).text}${scale?.letter ?? ""}`;
}
