import type { Cell } from "../report/index.ts";
import { dimension, humanUnit, inBase, print, printNumber } from "../units/index.ts";
import type { Measure } from "./measures.ts";

/** Changes below this part of a number are rounding. */
const NOTHING = 1e-9;

type Number = number | null | undefined;

export const inWords = (value: number, { base, ratio }: Measure): string =>
  print({ ...inBase(value, base), ...(ratio ? { unit: "%" } : {}) });

export function numberCell(value: Number, measure: Measure): Cell {
  return typeof value === "number" ? { text: inWords(value, measure), value } : { text: "–" };
}

/** Whether a difference is more than rounding; one to a side without a number is. */
export function differs(before: Number, after: Number): boolean {
  const [a, b] = [before ?? null, after ?? null];
  return a === null || b === null ? a !== b : Math.abs(b - a) > NOTHING * Math.max(Math.abs(a), Math.abs(b));
}

/** `+1.2 GiB (+3.1%)`; a dot for nothing, a dash for what is not known. */
export function changeCell(before: Number, after: Number, measure: Measure): Cell {
  if (typeof before !== "number" || typeof after !== "number") return { text: "–" };
  if (!differs(before, after)) return { text: "·", value: 0 };
  const delta = after - before;
  const part = measure.ratio || before === 0 ? "" : ` (${partText(before, after)})`;
  // In the unit of the numbers beside it, unless it would be too small a part of one.
  const unit = Math.abs(delta) >= LITTLE * Math.abs(after) ? unitOf(after, measure) : undefined;
  return { text: `${deltaText(delta, measure, unit)}${part}`, value: delta };
}

/** Shares of one measure, in a unit that suits the largest of them; a dot for what is nothing beside `whole`. */
export function shareCells(shares: readonly Number[], whole: Number, measure: Measure): readonly Cell[] {
  const largest = Math.max(...shares.map((one) => Math.abs(one ?? 0)));
  const unit = unitOf(largest, measure);
  return shares.map((share) => {
    if (typeof share !== "number") return { text: "–" };
    if (Math.abs(share) <= NOTHING * Math.max(largest, Math.abs(whole ?? 0))) return { text: "·", value: 0 };
    return { text: deltaText(share, measure, unit), value: share };
  });
}

/** Less than this part of a number is told in a unit of its own. */
const LITTLE = 0.01;

/** The unit that suits a number; dollars are scaled, not counted in another one. */
const unitOf = (value: number, { base }: Measure): string | undefined =>
  base === "$" ? undefined : (humanUnit(value, dimension(base)) ?? undefined);

function deltaText(delta: number, measure: Measure, unit?: string): string {
  const size = Math.abs(delta);
  // A ratio's change is in points, which are no percent of it.
  // Cents are told of what is a few dollars.
  const amount = measure.base === "$" && size >= 100 ? Math.round(size) : size;
  const text = measure.ratio ? `${fewDigits(100 * size)} points` : print(inBase(amount, measure.base), unit);
  return `${delta < 0 ? "−" : "+"}${text}`;
}

/** Beyond this a change is told as a factor. */
const MANY_TIMES = 10;

/** `+3.1%`, `×12.5` */
export function partText(before: number, after: number): string {
  if (after / before >= MANY_TIMES) return `×${printNumber(after / before)}`;
  const part = (after - before) / Math.abs(before);
  return `${part < 0 ? "−" : "+"}${fewDigits(100 * Math.abs(part))}%`;
}

/** One decimal, or what it takes to see that it is not nothing. */
const fewDigits = (value: number): string =>
  value >= 0.1 ? value.toFixed(1) : value >= 0.001 ? value.toPrecision(1) : "<0.001";
