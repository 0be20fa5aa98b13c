import { type Draws, quantileOf } from "../../dsl/evaluate/index.ts";
import type { Band } from "../../report/index.ts";

/** Middle shares of the draws that a fan shows, the widest first. */
const SHARES = [0.8, 0.5] as const;

/** One point of a fan: its place on the x axis, and its draws. */
export interface FanPoint {
  readonly x: number;
  readonly draws: Draws;
}

/** Bands of a fan around a line of medians: the middle 80% and 50% of the draws at each point. Empty without draws. */
export function fanBands(points: readonly FanPoint[]): readonly Band[] {
  if (points.length === 0) return [];
  const ordered = points.toSorted((a, b) => a.x - b.x);
  const at = (share: number) => ordered.map(({ draws }) => quantileOf(draws, share));
  return SHARES.map((share) => ({
    x: ordered.map(({ x }) => x),
    low: at((1 - share) / 2),
    high: at((1 + share) / 2),
  }));
}
