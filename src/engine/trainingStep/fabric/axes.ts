import { largestDivisorAtMost } from "../../core/largestDivisor.ts";

/** A sequence of `size` ranks at equal distances, `stride` device positions apart. */
export interface Axis {
  readonly size: number;
  readonly stride: number;
}

/** Describes the same ranks by the fewest axes, nearest ranks first. Axes of one rank are dropped. */
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

/** Axis of consecutive ranks, without a limit on their number. */
export const NEIGHBOURS: readonly Axis[] = [{ size: Number.POSITIVE_INFINITY, stride: 1 }];

/**
 * Number of ranks of a group of `size` inside one block of `places` neighbouring devices. Rounded down to a
 * divisor of `size`, so that all blocks hold equally many ranks.
 */
export function ranksInside(axes: readonly Axis[], places: number, size: number): number {
  let inside = 1;
  for (const axis of axes) inside *= Math.max(1, Math.min(axis.size, Math.floor(places / axis.stride)));
  // Hierarchical collectives need equally many ranks in each block.
  return largestDivisorAtMost(size, inside);
}

/** Number of devices of a block that send to the next block. Each group of the same kind sends from one of them. */
export function sendersOf(axes: readonly Axis[], places: number): number {
  let inside = 1;
  for (const { size, stride } of axes) {
    if (size * stride > places) return Math.min(stride, places) / inside;
    inside *= size;
  }
  return Math.min(1, places);
}
