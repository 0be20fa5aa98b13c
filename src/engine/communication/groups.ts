import type { Cluster, Plan } from "../scenario.ts";
import { type Blocks, blocksOf } from "./blocks.ts";

/** How the ranks of one parallel dimension lie on the machine. */
export interface Group {
  readonly size: number;
  /** Ranks of the group inside one scale-up domain. */
  readonly inner: number;
  /** Domains the group reaches. */
  readonly outer: number;
  readonly tier: "scale_up" | "scale_out" | "both";
  /** Devices of a node that send between domains at the same time, over all groups of the kind; absent: all of them. */
  readonly senders?: number;
  /** Leaves, pods and sites that the group reaches; absent: each domain is a leaf, and all are in one pod. */
  readonly blocks?: Blocks;
}

/**
 * Ranks are numbered tp first, then cp, dp, pp (ep lies inside dp), so neighbours in tp are neighbours in the machine. The
 * data-parallel group is of all that hold the same weights, context-parallel ranks too. Inside a pipeline stage the experts
 * number the same ranks anew: etp first, then ep, then their replicas (arXiv:2504.14960).
 */
export function groupOf(plan: Plan, cluster: Cluster, dimension: "tp" | "cp" | "dp" | "pp"): Group {
  const stride = dimension === "tp" ? 1 : dimension === "pp" ? plan.tp * plan.cp * plan.dp : plan.tp;
  const group = spread(
    dimension === "dp" ? islandReplicas(plan) * plan.cp : plan[dimension],
    stride,
    cluster,
  );
  // Of several stages in a domain only the last sends across, and each collective's groups all run at once.
  return dimension === "pp" && group.tier !== "scale_up"
    ? { senders: Math.min(stride, cluster.devicesPerNode), ...group }
    : group;
}

/** Replicas that meet in every step: all of them, unless they train by themselves for a while (Sync). */
export const islandReplicas = ({ dp, sync }: Plan): number => dp / sync.islands;

/** The ranks that hold the same weights and share their state; neighbours, and all that hold them where `dp_shard` is `dp`. */
export const shardGroup = (plan: Plan, cluster: Cluster): Group =>
  spread(plan.dpShard * plan.cp, plan.tp, cluster);

/** The ranks with the same share, one of each copy of the state. */
export const copyGroup = (plan: Plan, cluster: Cluster): Group =>
  spread(islandReplicas(plan) / plan.dpShard, plan.tp * plan.cp * plan.dpShard, cluster);

/** A group of `size` ranks that are `stride` apart. */
export function spread(size: number, stride: number, cluster: Cluster): Group {
  const { domain } = cluster.scaleUp;
  // The largest divisor of the group that fits: a hierarchical collective wants equal parts.
  let inner = Math.max(1, Math.min(size, Math.floor(domain / stride)));
  while (size % inner !== 0) inner--;
  const outer = size / inner;
  const tier = outer === 1 ? "scale_up" : inner === 1 ? "scale_out" : "both";
  const blocks = blocksOf(size, stride, outer, cluster);
  return blocks === null ? { size, inner, outer, tier } : { size, inner, outer, tier, blocks };
}
