import { largestDivisorAtMost } from "../../core/largestDivisor.ts";
import type { Cluster } from "../../scenario/cluster.ts";
import type { Degree } from "../../scenario/degree.ts";
import type { Plan } from "../../scenario/plan.ts";
import { type Axis, merged, ranksInside } from "./axes.ts";
import { type Blocks, blocksOf } from "./blocks.ts";

/** The ranks of one parallel dimension, and how they lie on the machine. */
export interface Group {
  readonly size: number;
  /** Ranks of the group inside one scale-up domain. */
  readonly inner: number;
  /** Scale-up domains that the group reaches. */
  readonly outer: number;
  readonly tier: "scale_up" | "scale_out" | "both";
  /** Axes along which the ranks lie; absent where they are consecutive. */
  readonly axes?: readonly Axis[];
  /**
   * Devices of a node that send between domains at the same time, over all groups of the kind. Absent where
   * all do.
   */
  readonly senders?: number;
  /**
   * Leaves, pods and sites that the group reaches. Absent where each domain is a leaf and all are in one pod.
   */
  readonly blocks?: Blocks;
}

/**
 * The group of a parallel degree. Ranks are numbered in the plan's order: neighbours in its first degree are
 * neighbours on the machine. The data-parallel group contains all ranks with the same weights, including
 * context-parallel ranks. Inside a pipeline stage the experts number the same ranks anew: etp first, then ep,
 * then their replicas (arXiv:2504.14960), see `stageGroup`.
 */
export function groupOf(plan: Plan, cluster: Cluster, dimension: Degree): Group {
  const stride = strideOf(plan, dimension);
  const group =
    dimension === "dp"
      ? spread(replicaAxes(plan, islandReplicas(plan)), cluster)
      : spread([{ size: plan[dimension], stride }], cluster);
  // Of several stages in a domain only the last sends across. The groups of a collective all run at once.
  return dimension === "pp" && group.tier !== "scale_up"
    ? { senders: Math.min(stride, cluster.devicesPerNode), ...group }
    : group;
}

/**
 * Distance in places between successive ranks of a degree: the product of the degrees before it in the plan's
 * order.
 */
export function strideOf(plan: Plan, dimension: Degree): number {
  let stride = 1;
  for (const one of plan.rankOrder) {
    if (one === dimension) break;
    stride *= plan[one];
  }
  return stride;
}

/** Data-parallel replicas that synchronise in every step: all of them, or those of one island (see Sync). */
export const islandReplicas = ({ dp, sync }: Plan): number => dp / sync.islands;

/** Axes of consecutive replicas, each with all its context-parallel ranks. */
export const replicaAxes = (plan: Plan, replicas: number): readonly Axis[] => [
  { size: plan.cp, stride: strideOf(plan, "cp") },
  { size: replicas, stride: strideOf(plan, "dp") },
];

/** Ranks with the same weights that shard their optimizer state: all of them where `dp_shard` is `dp`. */
export const shardGroup = (plan: Plan, cluster: Cluster): Group =>
  spread(replicaAxes(plan, plan.dpShard), cluster);

/** Ranks that hold the same shard, one in each copy of the state. */
export const copyGroup = (plan: Plan, cluster: Cluster): Group => spread([copyAxis(plan)], cluster);

export const copyAxis = (plan: Plan): Axis => ({
  size: islandReplicas(plan) / plan.dpShard,
  stride: strideOf(plan, "dp") * plan.dpShard,
});

/**
 * A group among the devices of a stage, which are numbered consecutively. Other stages may lie between them,
 * by the rank order.
 */
export const stageGroup = (plan: Plan, axis: Axis, cluster: Cluster): Group =>
  spread(stageAxes(plan, axis), cluster);

/** Axes of a group of a stage's devices. */
export function stageAxes(plan: Plan, { size, stride }: Axis): readonly Axis[] {
  // With pp outermost a stage is a contiguous block, so a layer's groups do not depend on pp or dp
  // (factor.ts).
  if (size === 1 || plan.rankOrder.at(-1) === "pp" || plan.pp === 1) return [{ size, stride }];
  const together = strideOf(plan, "pp");
  const near = largestDivisorAtMost(size, together / stride);
  const far = Math.max(stride, together) * plan.pp;
  return merged([
    { size: near, stride },
    { size: size / near, stride: far },
  ]);
}

/** The group of the ranks along the given axes. */
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
