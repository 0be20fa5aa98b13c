import type { Cluster, Plan } from "./scenario.ts";

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
}

/**
 * Ranks are numbered tp first, then cp, dp, pp (ep lies inside dp), so neighbours in tp are neighbours in the machine. The
 * data-parallel group is of all that hold the same weights, context-parallel ranks too. A group of `size` ranks that are `stride` apart has `inner` members in a domain.
 */
export function groupOf(plan: Plan, cluster: Cluster, dimension: "tp" | "cp" | "dp" | "pp"): Group {
  const stride = { tp: 1, cp: plan.tp, dp: plan.tp, pp: plan.tp * plan.cp * plan.dp }[dimension];
  const size = dimension === "dp" ? plan.dp * plan.cp : plan[dimension];
  const { domain } = cluster.scaleUp;
  // The largest divisor of the group that fits: a hierarchical collective wants equal parts.
  let inner = Math.max(1, Math.min(size, Math.floor(domain / stride)));
  while (size % inner !== 0) inner--;
  const outer = size / inner;
  const tier = outer === 1 ? "scale_up" : inner === 1 ? "scale_out" : "both";
  // Of several stages in a domain only the last sends across, and each collective's groups all run at once.
  return dimension === "pp" && tier !== "scale_up"
    ? { size, inner, outer, tier, senders: Math.min(stride, cluster.devicesPerNode) }
    : { size, inner, outer, tier };
}
