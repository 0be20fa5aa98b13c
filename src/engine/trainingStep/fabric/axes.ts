import { largestDivisorAtMost } from "../../core/largestDivisor.ts";

/** A sequence of `size` ranks at equal distances, `stride` device positions apart. */
export interface Axis {
  readonly size: number;
  readonly stride: number;
}

/**
 * Describes the ranks along `axes` by as few axes as possible, nearest ranks first. Drops axes of one rank and joins
 * two axes where the second continues the first at equal distances.
 */
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

/** Axes that a group has by default: its ranks lie on consecutive devices, and their number has no limit. */
export const NEIGHBOURS: readonly Axis[] = [{ size: Number.POSITIVE_INFINITY, stride: 1 }];

/**
 * Number of a group's `size` ranks that lie in one block of `places` consecutive devices, such as a node or a leaf.
 * Rounded down to a divisor of `size`, so that all blocks hold equally many ranks.
 */
export function ranksInside(axes: readonly Axis[], places: number, size: number): number {
  let inside = 1;
  for (const axis of axes) inside *= Math.max(1, Math.min(axis.size, Math.floor(places / axis.stride)));
  // Hierarchical collectives need equally many ranks in each block.
  return largestDivisorAtMost(size, inside);
}

/**
 * Number of devices in a block of `places` consecutive devices that send to the next block at the same time. All
 * groups of a parallel dimension send at once, each from one device; `axes` are the axes of one such group.
 */
export function sendersOf(axes: readonly Axis[], places: number): number {
  let inside = 1;
  for (const { size, stride } of axes) {
    if (size * stride > places) return Math.min(stride, places) / inside;
    inside *= size;
  }
  return Math.min(1, places);
}
