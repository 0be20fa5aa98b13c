import type { Cluster } from "../../scenario/cluster.ts";
import type { Degree } from "../../scenario/degree.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Axis } from "./axes.ts";
import { expertGroup } from "./expertGroups.ts";
import { type Group, groupOf, islandReplicas, shardGroup, spread, strideOf } from "./groups.ts";

/** The ranks that rank 0 of a plan exchanges with along one degree, including rank 0. */
export interface PeerGroup {
  readonly degree: Degree | "ep";
  readonly size: number;
  /**
   * Distance between successive ranks of the group in device positions. For `ep` it counts only the devices of one
   * pipeline stage; on the cluster, devices of other stages may lie between the ranks.
   */
  readonly stride: number;
  readonly ranks: readonly number[];
  readonly group: Group;
}

/**
 * Groups of rank 0 with more than one rank, one for each parallel degree, in the plan's rank order (nearest ranks
 * first). The expert-parallel group is last, because expert parallelism numbers the ranks separately.
 */
export function peerGroups(plan: Plan, cluster: Cluster): readonly PeerGroup[] {
  const degrees = plan.rankOrder
    .filter((degree) => plan[degree] > 1)
    .map((degree) => {
      const stride = strideOf(plan, degree);
      return peers(degree, stride, spread([{ size: plan[degree], stride }], cluster));
    });
  return plan.ep > 1 ? [...degrees, peers("ep", plan.etp, expertGroup(plan, cluster))] : degrees;
}

/**
 * Ranks with which rank 0 reduces gradients in every step, including rank 0: the ranks that hold the same weights or,
 * where ZeRO shards state over fewer replicas, those that share it.
 */
export function replicaRanks(plan: Plan, cluster: Cluster): readonly number[] {
  const whole = plan.zero === 0 || plan.dpShard === islandReplicas(plan);
  return ranksOf((whole ? groupOf(plan, cluster, "dp") : shardGroup(plan, cluster)).axes ?? []);
}

function peers(degree: PeerGroup["degree"], stride: number, group: Group): PeerGroup {
  return { degree, size: group.size, stride, group, ranks: ranksOf(group.axes ?? []) };
}

/** Ranks of rank 0's group along the given axes, in ascending order. */
function ranksOf(axes: readonly Axis[]): readonly number[] {
  return axes
    .reduce<readonly number[]>(
      (ranks, { size, stride }) =>
        Array.from({ length: size }, (_, at) => at * stride).flatMap((far) =>
          ranks.map((near) => near + far),
        ),
      [0],
    )
    .toSorted((one, other) => one - other);
}
