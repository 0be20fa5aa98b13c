import { deepEqual } from "fast-equals";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Model } from "../../scenario/model.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Context } from "./context.ts";

/**
 * A part of the estimate (such as a layer's time) that is memoised for one model and cluster, so that a search over
 * pipeline stages and ZeRO computes it once. `without` gives the plan's fields that this part does not read;
 * `test/engine/factor.test.ts` checks them.
 */
export interface Factor {
  /** Must return the identical Set object for all plans with equal unread fields: Sets are compared by reference. */
  readonly without: (plan: Plan) => ReadonlySet<keyof Plan>;
}

/**
 * A memoised value. `read` holds the values of those plan fields that the factor reads: another plan reuses the value
 * where these are equal.
 */
interface Memoised {
  readonly read: readonly unknown[];
  readonly without: ReadonlySet<keyof Plan>;
  readonly value: unknown;
}

/**
 * Largest number of plans whose values are memoised for one factor; beyond it the least recently used is dropped.
 * Searching a longer list takes longer than computing the value again.
 */
const MOST = 64;

const memos = new WeakMap<Model, WeakMap<Cluster, Map<Factor, Memoised[]>>>();

/**
 * Returns the value of `factor` for the context's model, cluster and plan: a memoised value, if its plan agrees in all
 * fields that the factor reads, else the result of `make`.
 */
export function factored<N, T>(ctx: Context<N>, factor: Factor, make: () => T): T {
  // A derivation names the source lines of its inputs, which differ between scenarios.
  if (!ctx.alg.shares) return make();
  const { model, cluster, plan } = ctx.scenario;
  const plans = plansOf(model, cluster, factor);
  const without = factor.without(plan);
  const by = readBy(plan, without);
  const read = by.fields.map((field) => plan[field]);
  // The most recently used plan is last. In a sweep the next row most often needs it.
  for (let at = plans.length - 1; at >= 0; at--) {
    const one = plans[at];
    // Plans may differ in which fields they read.
    if (!one || one.without !== without || !agree(one.read, read, by)) continue;
    if (at < plans.length - 1) plans.push(...plans.splice(at, 1));
    return one.value as T;
  }
  const value = make();
  if (plans.length >= MOST) plans.shift();
  plans.push({ read, without, value });
  return value;
}

function plansOf(model: Model, cluster: Cluster, factor: Factor): Memoised[] {
  let clusters = memos.get(model);
  if (!clusters) {
    clusters = new WeakMap<Cluster, Map<Factor, Memoised[]>>();
    memos.set(model, clusters);
  }
  let factors = clusters.get(cluster);
  if (!factors) {
    factors = new Map<Factor, Memoised[]>();
    clusters.set(cluster, factors);
  }
  let plans = factors.get(factor);
  if (!plans) {
    plans = [];
    factors.set(factor, plans);
  }
  return plans;
}

/** Plan fields that a factor reads, in the order of `Memoised.read`. */
interface FieldsRead {
  readonly fields: readonly (keyof Plan)[];
  /** Index of the field in which two plans differed last. It is compared first, since a sweep varies few fields. */
  apart: number;
}

const fieldsRead = new WeakMap<ReadonlySet<keyof Plan>, FieldsRead>();

/**
 * Plan fields that a factor reads: all fields not in `without`, in an order that is equal for all plans. Objects come
 * last, because comparing two objects is slow, and most plans already differ in a number before.
 */
function readBy(plan: Plan, without: ReadonlySet<keyof Plan>): FieldsRead {
  const known = fieldsRead.get(without);
  if (known) return known;
  const isObject = (field: keyof Plan): number => (typeof plan[field] === "object" ? 1 : 0);
  const fields = (Object.keys(plan) as (keyof Plan)[])
    .filter((field) => !without.has(field))
    .sort((a, b) => isObject(a) - isObject(b));
  const found = { fields, apart: 0 };
  fieldsRead.set(without, found);
  return found;
}

function agree(a: readonly unknown[], b: readonly unknown[], by: FieldsRead): boolean {
  if (!equal(a[by.apart], b[by.apart])) return false;
  for (let i = 0; i < b.length; i++)
    if (!equal(a[i], b[i])) {
      by.apart = i;
      return false;
    }
  return true;
}

const equal = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && deepEqual(a, b));
