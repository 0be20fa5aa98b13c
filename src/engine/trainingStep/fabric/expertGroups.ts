import type { Cluster } from "../../scenario/cluster.ts";
import type { Plan } from "../../scenario/plan.ts";
import type { Axis } from "./axes.ts";
import { type Group, islandReplicas, stageGroup } from "./groups.ts";

/**
 * Group of an expert-parallel all-to-all: `ep` ranks that together hold every routed expert of a layer once. They are
 * `etp` device positions apart, because the `etp` devices that shard one expert are neighbours.
 */
export const expertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertAxis(plan), cluster);

/** Group of the devices that shard the tensors of one expert (expert tensor parallelism). */
export const insideExpertGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, insideExpertAxis(plan), cluster);

/** Group of the devices of a stage that hold the same experts and shard the experts' optimizer state. */
export const expertShardGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, plan.dpShard), cluster);

/** Group of all devices of a stage that hold the same experts and reduce the experts' gradients together. */
export const expertReplicaGroup = (plan: Plan, cluster: Cluster): Group =>
  stageGroup(plan, expertReplicaAxis(plan, islandReplicas(plan)), cluster);

export const expertAxis = ({ ep, etp }: Plan): Axis => ({ size: ep, stride: etp });

export const insideExpertAxis = ({ etp }: Plan): Axis => ({ size: etp, stride: 1 });

/** Axis, among a stage's devices, of the ranks that hold the same experts in `replicas` data-parallel replicas. */
export function expertReplicaAxis({ ep, etp, tp, cp }: Plan, replicas: number): Axis {
  const stride = ep * etp;
  return { size: (replicas * cp * tp) / stride, stride };
}
