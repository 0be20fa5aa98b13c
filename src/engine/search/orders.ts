import type { Cluster } from "../scenario/cluster.ts";
import type { Degree } from "../scenario/degree.ts";
import type { Plan } from "../scenario/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { PLACED, samePlacement } from "../trainingStep/fabric/placement.ts";
import type { Point } from "./candidates.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { memo } from "./memo.ts";
import { ownChoice } from "./ownChoice.ts";
import type { Space } from "./space.ts";

/**
 * Rank orders of a search. They count only where they are its last choice, so that candidates that differ only in the order
 * follow each other. Orders that put a plan's groups on equal links are one plan, which is counted once, as its first order.
 */
export interface Orders {
  /** Number of rank orders; 1 where the last choice is not the rank order. */
  readonly count: number;
  /** Bit of the setting that sets the rank order; 0 where `count` is 1. */
  readonly bits: number;
  /** Bit mask of the settings that decide which rank orders of a candidate are one plan. */
  readonly reads: number;
  /** True where an earlier rank order, with all other choices equal, gives the same plan. */
  repeats(point: Point): boolean;
  /**
   * Number of distinct plans among `size` consecutive candidates that begin at a point. They must agree in the settings
   * `reads`.
   */
  plansIn(point: Point, size: number): number;
  /** Minimum of `of` over the rank orders of a point that give distinct plans. */
  least(point: Point, of: (point: Point) => number): number;
}

export function ordersOf(space: Space, base: Scenario | null): Orders {
  const { candidates } = space;
  const last = candidates.sizes.length - 1;
  const own = ownChoice(candidates, "rankOrder");
  const count = own?.choice === last ? (candidates.sizes[last] ?? 1) : 1;
  if (!base || own === null || last === 0 || count === 1) return ONE;
  const each = Array.from({ length: count }, (_, order) => order);
  const first = new Int32Array(candidates.sizes.length);
  const orders = each.map((order) => {
    first[last] = order;
    return candidates.field("rankOrder", first) as readonly Degree[];
  });
  const others = fieldsOf(base).filter((field) => field !== "rankOrder");
  /** True where no other field was seen to depend on the order. */
  let alone = false;
  let seen = -1;
  const isAlone = (): boolean => {
    if (seen !== candidates.seen.count) {
      seen = candidates.seen.count;
      alone = others.every((field) => (candidates.reads(field) & own.bits) === 0);
    }
    return alone;
  };
  const apart = (plan: Plan, cluster: Cluster): readonly number[] => {
    const plans = orders.map((rankOrder) => ({ ...plan, rankOrder }));
    const first = (one: Plan): number => plans.findIndex((other) => samePlacement(one, other, cluster));
    return each.filter((order) => first(plans[order] as Plan) === order);
  };
  // With one machine, the links that groups use follow from the plan fields alone, so no plan is built.
  const { cluster } = base;
  const placed = PLACED.filter((field) => field !== "rankOrder");
  const different = memo<readonly number[]>(space, {
    name: "rank orders on different links",
    fields: () => ["cluster", ...placed],
    make: (scenario) => apart(scenario.plan, scenario.cluster),
    merged:
      candidates.reads("cluster") === 0
        ? { fields: placed, of: (plan) => apart(plan, cluster).join(" ") }
        : null,
  });
  const differentAt = (point: Point): readonly number[] => (isAlone() ? different.at(point) : null) ?? each;
  return {
    count,
    bits: own.bits,
    get reads() {
      return different.reads;
    },
    repeats(point) {
      const order = point[last] ?? 0;
      return order > 0 && !differentAt(point).includes(order);
    },
    plansIn: (point, size) => (size < count ? size : (size / count) * differentAt(point).length),
    least(point, of) {
      const own = point[last] ?? 0;
      let least = Number.POSITIVE_INFINITY;
      for (const order of differentAt(point)) {
        point[last] = order;
        least = Math.min(least, of(point));
      }
      point[last] = own;
      return least;
    },
  };
}

/**
 * `Orders` of a search that does not choose the rank order, or not as its last choice: every candidate is a plan of its own.
 */
const ONE: Orders = {
  ...{ count: 1, bits: 0, reads: 0 },
  repeats: () => false,
  plansIn: (_, size) => size,
  least: (point, of) => of(point),
};
