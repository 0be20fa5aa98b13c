import type { Refusal } from "../scenario/scenario.ts";
import { type Candidates, type Point, placeOf } from "./candidates.ts";
import type { Orders } from "./orders.ts";
import type { Tally } from "./tally.ts";
import type { Validity } from "./validity.ts";

/** Branches of the search tree: candidates that share their first choices, up to the one after which a bound is known. */
export interface Branches {
  /** The place of each branch's first candidate. */
  readonly places: readonly number[];
  /** A lower bound for all candidates of each branch. */
  readonly bounds: readonly number[];
  /** Number of candidates of each branch. */
  readonly sizes: readonly number[];
  /** Number of distinct plans of each branch, since several rank orders may give one plan. */
  readonly plans: readonly number[];
}

export interface Bound {
  /** Settings, as bits, that the bound depends on. */
  reads(): number;
  at(point: Point): number;
}

/**
 * Splits the search space into branches by visiting the choices in order. A check whose fields are all chosen refuses the whole
 * subtree. A subtree becomes a branch where the bound, and the distinct rank orders, depend on no later choice. `stops` is polled;
 * true ends the walk.
 */
export function branches(
  candidates: Candidates,
  checks: Validity,
  bound: Bound | null,
  orders: Orders,
  tally: Tally,
  stops: () => boolean,
): Branches {
  const { sizes, settings } = candidates;
  /** Number of candidates below a choice, by depth. */
  const below = sizes.map((_, depth) => sizes.slice(depth + 1).reduce((product, size) => product * size, 1));
  /** Settings, as bits, of the choices made down to each depth. */
  const made = sizes.map((_, depth) =>
    settings.reduce((bits, { choice }, i) => (choice <= depth ? bits | (1 << i) : bits), 0),
  );
  const found = {
    places: [] as number[],
    bounds: [] as number[],
    sizes: [] as number[],
    plans: [] as number[],
  };
  const add = (bound: number, size: number): void => {
    found.places.push(placeOf(sizes, point));
    found.bounds.push(bound);
    found.sizes.push(size);
    found.plans.push(orders.plansIn(point, size));
  };
  const point = new Int32Array(sizes.length);
  /** Checks whose fields are all chosen, by depth. They change as fields reveal what they depend on. */
  let settled: readonly Validity[] = [];
  let bounded: readonly boolean[] = [];
  let seen = -1;
  const look = (): void => {
    if (seen === candidates.seen.count) return;
    const reads = bound ? bound.reads() | orders.reads : ~0;
    bounded = made.map((now) => (reads & ~now) === 0);
    settled = made.map((now, at) => {
      const then = made[at - 1] ?? 0;
      const late = (reads: number): boolean => at === 0 || (reads & ~then) !== 0;
      return checks.filter(({ reads }) => (reads & ~now) === 0 && late(reads));
    });
    seen = candidates.seen.count;
  };
  const refusalAt = (depth: number): Refusal | null => {
    look();
    for (const check of settled[depth] ?? []) {
      const verdict = check.at(point);
      // Computing the verdict may have revealed further settings that the check depends on.
      if (verdict !== null && verdict !== "passes" && (check.reads & ~(made[depth] ?? 0)) === 0)
        return verdict;
    }
    return null;
  };

  /** Rank orders are split later, because bounds and checks do not depend on them. */
  const lastDepth = sizes.length - (orders.count > 1 ? 2 : 1);
  const visit = (depth: number): void => {
    const count = below[depth] ?? 1;
    for (let value = 0; value < (sizes[depth] ?? 0); value++) {
      if (stops()) return;
      point[depth] = value;
      point.fill(0, depth + 1);
      const refused = refusalAt(depth);
      if (refused) {
        tally.add({ kind: "refused", refusal: refused }, count / orders.count, placeOf(sizes, point));
        continue;
      }
      look();
      if (bound && bounded[depth]) {
        const least = bound.at(point);
        look();
        if (bounded[depth]) {
          add(least, count);
          continue;
        }
      }
      if (depth < lastDepth) visit(depth + 1);
      else add(Number.NEGATIVE_INFINITY, count);
    }
  };
  // Making one candidate reveals which choices each field depends on.
  candidates.at(point);
  visit(0);
  return found;
}
