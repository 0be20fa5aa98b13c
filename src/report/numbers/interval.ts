import type { NamedBounds, Uncertainty } from "../../uncertainty/index.ts";
import { percent, printed, scaled } from "./number.ts";
import { commonUnit } from "./unit.ts";

/** Text of an interval's ends, in the number's unit, with three digits: `11.4 to 13.5`. */
export function rangeText(bounds: Pick<NamedBounds, "low" | "high" | "value" | "unit">, as?: string): string {
  const { low, high, value, unit: base } = bounds;
  const unit = as ?? (isRatio(base) ? "%" : commonUnit(value, base));
  // Money and tokens have no larger unit, so each end gets its own scale letter.
  if (unit === base && base !== "s" && base !== "B")
    return [low, high].map((end) => printed(rounded(end), base).replace(/ .*$/, "")).join(" to ");
  return [low, high].map((end) => printed(rounded(scaled(end, base, unit)), "1")).join(" to ");
}

const isRatio = (base: string): boolean => base === "1";
const rounded = (value: number): number => Number(value.toPrecision(3));

/** Text of a number's interval to append in brackets: ` (11.4 to 13.5)`. Empty where the number has none. */
export function inBrackets(uncertainty: Uncertainty | undefined, path: string, as?: string): string {
  const bounds = uncertainty?.bounds[path];
  return bounds ? ` (${rangeText(bounds, as)})` : "";
}

/** Text of one end of an interval: `84.2 GiB`. */
export function endText(bounds: NamedBounds, end: "low" | "high", as: string): string {
  return printed(bounds[end], bounds.unit, as).replace(/^[\d.,]+/, (digits) =>
    printed(rounded(Number(digits.replaceAll(",", ""))), "1"),
  );
}

/** Text of the intervals' probability: `80%`. */
export const levelText = ({ level }: Uncertainty): string => percent(level);
