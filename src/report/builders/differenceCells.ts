import { dimension, humanUnit, inBase, print, printNumber } from "../../units/index.ts";
import type { Cell } from "../document/document.ts";
import type { Measure } from "./measure.ts";

/** Relative difference of two numbers below which they count as equal, because only rounding differs. */
const NOTHING = 1e-9;

type Number = number | null | undefined;

export const inWords = (value: number, { base, ratio }: Measure): string =>
  print({ ...inBase(value, base), ...(ratio ? { unit: "%" } : {}) });

export function numberCell(value: Number, measure: Measure): Cell {
  return typeof value === "number" ? { text: inWords(value, measure), value } : { text: "–" };
}

/** True where two numbers differ by more than rounding, or where only one of them exists. */
export function differs(before: Number, after: Number): boolean {
  const [a, b] = [before ?? null, after ?? null];
  return a === null || b === null ? a !== b : Math.abs(b - a) > NOTHING * Math.max(Math.abs(a), Math.abs(b));
}

/**
 * Cell for the change of a number: `+1.2 GiB (+3.1%)`. A dot means unchanged; a dash means that a number is
 * missing.
 */
export function differenceCell(before: Number, after: Number, measure: Measure): Cell {
  if (typeof before !== "number" || typeof after !== "number") return { text: "–" };
  if (!differs(before, after)) return { text: "·", value: 0 };
  const delta = after - before;
  const part = measure.ratio || before === 0 ? "" : ` (${partText(before, after)})`;
  // Use the unit of the compared numbers, unless the change is too small a part of one.
  const unit = Math.abs(delta) >= LITTLE * Math.abs(after) ? unitOf(after, measure) : undefined;
  return { text: `${deltaText(delta, measure, unit)}${part}`, value: delta };
}

/**
 * Cells with the part of one measure's difference that each change causes, all in the unit that suits the
 * largest part. A dot means negligible compared with the largest part and with `whole`, the measure's value.
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

/**
 * Ratio of a change to the number's new value below which the change is printed in a smaller unit of its own.
 */
const LITTLE = 0.01;

/**
 * Unit to print a number in, by its size. undefined for dollars, which have a scale letter instead of a unit.
 */
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

/** Ratio of new to old value from which the change is printed as a factor (`×12.5`), not in percent. */
const MANY_TIMES = 10;

/** Change from `before` to `after`, relative to `before`: `+3.1%`, `×12.5`. */
export function partText(before: number, after: number): string {
  if (after / before >= MANY_TIMES) return `×${printNumber(after / before)}`;
  const part = (after - before) / Math.abs(before);
  return `${part < 0 ? "−" : "+"}${fewDigits(100 * Math.abs(part))}%`;
}

/** Text of a percentage with one decimal, or with one significant digit where it is below 0.1. */
const fewDigits = (value: number): string =>
  value >= 0.1 ? value.toFixed(1) : value >= 0.001 ? value.toPrecision(1) : "<0.001";
