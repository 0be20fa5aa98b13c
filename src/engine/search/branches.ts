import type { Refusal } from "../scenario.ts";
import { type Candidates, type Point, placeOf } from "./candidates.ts";
import type { Tally } from "./tally.ts";
import type { Validity } from "./validity.ts";

/** Candidates that share their first choices, up to the one after which a bound is known. */
export interface Branches {
  /** Of each branch, the place of its first candidate. */
  readonly places: readonly number[];
  /** What none of its candidates falls below. */
  readonly bounds: readonly number[];
  /** Of each branch, how many candidates it has. */
  readonly sizes: readonly number[];
}

export interface Bound {
  /** The choices, as bits, that it depends on. */
  readonly reads: number;
  least(point: Point): number;
}

/**
 * Walks the choices from the first to the last. A check whose fields are settled by the choices made refuses all that would
 * follow at once; what is left is cut where the bound is settled. `stops` is asked often; true ends the walk.
 */
export function branches(
  candidates: Candidates,
  checks: Validity,
  bound: Bound | null,
  tally: Tally,
  stops: () => boolean,
): Branches {
  const { sizes } = candidates;
  /** Candidates below a choice made at each depth. */
  const below = sizes.map((_, depth) => sizes.slice(depth + 1).reduce((product, size) => product * size, 1));
  const found = { places: [] as number[], bounds: [] as number[], sizes: [] as number[] };
  const point = new Int32Array(sizes.length);

  const visit = (depth: number, open: Validity): void => {
    const made = 2 ** (depth + 1) - 1;
    const last = depth === sizes.length - 1;
    const count = below[depth] ?? 1;
    for (let value = 0; value < (sizes[depth] ?? 0); value++) {
      if (stops()) return;
      point[depth] = value;
      point.fill(0, depth + 1);
      let left = open;
      let refused: Refusal | null = null;
      for (const check of open) {
        if ((check.reads & ~made) !== 0) continue;
        const verdict = check.at(point);
        // Only making it shows all that it depends on.
        if (verdict === null || (check.reads & ~made) !== 0) continue;
        if (verdict !== "passes") {
          refused = verdict;
          break;
        }
        left = left.filter((one) => one !== check);
      }
      if (refused) {
        tally.add({ kind: "refused", refusal: refused }, count, placeOf(sizes, point));
        continue;
      }
      if (bound && (bound.reads & ~made) === 0) {
        const least = bound.least(point);
        if ((bound.reads & ~made) === 0) {
          found.places.push(placeOf(sizes, point));
          found.bounds.push(least);
          found.sizes.push(count);
          continue;
        }
      }
      if (!last) visit(depth + 1, left);
      else {
        found.places.push(placeOf(sizes, point));
        found.bounds.push(Number.NEGATIVE_INFINITY);
        found.sizes.push(1);
      }
    }
  };
  // Making one candidate shows which choices matter to which field.
  candidates.at(point);
  visit(0, checks);
  return found;
}
