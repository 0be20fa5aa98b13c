import { withUnit } from "../../units/index.ts";
import { numberColumn } from "./column.ts";
import { countScale } from "./countScale.ts";
import { grouped } from "./number.ts";

/** Actual and expected number of an expectation, in `unit`. null for a number that is missing. */
export interface Compared {
  readonly actual: number | null;
  readonly expected: number | null;
  readonly unit: string;
  /** Tolerance of the comparison. null or absent for a bound, which a difference in the last digits can break. */
  readonly within?: string | null;
}

/**
 * Texts of an expectation's actual and expected number: four significant digits, and letters for large counts. Where
 * different numbers would read alike, as many digits as tell them apart, without letters. Within a tolerance at most five:
 * the relative error says the rest.
 */
export function comparedNumbers({ actual, expected, unit, within }: Compared): {
  readonly actual: string | null;
  readonly expected: string | null;
} {
  const texts = (text: (value: number) => string) => ({
    actual: actual === null ? null : withUnit(text(actual), unit),
    expected: expected === null ? null : withUnit(text(expected), unit),
  });
  const short = texts((value) => rounded(value, unit));
  if (actual === expected || short.actual !== short.expected) return short;
  let longer = short;
  // A count cut to fewer digits would be another count.
  const counts = Number.isInteger(actual) && Number.isInteger(expected);
  const most = !counts && within != null ? FEWEST_DIGITS : MOST_DIGITS;
  for (
    let digits = counts ? MOST_DIGITS : FEWEST_DIGITS;
    digits <= most && longer.actual === longer.expected;
    digits++
  )
    longer = texts((value) => grouped(String(Number(value.toPrecision(digits)))));
  return longer;
}

/** Number of significant digits to try first where four read alike. */
const FEWEST_DIGITS = 5;
/** Largest number of significant digits: later ones are errors of binary arithmetic. */
const MOST_DIGITS = 12;

function rounded(value: number, unit: string): string {
  const scale = countScale(Math.abs(value), unit);
  const shown = value / (scale?.factor ?? 1);
  return `${numberColumn([shown], "1").cell(shown).text}${scale?.letter ?? ""}`;
}
