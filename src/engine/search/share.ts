import type { Branches } from "./branches.ts";

/** One part of a search in `of` parts; `index` counts from 0. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/**
 * Branches of one part: every `of`-th branch, so that neighbours, which take similar time, go to different parts. Parts do not
 * overlap and together contain all branches. The division depends on the space alone.
 */
export function shareOf(found: Branches, { index, of }: Share): Branches {
  const own = (_: number, at: number): boolean => at % of === index;
  return {
    places: found.places.filter(own),
    bounds: found.bounds.filter(own),
    sizes: found.sizes.filter(own),
    plans: found.plans.filter(own),
  };
}
