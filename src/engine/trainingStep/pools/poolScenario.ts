import type { Cluster } from "../../scenario/cluster.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { PlacedPool } from "./placedPools.ts";

/**
 * Scenario of one pool alone. A pool with whole replicas trains them on its own devices, each with `microBatches`. A
 * pool with stages is estimated as a machine of its kind that has room for all stages; the pool's stages are taken
 * from it.
 */
export function poolScenario(scenario: Scenario, pool: PlacedPool, microBatches: number): Scenario {
  const { plan } = scenario;
  if (plan.place.kind === "stages") return { ...scenario, cluster: grown(pool.cluster, scenario.cluster) };
  const own = {
    dp: pool.replicas,
    dpShard: pool.replicas,
    numMicroBatches: microBatches,
    globalBatch: microBatches * pool.replicas * plan.microBatch,
  };
  return { ...scenario, cluster: pool.cluster, plan: { ...plan, ...own } };
}

const machines = new WeakMap<Cluster, WeakMap<Cluster, Cluster>>();

/**
 * Machine of a pool's kind with at least as many devices as the whole cluster. Memoised: what the engine memoises for a
 * cluster is found again by the identical object.
 */
function grown(pool: Cluster, whole: Cluster): Cluster {
  const known = machines.get(pool) ?? new WeakMap<Cluster, Cluster>();
  machines.set(pool, known);
  const found = known.get(whole);
  if (found) return found;
  const nodes = Math.max(pool.nodes, Math.ceil(whole.devices / pool.devicesPerNode));
  const made = { ...pool, nodes, devices: nodes * pool.devicesPerNode };
  known.set(whole, made);
  return made;
}
