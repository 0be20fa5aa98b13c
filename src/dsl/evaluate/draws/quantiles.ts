import type { Draws, Sampling } from "../values/draws.ts";
import { drawn, samplingOf } from "./sampling.ts";

const sorted = new WeakMap<Float64Array, Float64Array>();

/** Numbers of an uncertain value in ascending order, without the draws that have none. */
export function sortedDraws(draws: Draws, sampling: Sampling = samplingOf(draws)): Float64Array {
  const column = drawn(draws, sampling);
  const ready = sorted.get(column);
  if (ready) return ready;
  const made = column.filter((one) => Number.isFinite(one)).sort();
  sorted.set(column, made);
  return made;
}

/**
 * Quantile of an uncertain number. Each of n draws stands for a share of 1/n around its midpoint, so the median of an even
 * number of draws lies between the middle two. NaN without any draw.
 */
export function quantileOf(draws: Draws, share: number, sampling?: Sampling): number {
  const numbers = sortedDraws(draws, sampling);
  if (numbers.length === 0) return Number.NaN;
  const at = Math.min(numbers.length - 1, Math.max(0, share * numbers.length - 0.5));
  const below = numbers[Math.floor(at)] as number;
  const above = numbers[Math.ceil(at)] as number;
  return below + (at - Math.floor(at)) * (above - below);
}

/** Mean of an uncertain number; of a truth, the share of draws where it holds. */
export function meanOf(draws: Draws): number {
  const numbers = sortedDraws(draws);
  let sum = 0;
  for (const one of numbers) sum += one;
  return sum / numbers.length;
}

/** Standard deviation of an uncertain number. */
export function deviationOf(draws: Draws): number {
  const mean = meanOf(draws);
  const numbers = sortedDraws(draws);
  let sum = 0;
  for (const one of numbers) sum += (one - mean) ** 2;
  return Math.sqrt(sum / numbers.length);
}

/** Share of the draws that have no number: an input outside its field's range, or a scenario without an answer. */
export function absentShare(draws: Draws): number {
  const sampling = samplingOf(draws);
  return 1 - sortedDraws(draws, sampling).length / sampling.count;
}
