import type { LengthLaw } from "../scenario/arrivals.ts";

/** Number of equally likely lengths that stand for the distribution. */
const QUANTILES = 4_096;

/** Standard normal numbers of equally likely lengths, in order; null before the first call. */
let normals: Float64Array | null = null;

/** Lengths of prompts or responses: how many responses are still being generated after some tokens. */
export interface Lengths {
  readonly mean: number;
  /** Share of responses longer than `tokens`. */
  longer(tokens: number): number;
  /** Share of the sequences in progress, at a moment with every place taken, that lack more than `tokens`. */
  lacking(tokens: number): number;
  /** Mean tokens that a sequence in progress still lacks, and mean tokens that it has: both are E[l^2]/(2 E[l]). */
  readonly rest: number;
  /** Length that a share `p` of the responses does not exceed, tokens. */
  quantile(p: number): number;
  /** Length of the longest of `count` responses, expected. */
  longest(count: number): number;
}

/**
 * Lengths of responses by a lognormal distribution that is cut at the largest length. Its mean after the cut is the
 * given one. The shape is that of reasoning models' responses: most are short, a few reach the limit (arXiv:2503.14476,
 * section 3; arXiv:2505.24298, figure 1).
 */
export function lengthsOf({ mean, variation, max }: LengthLaw): Lengths {
  const sigma = Math.sqrt(Math.log(1 + variation ** 2));
  normals ??= Float64Array.from({ length: QUANTILES }, (_, i) => normalQuantile((i + 0.5) / QUANTILES));
  const drawn = normals;
  const meanAt = (mu: number): number => {
    let sum = 0;
    for (let i = 0; i < QUANTILES; i++) sum += Math.min(max, Math.exp(mu + sigma * (drawn[i] as number)));
    return sum / QUANTILES;
  };
  // The mean after the cut grows with mu. It cannot exceed the limit: above 99.9% of it all lengths are the limit.
  const wanted = Math.min(mean, 0.999 * max);
  let [low, high] = [Math.log(wanted) - sigma ** 2, Math.log(max) + 6 * sigma + 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (meanAt(middle) < wanted) low = middle;
    else high = middle;
  }
  const lengths = Array.from(drawn, (z) => Math.min(max, Math.exp((low + high) / 2 + sigma * z)));
  const exact = meanAt((low + high) / 2);
  const squares = lengths.reduce((sum, one) => sum + one * one, 0) / QUANTILES;
  const quantile = (p: number): number =>
    Math.min(max, Math.exp((low + high) / 2 + sigma * normalQuantile(p)));
  const longer = (tokens: number): number => (QUANTILES - firstAbove(lengths, tokens)) / QUANTILES;
  // Tokens beyond `tokens`, of all responses: sums of the tails of the sorted lengths.
  const beyond = new Float64Array(QUANTILES + 1);
  for (let i = QUANTILES - 1; i >= 0; i--) beyond[i] = (beyond[i + 1] ?? 0) + (lengths[i] ?? 0);
  return {
    mean: exact,
    longer,
    lacking(tokens) {
      const first = firstAbove(lengths, tokens);
      return ((beyond[first] ?? 0) - (QUANTILES - first) * tokens) / QUANTILES / exact;
    },
    rest: squares / (2 * exact),
    quantile,
    longest: (count) => quantile(count / (count + 1)),
  };
}

/** Index of the first of sorted numbers above a limit. */
function firstAbove(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) > limit) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Coefficients of the rational approximation below. */
const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
];
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, one) => sum * x + one, 0);

/** Quantile of the standard normal distribution (P. J. Acklam's approximation, relative error below 1.2e-9). */
function normalQuantile(p: number): number {
  const LOW = 0.02425;
  if (p > 1 - LOW) return -normalQuantile(1 - p);
  if (p < LOW) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(C, q) / (polynomial(D, q) * q + 1);
  }
  const q = p - 0.5;
  const r = q * q;
  return (polynomial(A, r) * q) / (polynomial(B, r) * r + 1);
}
