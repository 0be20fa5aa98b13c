import { error } from "../refusals/refusal.ts";
import type { Refusal, Scenario } from "../scenario.ts";

/** Spare nodes and places for checkpoints that there are not. */
export function resilienceRefusals({ cluster, plan }: Scenario): readonly Refusal[] {
  const { name, nodes, spares, drives } = cluster;
  const { checkpoint } = plan;
  const found: Refusal[] = [];
  if (spares !== null && spares > nodes)
    found.push(error("spares-exceed-cluster", ["cluster.spares", "cluster.nodes"], { spares, nodes }));
  if (checkpoint?.to === "local" && drives === null)
    found.push(error("no-drives", ["plan.checkpoint", "cluster.nvme"], { cluster: name }));
  if (checkpoint?.to === "memory" && checkpoint.replicas > nodes)
    found.push(
      error("not-modelled", ["plan.checkpoint"], {
        what: `${checkpoint.replicas} replicas on ${nodes} nodes`,
        instead: "as many replicas as nodes, or fewer, are",
      }),
    );
  return found;
}
