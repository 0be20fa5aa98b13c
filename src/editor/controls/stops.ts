import type { ControlRange } from "../../report/document/control.ts";

/** Number that a slider can stand at, in the unit of its range. */
export interface Stop {
  /** Number of the range's unit. */
  readonly count: number;
  /** Number in base units. */
  readonly value: number;
}

/** Ratio of the ends from which a slider is logarithmic. */
const LOG_FROM = 20;
/** Numbers of a decade at which a logarithmic slider stands. */
const DECADE = [1, 1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9];
/** Steps of a linear slider, each times a power of ten. */
const STEPS = [1, 2, 5, 10];
/** Number of steps that a linear slider has at most. */
const MOST_STEPS = 100;

/**
 * Numbers of a range that a slider stands at: round ones, the ends, and `also`, such as the program's own value. Powers of two
 * with their halfways where the ends are such powers, because counts of devices and sequences are; otherwise round numbers of
 * each decade over a wide range, and even steps over a narrow one.
 */
export function stops({ low, high, whole, unit }: ControlRange, also: readonly number[]): readonly Stop[] {
  const [from, to] = [low.value / unit.factor, high.value / unit.factor];
  const round = roundNumbers(from, to).map((count) => (whole ? Math.round(count) : count));
  const found = new Map<string, Stop>();
  const add = (stop: Stop): void => {
    found.set(stop.count.toPrecision(9), stop);
  };
  for (const count of round) add({ count, value: count * unit.factor });
  for (const { value } of [low, high]) add({ count: value / unit.factor, value });
  for (const value of also) add({ count: value / unit.factor, value });
  return [...found.values()]
    .filter(({ value }) => value >= low.value && value <= high.value)
    .sort((a, b) => a.value - b.value);
}

function roundNumbers(from: number, to: number): readonly number[] {
  if (from <= 0 || to / from <= LOG_FROM) return evenSteps(from, to);
  return isPowerOfTwo(from) && isPowerOfTwo(to) ? doublings(from, to) : decades(from, to);
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

function doublings(from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let count = from; count < to; count *= 2) found.push(count, 1.5 * count);
  return found;
}

function decades(from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++)
    found.push(...DECADE.map((digits) => times10(digits, power)));
  return found;
}

function evenSteps(from: number, to: number): readonly number[] {
  const least = (to - from) / MOST_STEPS;
  const power = Math.floor(Math.log10(least));
  const step =
    STEPS.map((digits) => times10(digits, power)).find((one) => one >= least * (1 - 1e-9)) ?? to - from;
  const found: number[] = [];
  for (let at = Math.ceil(from / step); at * step <= to; at++)
    found.push(Number((at * step).toPrecision(12)));
  return found;
}

/** Digits shifted by a power of ten, without the error of a product such as `1.1 * 100`. */
const times10 = (digits: number, power: number): number => Number(`${digits}e${power}`);
