import type { Branches } from "./branches.ts";

/** One of so many parts of a search, from 0. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/**
 * The branches that a part looks at: every `of`-th, so that neighbours, which take alike long, go to different parts. Parts do not
 * overlap, and together they are all branches; which is whose depends on nothing but the space.
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
