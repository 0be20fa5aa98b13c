import { largestDivisorAtMost } from "../../core/largestDivisor.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Degree } from "../../scenario/degree.ts";
import type { Plan } from "../../scenario/plan.ts";
import { type Axis, merged, ranksInside } from "./axes.ts";
import { type Blocks, blocksOf } from "./blocks.ts";

/** A group of ranks that communicate in one parallel dimension (such as `tp`), and how it lies on the cluster. */
export interface Group {
  readonly size: number;
  /** Number of the group's ranks that lie in one scale-up domain; equal in all domains. */
  readonly inner: number;
  /** Number of scale-up domains that the group reaches. */
  readonly outer: number;
  readonly tier: "scale_up" | "scale_out" | "both";
  /** Axes along which the ranks lie; absent where they are consecutive. */
  readonly axes?: readonly Axis[];
  /**
   * Number of a node's devices that send to other domains at the same time, summed over all groups of this parallel
   * dimension. Absent where all devices send.
   */
  readonly senders?: number;
  /**
   * Numbers of leaves, pods and sites of the network that the group reaches. Where absent, each domain counts as a
   * leaf, and all domains as one pod and one site.
   */
  readonly blocks?: Blocks;
}

/**
 * Group of a plan's parallel degree `dimension`. Ranks are numbered in the plan's rank order, whose first degree has
 * neighbouring devices. The `dp` group contains all ranks that hold the same weights and synchronise in every step,
 * including context-parallel ranks. Groups of experts are made by `stageGroup`: inside a pipeline stage expert
 * parallelism numbers the ranks differently, etp first, then ep, then replicas of experts (arXiv:2504.14960).
 */
export function groupOf(plan: Plan, cluster: Cluster, dimension: Degree): Group {
  const stride = strideOf(plan, dimension);
  const group =
    dimension === "dp"
      ? spread(replicaAxes(plan, islandReplicas(plan)), cluster)
      : spread([{ size: plan[dimension], stride }], cluster);
  // Where several stages share a domain, only the last stage sends out of it. All groups of a collective run at
  // the same time.
  return dimension === "pp" && group.tier !== "scale_up"
    ? { senders: Math.min(stride, cluster.devicesPerNode), ...group }
    : group;
}

/**
 * Distance in device positions between successive ranks of a degree: the product of the degrees before it in
 * the plan's rank order.
 */
export function strideOf(plan: Plan, dimension: Degree): number {
  let stride = 1;
  for (const one of plan.rankOrder) {
    if (one === dimension) break;
    stride *= plan[one];
  }
  return stride;
}

/**
 * Number of data-parallel replicas that synchronise in every step: all replicas, or those of one island (see Sync).
 */
export const islandReplicas = ({ dp, sync }: Plan): number => dp / sync.islands;

/**
 * Axes of the ranks that hold the same weights in `replicas` consecutive data-parallel replicas: every replica
 * contributes all its context-parallel ranks.
 */
export const replicaAxes = (plan: Plan, replicas: number): readonly Axis[] => [
  { size: plan.cp, stride: strideOf(plan, "cp") },
  { size: replicas, stride: strideOf(plan, "dp") },
];

/**
 * Group of the ranks that hold the same weights and shard the optimizer state between them (ZeRO): the ranks of
 * `dp_shard` replicas, including context-parallel ranks.
 */
export const shardGroup = (plan: Plan, cluster: Cluster): Group =>
  spread(replicaAxes(plan, plan.dpShard), cluster);

/**
 * Group of the ranks that hold the same shard of the optimizer state (hybrid sharding): one rank in each block of
 * `dp_shard` replicas, because each block holds one full copy of the state.
 */
export const copyGroup = (plan: Plan, cluster: Cluster): Group => spread([copyAxis(plan)], cluster);

export const copyAxis = (plan: Plan): Axis => ({
  size: islandReplicas(plan) / plan.dpShard,
  stride: strideOf(plan, "dp") * plan.dpShard,
});

/**
 * Group of the ranks along `axis`, which counts only the devices of one pipeline stage. On the cluster, devices of
 * other stages may lie between these ranks, depending on the rank order.
 */
export const stageGroup = (plan: Plan, axis: Axis, cluster: Cluster): Group =>
  spread(stageAxes(plan, axis), cluster);

/**
 * Translates an axis that counts only the devices of one pipeline stage into axes that count all devices of the
 * cluster. The result has two axes where devices of other stages lie between the ranks.
 */
export function stageAxes(plan: Plan, { size, stride }: Axis): readonly Axis[] {
  // Where pp is the last degree of the rank order, a stage is a contiguous block of devices, so a layer's
  // groups do not depend on pp or dp (factor.ts).
  if (size === 1 || plan.rankOrder.at(-1) === "pp" || plan.pp === 1) return [{ size, stride }];
  const together = strideOf(plan, "pp");
  const near = largestDivisorAtMost(size, together / stride);
  const far = Math.max(stride, together) * plan.pp;
  return merged([
    { size: near, stride },
    { size: size / near, stride: far },
  ]);
}

/** Makes the group of the ranks along `axes`: computes its size, and the domains, tier and blocks that it reaches. */
export function spread(axes: readonly Axis[], cluster: Cluster): Group {
  const ways = merged(axes);
  const size = ways.reduce((product, axis) => product * axis.size, 1);
  const inner = ranksInside(ways, cluster.scaleUp.domain, size);
  const outer = size / inner;
  const tier = outer === 1 ? "scale_up" : inner === 1 ? "scale_out" : "both";
  const blocks = blocksOf(ways, size, outer, cluster);
  const group = { size, inner, outer, tier, axes: ways } as const;
  return blocks === null ? group : { ...group, blocks };
}
