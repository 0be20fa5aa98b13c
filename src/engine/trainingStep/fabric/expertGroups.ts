import type { Cluster } from "../../scenario/cluster.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Axis } from "./axes.ts";
import { type Group, islandReplicas, stageGroup } from "./groups.ts";

/** Devices that hold the experts of one replica. Expert-parallel ranks are `etp` places apart. */
export const expertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertAxis(plan), cluster);

/** Devices that shard the tensors of one expert. */
export const insideExpertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, insideExpertAxis(plan), cluster);

/** Devices of a stage that hold the same experts and shard their optimizer state. */
export const expertShardGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, plan.dpShard), cluster);

/** All devices of a stage that hold the same experts and reduce their gradients together. */
export const expertReplicaGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, islandReplicas(plan)), cluster);

export const expertAxis = ({ ep, etp }: Plan): Axis => ({ size: ep, stride: etp });

export const insideExpertAxis = ({ etp }: Plan): Axis => ({ size: etp, stride: 1 });

/** Axis of the ranks that hold the same experts, over `replicas` data-parallel replicas. */
export function expertReplicaAxis({ ep, etp, tp, cp }: Plan, replicas: number): Axis {
  const stride = ep * etp;
  return { size: (replicas * cp * tp) / stride, stride };
}
