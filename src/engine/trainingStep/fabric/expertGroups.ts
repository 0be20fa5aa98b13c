import type { Cluster } from "../../scenario/cluster.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Axis } from "./axes.ts";
import { type Group, islandReplicas, stageGroup } from "./groups.ts";

/** Devices among which the experts of one replica are: expert-parallel ranks are neighbours, etp apart. */
export const expertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertAxis(plan), cluster);

/** Devices that share the tensors of one expert. */
export const insideExpertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, insideExpertAxis(plan), cluster);

/** Devices of a stage that hold the same experts and share their state. */
export const expertShardGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, plan.dpShard), cluster);

/** All devices of a stage that hold the same experts and add up their gradients. */
export const expertReplicaGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, islandReplicas(plan)), cluster);

export const expertAxis = ({ ep, etp }: Plan): Axis => ({ size: ep, stride: etp });

export const insideExpertAxis = ({ etp }: Plan): Axis => ({ size: etp, stride: 1 });

/** Of so many replicas. */
export function expertReplicaAxis({ ep, etp, tp, cp }: Plan, replicas: number): Axis {
  const stride = ep * etp;
  return { size: (replicas * cp * tp) / stride, stride };
}
