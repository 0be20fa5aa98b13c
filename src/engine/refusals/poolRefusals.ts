import { notModelled } from "../core/limit.ts";
import { error } from "../core/refusal.ts";
import type { StageLayout } from "../estimate/stageLayout.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { batchShares } from "../trainingStep/pools/batchShares.ts";
import { type PlacedPool, placedPools } from "../trainingStep/pools/placedPools.ts";
import { poolScenario } from "../trainingStep/pools/poolScenario.ts";
import { beyondFramework } from "./abilities/beyondFramework.ts";
import { poolLimits } from "./limits/poolLimits.ts";

type Find = (scenario: Scenario, layouts: readonly StageLayout[] | null) => readonly Refusal[];

/**
 * Refusals and warnings of a scenario with pools of unlike devices: of the division between pools, and those that `alone`
 * finds for each pool by itself.
 */
export function poolRefusals(
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
  alone: Find,
): readonly Refusal[] {
  const limited = notModelled(poolLimits, scenario);
  if (limited.length > 0) return limited;
  const pools = placedPools(scenario);
  const wrong = [...undivided(scenario, pools), ...withoutNetwork(pools)];
  if (wrong.length > 0) return wrong;
  const shares = sharesToCheck(scenario, pools);
  if (!("shares" in shares)) return [shares];
  const found = new Map<string, Refusal>();
  for (const [i, pool] of pools.entries())
    for (const one of alone(poolScenario(scenario, pool, shares.shares[i] ?? 1), layouts)) {
      // A pool with stages is checked as a machine with room for all of them, which may be larger than the plan.
      if (scenario.plan.place.kind === "stages" && LARGER.has(one.code)) continue;
      const key = `${one.code} ${JSON.stringify(one.params)}`;
      if (!found.has(key)) found.set(key, { ...one, fields: one.fields.map((field) => inPool(field, i)) });
    }
  // What a pool by itself needs of the framework is found above; here is what only pools need.
  const ofPools = beyondFramework(scenario).filter(({ params }) => params.ability === "pools");
  return [...found.values(), ...ofPools];
}

const LARGER: ReadonlySet<string> = new Set(["devices-left-over", "domain-part-filled"]);

/** Field of a cluster as a field of one of its pools. */
const inPool = (field: string, i: number): string =>
  field.startsWith("cluster.") ? field.replace("cluster.", `cluster.pools[${i}].`) : field;

/** Refusals of pools that do not hold whole replicas, or whole stages. */
function undivided({ cluster, plan }: Scenario, pools: readonly PlacedPool[]): readonly Refusal[] {
  const { tp, cp, pp, dp, place } = plan;
  const params = { tp, cp, pp, dp };
  const fields = ["plan.place", "plan.pp", "plan.tp", "plan.cp", "plan.dp", "cluster.pools"];
  const of = (pool: PlacedPool, what: "replicas" | "stages", value: number): Refusal =>
    error("pool-not-divisible", place.kind === "replicas" ? fields.slice(1) : fields, {
      ...{ pool: pool.name, devices: pool.cluster.devices, what, value, all: cluster.devices, ...params },
    });
  if (place.kind === "replicas")
    return pools
      .filter(({ replicas }) => !Number.isInteger(replicas))
      .map((pool) => of(pool, "replicas", pool.replicas));
  const counts = pools.reduce((sum, { stages }) => sum + stages, 0);
  if (place.counts && (place.counts.length !== pools.length || counts !== pp))
    return [
      error("pool-counts", ["plan.place", "plan.pp", "cluster.pools"], {
        ...{ list: place.counts.join(", "), pools: pools.length, total: pp, of: "stages", sum: counts },
      }),
    ];
  const wrong = pools.find(
    ({ stages, cluster: own }) => !Number.isInteger(stages) || stages * tp * cp * dp !== own.devices,
  );
  return wrong ? [of(wrong, "stages", wrong.stages)] : [];
}

/** Refusals of pools that no network joins. */
function withoutNetwork(pools: readonly PlacedPool[]): readonly Refusal[] {
  return pools.flatMap(({ index, cluster }) =>
    cluster.scaleOut === null
      ? [
          error("no-scale-out", [`cluster.pools[${index}].scale_out`], {
            ...{ devices: cluster.devices, domain: cluster.scaleUp.domain },
          }),
        ]
      : [],
  );
}

/**
 * Micro-batches of a replica on each pool, with which its pool is checked. Proportional shares follow from speeds, which
 * no refusal knows: a pool is checked with the mean.
 */
function sharesToCheck(
  { plan }: Scenario,
  pools: readonly PlacedPool[],
): { readonly shares: readonly number[] } | Refusal {
  const { place, numMicroBatches: mean, globalBatch, microBatch, dp } = plan;
  const equal = { shares: pools.map(() => mean) };
  const params = { global_batch: globalBatch, dp, micro_batch: microBatch };
  const fields = ["plan.global_batch", "plan.dp", "plan.micro_batch"];
  if (place.kind === "stages" || place.shares === "equal")
    return Number.isInteger(mean) && mean >= 1 ? equal : error("batch-not-divisible", fields, params);
  const total = globalBatch / microBatch;
  const replicas = pools.map((pool) => pool.replicas);
  const said = { replicas: replicas.join(", "), total };
  if (place.shares === "proportional") {
    const some = batchShares(
      replicas.map((count) => ({ replicas: count, seconds: 1, fill: 0 })),
      total,
    );
    if (some === null) return error("pool-shares-not-batch", fields, { ...said, list: "", sum: 0 });
    return { shares: pools.map(() => Math.max(1, Math.round(mean))) };
  }
  const { shares } = place;
  if (shares.length !== pools.length)
    return error("pool-counts", ["plan.place", "cluster.pools"], {
      ...{ list: shares.join(", "), pools: pools.length, total: 0, of: "shares", sum: 0 },
    });
  const sum = shares.reduce((all, one, i) => all + one * (replicas[i] ?? 0), 0);
  if (sum === total) return { shares };
  return error("pool-shares-not-batch", ["plan.place", ...fields], { ...said, list: shares.join(", "), sum });
}
