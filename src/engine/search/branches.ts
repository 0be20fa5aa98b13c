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
  const { sizes } = candidates;
  /** Number of candidates below a choice, by depth. */
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
  /** Rank orders are split later, because bounds and checks do not depend on them. */
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

/** Checks and bounds that the choices down to a depth decide. They change as fields reveal what they depend on. */
class DecidedByDepth {
  readonly #candidates: Candidates;
  readonly #checks: Validity;
  readonly #reads: () => number;
  /** Settings, as bits, of the choices made down to each depth. */
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

  /** True where the bound and the distinct rank orders depend on no choice below a depth. */
  isBounded(depth: number): boolean {
    this.#look();
    return this.#bounded[depth] ?? false;
  }

  /** Refusal by a check that depends on no choice below a depth. Checks decided further up are left out. */
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
