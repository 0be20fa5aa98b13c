import { nodeFailureRate } from "../formulas/run/queue.ts";
import type { ByPart, Component, Failures } from "../scenario/failures.ts";
import type { NodeFailures } from "./workload.ts";

/** Parts of a node: after their failures it is repaired. Other failures stop the job alone. */
const OF_NODE: readonly Component[] = ["gpu", "hbm", "sdc", "host", "nic", "cable"];

/** Failures of a cluster that a queue can simulate: `annual` rates count parts of a job's network. */
export interface SimulatedFailures {
  readonly failures: Exclude<Failures, { readonly kind: "annual" }>;
  readonly repairSeconds: ByPart;
}

/** Failures of one node of `devicesPerNode` devices. */
export function nodeFailures(
  { failures, repairSeconds }: SimulatedFailures,
  devicesPerNode: number,
): NodeFailures {
  const repair = typeof repairSeconds === "number" ? repairSeconds : repairSeconds.otherwise;
  const rate = (n_f: number, n_g: number, tau: number): number =>
    nodeFailureRate.evaluate({ n_d: devicesPerNode, n_f, n_g, tau });
  if (failures.kind === "poisson")
    return { perSecond: rate(1, 1, failures.mtbfDeviceSeconds), takesNode: 1, repairSeconds: repair };
  const all = Object.values(failures.counts).reduce((sum, count) => sum + count, 0);
  const ofNode = OF_NODE.reduce((sum, part) => sum + failures.counts[part], 0);
  return {
    perSecond: rate(all, failures.devices, failures.periodSeconds),
    takesNode: all === 0 ? 0 : ofNode / all,
    repairSeconds: repair,
  };
}
