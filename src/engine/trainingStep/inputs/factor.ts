import type { Cluster } from "../../scenario/cluster.ts";
import type { Model } from "../../scenario/model.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Context } from "./context.ts";

/**
 * A part of the estimate that many plans for a model on a cluster have in common: a search over pipeline stages and ZeRO works
 * out a layer once. `without` are the plan's fields that it does not read, told from those that it does read; that it
 * reads none of them is what `test/engine/factor.test.ts` holds it to.
 */
export interface Factor {
  /** The same set for all plans that do not read the same fields. */
  readonly without: (plan: Plan) => ReadonlySet<keyof Plan>;
}

/** What was worked out for a plan. */
interface Kept {
  readonly plan: Plan;
  readonly without: ReadonlySet<keyof Plan>;
  readonly value: unknown;
}

/** More plans that differ in a factor's fields than these are worked out anew: looking through them takes longer than they save. */
const MOST = 64;

const kept = new WeakMap<Model, WeakMap<Cluster, Map<Factor, Kept[]>>>();

/** The factor's value for the context's scenario; `make` is called unless a plan that agrees in the factor's fields was met before. */
export function factored<N, T>(ctx: Context<N>, factor: Factor, make: () => T): T {
  // A derivation names the lines its inputs stand in, which are each scenario's own.
  if (!ctx.alg.shares) return make();
  const { model, cluster, plan } = ctx.scenario;
  const plans = plansOf(model, cluster, factor);
  const without = factor.without(plan);
  // The last one used is last: in a sweep the next row's is most often the same.
  for (let at = plans.length - 1; at >= 0; at--) {
    const one = plans[at];
    // What one plan does not read another may.
    if (!one || one.without !== without || !agree(one.plan, plan, without)) continue;
    if (at < plans.length - 1) plans.push(...plans.splice(at, 1));
    return one.value as T;
  }
  const value = make();
  if (plans.length >= MOST) plans.shift();
  plans.push({ plan, without, value });
  return value;
}

function plansOf(model: Model, cluster: Cluster, factor: Factor): Kept[] {
  const clusters = kept.get(model) ?? new WeakMap<Cluster, Map<Factor, Kept[]>>();
  kept.set(model, clusters);
  const factors = clusters.get(cluster) ?? new Map<Factor, Kept[]>();
  clusters.set(cluster, factors);
  const plans = factors.get(factor) ?? [];
  factors.set(factor, plans);
  return plans;
}

function agree(a: Plan, b: Plan, without: ReadonlySet<keyof Plan>): boolean {
  for (const field of Object.keys(b) as (keyof Plan)[])
    if (a[field] !== b[field] && !without.has(field) && !sameData(a[field], b[field])) return false;
  return true;
}

/** Whether plain data are equal, field by field. */
function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [one, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) if (!sameData(one[name], other[name])) return false;
  return true;
}
