import type { Scenario } from "../scenario.ts";

/** Whether sends between stages stall: on many nodes, or between large tensor-parallel groups (see the fields `stall`, `stall_nodes`, `stall_ranks`). */
export function sendsStall({ plan, cluster }: Scenario): boolean {
  const { stallSeconds, stallNodes, stallRanks } = plan.framework;
  if (stallSeconds === 0) return false;
  return cluster.nodes > stallNodes || (plan.pp > 1 && plan.tp > stallRanks);
}
