import type { Cluster } from "../../scenario/cluster.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/** A pool of a cluster with its part of the plan. Numbers are fractions where the plan does not divide so. */
export interface PlacedPool {
  readonly index: number;
  /** Device of the pool; numbered where several pools have the same. */
  readonly name: string;
  readonly cluster: Cluster;
  /** Number of whole replicas on the pool; of all replicas where the pool runs stages of each. */
  readonly replicas: number;
  readonly firstStage: number;
  readonly stages: number;
}

/** Pools of a scenario's cluster with the replicas or stages that the plan places on each. */
export function placedPools({ cluster, plan }: Scenario): readonly PlacedPool[] {
  const { place, tp, cp, pp, dp } = plan;
  const pools = cluster.pools ?? [];
  const names = pools.map(({ device }) => device.name);
  let firstStage = 0;
  return pools.map((pool, index) => {
    const own = names[index] ?? "";
    const name = names.indexOf(own) === names.lastIndexOf(own) ? own : `${own} ${index + 1}`;
    const whole = { index, name, cluster: pool };
    if (place.kind === "replicas")
      return { ...whole, replicas: pool.devices / (tp * cp * pp), firstStage: 0, stages: pp };
    const stages = place.counts ? (place.counts[index] ?? 0) : (pp * pool.devices) / cluster.devices;
    const placed = { ...whole, replicas: dp, firstStage, stages };
    firstStage += stages;
    return placed;
  });
}
