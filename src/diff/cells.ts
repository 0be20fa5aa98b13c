import type { Cell } from "../report/index.ts";
import { dimension, humanUnit, inBase, print, printNumber } from "../units/index.ts";
import type { Measure } from "./measures.ts";

/** Relative change below which a difference is rounding. */
const NOTHING = 1e-9;

type Number = number | null | undefined;

export const inWords = (value: number, { base, ratio }: Measure): string =>
  print({ ...inBase(value, base), ...(ratio ? { unit: "%" } : {}) });

export function numberCell(value: Number, measure: Measure): Cell {
  return typeof value === "number" ? { text: inWords(value, measure), value } : { text: "–" };
}

/** True where a difference exceeds rounding, or one side has no number. */
export function differs(before: Number, after: Number): boolean {
  const [a, b] = [before ?? null, after ?? null];
  return a === null || b === null ? a !== b : Math.abs(b - a) > NOTHING * Math.max(Math.abs(a), Math.abs(b));
}

/** Change of a number: `+1.2 GiB (+3.1%)`. A dot means no change, a dash unknown. */
export function changeCell(before: Number, after: Number, measure: Measure): Cell {
  if (typeof before !== "number" || typeof after !== "number") return { text: "–" };
  if (!differs(before, after)) return { text: "·", value: 0 };
  const delta = after - before;
  const part = measure.ratio || before === 0 ? "" : ` (${partText(before, after)})`;
  // Use the unit of the compared numbers, unless the change is too small a part of one.
  const unit = Math.abs(delta) >= LITTLE * Math.abs(after) ? unitOf(after, measure) : undefined;
  return { text: `${deltaText(delta, measure, unit)}${part}`, value: delta };
}

/**
 * Attributed shares of one measure, in a unit that suits the largest. A dot is negligible relative to
 * `whole`.
 */
export function shareCells(shares: readonly Number[], whole: Number, measure: Measure): readonly Cell[] {
  const largest = Math.max(...shares.map((one) => Math.abs(one ?? 0)));
  const unit = unitOf(largest, measure);
  return shares.map((share) => {
    if (typeof share !== "number") return { text: "–" };
    if (Math.abs(share) <= NOTHING * Math.max(largest, Math.abs(whole ?? 0))) return { text: "·", value: 0 };
    return { text: deltaText(share, measure, unit), value: share };
  });
}

/** Fraction of a number below which its change gets its own unit. */
const LITTLE = 0.01;

/** Unit that suits a number. Dollars have none: they are only scaled. */
const unitOf = (value: number, { base }: Measure): string | undefined =>
  base === "$" ? undefined : (humanUnit(value, dimension(base)) ?? undefined);

function deltaText(delta: number, measure: Measure, unit?: string): string {
  const size = Math.abs(delta);
  // A ratio changes in percentage points, not in percent.
  // Cents appear only below 100 dollars.
  const amount = measure.base === "$" && size >= 100 ? Math.round(size) : size;
  const text = measure.ratio ? `${fewDigits(100 * size)} points` : print(inBase(amount, measure.base), unit);
  return `${delta < 0 ? "−" : "+"}${text}`;
}

/** Ratio from which a change is shown as a factor. */
const MANY_TIMES = 10;

/** Relative change as text: `+3.1%`, `×12.5`. */
export function partText(before: number, after: number): string {
  if (after / before >= MANY_TIMES) return `×${printNumber(after / before)}`;
  const part = (after - before) / Math.abs(before);
  return `${part < 0 ? "−" : "+"}${fewDigits(100 * Math.abs(part))}%`;
}

/** Number with one decimal, or with enough digits to differ from zero. */
const fewDigits = (value: number): string =>
  value >= 0.1 ? value.toFixed(1) : value >= 0.001 ? value.toPrecision(1) : "<0.001";
