import type { Cluster } from "../scenario/cluster.ts";
import type { Plan } from "../scenario/plan.ts";
import { type Blocks, blocksOf } from "./blocks.ts";

/** How the ranks of one parallel dimension lie on the machine. */
export interface Group {
  readonly size: number;
  /** Ranks of the group inside one scale-up domain. */
  readonly inner: number;
  /** Domains the group reaches. */
  readonly outer: number;
  readonly tier: "scale_up" | "scale_out" | "both";
  /** Places from one rank to the next; absent: 1. */
  readonly stride?: number;
  /** Devices of a node that send between domains at the same time, over all groups of the kind; absent: all of them. */
  readonly senders?: number;
  /** Leaves, pods and sites that the group reaches; absent: each domain is a leaf, and all are in one pod. */
  readonly blocks?: Blocks;
}

/**
 * Ranks are numbered tp first, then cp, dp, pp (ep lies inside dp), so neighbours in tp are neighbours in the machine; or pp
 * before dp. The data-parallel group is of all that hold the same weights, context-parallel ranks too. Inside a pipeline
 * stage the experts number the same ranks anew: etp first, then ep, then their replicas (arXiv:2504.14960).
 */
export function groupOf(plan: Plan, cluster: Cluster, dimension: "tp" | "cp" | "dp" | "pp"): Group {
  const stride = strideOf(plan, dimension);
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

/** Places from one rank of a dimension to the next; of dp, where cp is 1, also the replicas'. */
export function strideOf(plan: Plan, dimension: "tp" | "cp" | "dp" | "pp"): number {
  // A layer's groups read nothing of pp and dp (factor.ts).
  switch (dimension) {
    case "tp":
      return 1;
    case "cp":
      return plan.tp;
    // With the context-parallel ranks, which hold the same weights; with stages between them they are 1 (refusals.ts).
    case "dp":
      return plan.rankOrder === "tp_cp_pp_dp" ? plan.tp * plan.pp : plan.tp;
    case "pp":
      return plan.tp * plan.cp * (plan.rankOrder === "tp_cp_pp_dp" ? 1 : plan.dp);
  }
}

/** Replicas that meet in every step: all of them, unless they train by themselves for a while (Sync). */
export const islandReplicas = ({ dp, sync }: Plan): number => dp / sync.islands;

/** The ranks that hold the same weights and share their state; neighbours, and all that hold them where `dp_shard` is `dp`. */
export const shardGroup = (plan: Plan, cluster: Cluster): Group =>
  spread(plan.dpShard * plan.cp, strideOf(plan, "dp"), cluster);

/** The ranks with the same share, one of each copy of the state. */
export const copyGroup = (plan: Plan, cluster: Cluster): Group =>
  spread(islandReplicas(plan) / plan.dpShard, strideOf(plan, "dp") * plan.cp * plan.dpShard, cluster);

/** A group of `size` ranks that are `stride` apart. */
export function spread(size: number, stride: number, cluster: Cluster): Group {
  const { domain } = cluster.scaleUp;
  // The largest divisor of the group that fits: a hierarchical collective wants equal parts.
  let inner = Math.max(1, Math.min(size, Math.floor(domain / stride)));
  while (size % inner !== 0) inner--;
  const outer = size / inner;
  const tier = outer === 1 ? "scale_up" : inner === 1 ? "scale_out" : "both";
  const blocks = blocksOf(size, stride, outer, cluster);
  return blocks === null
    ? { size, inner, outer, tier, stride }
    : { size, inner, outer, tier, stride, blocks };
}
