import type { Algebra } from "../../core/algebra.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { PlacedPool } from "./placedPools.ts";

/** Plan fields that have a value of their own on each pool, with what the value is there. */
const OWN: Readonly<Record<string, string>> = {
  "plan.dp": "replicas of the pool",
  "plan.dp_shard": "replicas of the pool",
  "plan.num_micro_batches": "micro-batches of a replica on the pool",
  "plan.global_batch": "sequences of a step on the pool",
};

/** An algebra that names a pool's inputs by the pool's own paths: `cluster.pools[1].device.memory_bandwidth`. */
export function poolAlgebra<N>(
  alg: Algebra<N>,
  { index, name, replicas }: PlacedPool,
  { origins, plan }: Scenario,
): Algebra<N> {
  if (alg.shares) return alg;
  const own = plan.place.kind === "replicas" ? OWN : {};
  return {
    ...alg,
    input(path, value, unit) {
      const what = own[path];
      if (what !== undefined)
        return alg.constant(`${what} (${name})`, value, unit, `place: ${replicas} replicas`);
      if (!path.startsWith("cluster.")) return alg.input(path, value, unit);
      const inPool = path.replace("cluster.", `cluster.pools[${index}].`);
      return alg.input(Object.hasOwn(origins, inPool) ? inPool : path, value, unit);
    },
  };
}
