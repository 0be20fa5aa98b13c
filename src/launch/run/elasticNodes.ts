import { estimate } from "../../engine/index.ts";
import type { Job } from "./job.ts";

/**
 * Numbers of nodes that the plan can run on when only its number of replicas changes, in ascending order, up
 * to the cluster's own number. A number counts if the replicas are whole and share the batch evenly, and if
 * the larger shards of fewer nodes certainly fit into memory.
 */
export function elasticNodes(job: Pick<Job, "scenario" | "fits">): readonly number[] {
  const { cluster } = job.scenario;
  const counts: number[] = [];
  for (let nodes = 1; nodes < cluster.nodes; nodes++) if (runsOn(job, nodes)) counts.push(nodes);
  return [...counts, cluster.nodes];
}

function runsOn({ scenario, fits }: Pick<Job, "scenario" | "fits">, nodes: number): boolean {
  const { cluster, plan } = scenario;
  const devices = nodes * cluster.devicesPerNode;
  const dp = devices / (plan.tp * plan.cp * plan.pp);
  const numMicroBatches = plan.globalBatch / (dp * plan.microBatch);
  if (!Number.isInteger(dp) || !Number.isInteger(numMicroBatches) || dp < 1) return false;
  // A group of replicas that shard state cannot be split.
  if (plan.dpShard !== plan.dp && dp % plan.dpShard !== 0) return false;
  const dpShard = plan.dpShard === plan.dp ? dp : plan.dpShard;
  const smaller = {
    ...scenario,
    cluster: { ...cluster, nodes, devices },
    plan: { ...plan, dp, dpShard, numMicroBatches },
  };
  const answer = estimate(smaller);
  return answer.ok && fits(smaller, answer.estimate) === "yes";
}
