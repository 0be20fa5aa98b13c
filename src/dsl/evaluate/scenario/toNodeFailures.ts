import { nodeFailureRate } from "../../../engine/formulas/run/queue.ts";
import type { NodeFailures } from "../../../engine/queue/workload.ts";
import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Component } from "../../../engine/scenario/failures.ts";

/** Parts of a node: after their failures it is repaired. Other failures stop the job alone. */
const OF_NODE: readonly Component[] = ["gpu", "hbm", "sdc", "host", "nic", "cable"];

/** Failures of one node by the cluster's `failures` and `repair`, or what a simulation of a queue does not model. */
export function toNodeFailures({
  failures,
  devicesPerNode,
  repairSeconds,
}: Cluster): NodeFailures | { readonly what: string; readonly instead: string } {
  const repair = typeof repairSeconds === "number" ? repairSeconds : repairSeconds.otherwise;
  const rate = (n_f: number, n_g: number, tau: number): number =>
    nodeFailureRate.evaluate({ n_d: devicesPerNode, n_f, n_g, tau });
  switch (failures?.kind) {
    case "poisson":
      return { perSecond: rate(1, 1, failures.mtbfDeviceSeconds), takesNode: 1, repairSeconds: repair };
    case "observed": {
      const all = Object.values(failures.counts).reduce((sum, count) => sum + count, 0);
      const ofNode = OF_NODE.reduce((sum, part) => sum + failures.counts[part], 0);
      return {
        perSecond: rate(all, failures.devices, failures.periodSeconds),
        takesNode: all === 0 ? 0 : ofNode / all,
        repairSeconds: repair,
      };
    }
    case "annual":
      return {
        what: "simulated failures of a queue by `annual` rates, which count parts of a job's network",
        instead: "`failures = poisson(..)` or `fleet(..)` of the cluster",
      };
    case undefined:
      return {
        what: "simulated failures of a queue whose cluster has no `failures`",
        instead: "`cluster.failures = poisson(mtbf = 5 GPU-years)`, or a fleet of std/fleets",
      };
  }
}
