import { notModelled } from "../../core/limit.ts";
import { error } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { resilienceLimits } from "./resilienceLimits.ts";

/** Refusals of more spare nodes than the cluster has, and of checkpoint places that it lacks. */
export function resilienceRefusals(scenario: Scenario): readonly Refusal[] {
  const { cluster, plan } = scenario;
  const { name, nodes, spares, drives } = cluster;
  const { checkpoint } = plan;
  const found: Refusal[] = [];
  if (spares !== null && spares > nodes)
    found.push(error("spares-exceed-cluster", ["cluster.spares", "cluster.nodes"], { spares, nodes }));
  if (checkpoint?.to === "local" && drives === null)
    found.push(error("no-drives", ["plan.checkpoint", "cluster.nvme"], { cluster: name }));
  return [...found, ...notModelled(resilienceLimits, scenario)];
}
