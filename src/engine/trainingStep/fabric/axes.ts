import { largestDivisorAtMost } from "../../core/largestDivisor.ts";

/** Ranks at even steps, `stride` places of the machine apart. */
export interface Axis {
  readonly size: number;
  readonly stride: number;
}

/** The same ranks with as few axes as say so, the nearest first; axes of one rank say nothing. */
export function merged(axes: readonly Axis[]): readonly Axis[] {
  const several = axes.filter(({ size }) => size > 1);
  // Most groups lie along one axis.
  if (several.length < 2) return several;
  const found: Axis[] = [];
  for (const axis of several.sort((a, b) => a.stride - b.stride)) {
    const last = found.at(-1);
    if (last && axis.stride === last.size * last.stride)
      found[found.length - 1] = { size: last.size * axis.size, stride: last.stride };
    else found.push(axis);
  }
  return found;
}

/** One rank after another. */
export const NEIGHBOURS: readonly Axis[] = [{ size: Number.POSITIVE_INFINITY, stride: 1 }];

/** Of `size` ranks those in a block of so many neighbouring places: the most that make equal parts of them. */
export function ranksInside(axes: readonly Axis[], places: number, size: number): number {
  let inside = 1;
  for (const axis of axes) inside *= Math.max(1, Math.min(axis.size, Math.floor(places / axis.stride)));
  // A hierarchical collective wants equal parts.
  return largestDivisorAtMost(size, inside);
}

/** Places of a block from which some group of the kind goes on to the next block, each group from one. */
export function waysFrom(axes: readonly Axis[], places: number): number {
  let inside = 1;
  for (const { size, stride } of axes) {
    if (size * stride > places) return Math.min(stride, places) / inside;
    inside *= size;
  }
  return Math.min(1, places);
}
