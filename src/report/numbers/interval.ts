import type { NamedBounds, Uncertainty } from "../../uncertainty/index.ts";
import { percent, printed, scaled } from "./number.ts";
import { commonUnit } from "./unit.ts";

/** Both ends of an interval in the number's unit, with three digits: `11.4 to 13.5`. */
export function rangeText(bounds: NamedBounds, as?: string): string {
  const { low, high, value, unit: base } = bounds;
  const unit = as ?? (isRatio(base) ? "%" : commonUnit(value, base));
  // Money and tokens are printed with a scale letter, which each number needs.
  if (unit === base && base !== "s" && base !== "B")
    return [low, high].map((end) => printed(rounded(end), base).replace(/ .*$/, "")).join(" to ");
  return [low, high].map((end) => printed(rounded(scaled(end, base, unit)), "1")).join(" to ");
}

const isRatio = (base: string): boolean => base === "1";
const rounded = (value: number): number => Number(value.toPrecision(3));

/** Interval in brackets after a number: ` (11.4 to 13.5)`. Empty where it has none. */
export function inBrackets(uncertainty: Uncertainty | undefined, path: string, as?: string): string {
  const bounds = uncertainty?.bounds[path];
  return bounds ? ` (${rangeText(bounds, as)})` : "";
}

/** One end of an interval as text: `84.2 GiB`. */
export function endText(bounds: NamedBounds, end: "low" | "high", as: string): string {
  return printed(bounds[end], bounds.unit, as).replace(/^[\d.,]+/, (digits) =>
    printed(rounded(Number(digits.replaceAll(",", ""))), "1"),
  );
}

/** Level of the intervals as text: `80%`. */
export const levelText = ({ level }: Uncertainty): string => percent(level);
