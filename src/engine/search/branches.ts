import type { Refusal } from "../scenario/scenario.ts";
import { type Candidates, type Point, placeOf } from "./candidates.ts";
import type { Orders } from "./orders.ts";
import type { Tally } from "./tally.ts";
import type { Validity } from "./validity.ts";

/**
 * Branches of a plan search, as parallel arrays. The candidates of a branch share the values of their first choices, which
 * suffice to compute a lower bound for the branch.
 */
export interface Branches {
  /** Index of each branch's first candidate in the order of all candidates. */
  readonly places: readonly number[];
  /** Lower bound of the step time (s) or the peak memory (B) of each branch's candidates; -Infinity where no bound is known. */
  readonly bounds: readonly number[];
  /** Number of candidates of each branch. */
  readonly sizes: readonly number[];
  /**
   * Number of distinct plans in each branch. It may be below the number of candidates, because several rank orders may give
   * one plan.
   */
  readonly plans: readonly number[];
}

export interface Bound {
  /** Bit mask of the settings that the bound depends on. */
  reads(): number;
  at(point: Point): number;
}

/**
 * Splits the search space into branches by fixing the choices one after another. A check runs as soon as all choices that it
 * depends on are fixed; where it fails, the whole subtree is refused. A subtree becomes a branch where the bound, and the
 * distinct rank orders, depend on no later choice. `stops` is polled; true ends the walk.
 */
export function branches(
  candidates: Candidates,
  checks: Validity,
  bound: Bound | null,
  orders: Orders,
  tally: Tally,
  stops: () => boolean,
): Branches {
  const { sizes } = candidates;
  /** Number of combinations of the choices after each depth. */
  const below = sizes.map((_, depth) => sizes.slice(depth + 1).reduce((product, size) => product * size, 1));
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
  const decided = new DecidedByDepth(candidates, checks, bound, orders);
  /**
   * Deepest choice that is visited. The rank order (the last choice, if chosen) is split later, because bounds and checks do
   * not depend on it.
   */
  const lastDepth = sizes.length - (orders.count > 1 ? 2 : 1);
  const visit = (depth: number): void => {
    const count = below[depth] ?? 1;
    for (let value = 0; value < (sizes[depth] ?? 0); value++) {
      if (stops()) return;
      point[depth] = value;
      point.fill(0, depth + 1);
      const refused = decided.refusal(depth, point);
      if (refused) {
        tally.add({ kind: "refused", refusal: refused }, count / orders.count, placeOf(sizes, point));
        continue;
      }
      if (bound && decided.isBounded(depth)) {
        const least = bound.at(point);
        // Computing the bound may have revealed further settings that it depends on.
        if (decided.isBounded(depth)) {
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

/**
 * Tells for each depth of the search tree which checks and bounds depend only on choices down to that depth. The answer
 * changes when a field is found to depend on further choices.
 */
class DecidedByDepth {
  readonly #candidates: Candidates;
  readonly #checks: Validity;
  readonly #reads: () => number;
  /** Bit mask, for each depth, of the settings that the choices down to that depth fix. */
  readonly #made: readonly number[];
  #decidedChecks: readonly Validity[] = [];
  #bounded: readonly boolean[] = [];
  #seen = -1;

  constructor(candidates: Candidates, checks: Validity, bound: Bound | null, orders: Orders) {
    this.#candidates = candidates;
    this.#checks = checks;
    this.#reads = () => (bound ? bound.reads() | orders.reads : ~0);
    this.#made = candidates.sizes.map((_, depth) =>
      candidates.settings.reduce((bits, { choice }, i) => (choice <= depth ? bits | (1 << i) : bits), 0),
    );
  }

  /** True where the bound and the distinct rank orders depend on no choice below the given depth. */
  isBounded(depth: number): boolean {
    this.#look();
    return this.#bounded[depth] ?? false;
  }

  /**
   * Refusal by the first failing check that depends on the choice at `depth` and on none below it; null where no such check
   * fails. Checks that earlier choices decide have run before.
   */
  refusal(depth: number, point: Point): Refusal | null {
    this.#look();
    for (const check of this.#decidedChecks[depth] ?? []) {
      const verdict = check.at(point);
      // Computing the verdict may have revealed further settings that the check depends on.
      if (verdict !== null && verdict !== "passes" && (check.reads & ~(this.#made[depth] ?? 0)) === 0)
        return verdict;
    }
    return null;
  }

  #look(): void {
    if (this.#seen === this.#candidates.seen.count) return;
    const made = this.#made;
    const reads = this.#reads();
    this.#bounded = made.map((now) => (reads & ~now) === 0);
    this.#decidedChecks = made.map((now, at) => {
      const then = made[at - 1] ?? 0;
      const late = (reads: number): boolean => at === 0 || (reads & ~then) !== 0;
      return this.#checks.filter(({ reads }) => (reads & ~now) === 0 && late(reads));
    });
    this.#seen = this.#candidates.seen.count;
  }
}
