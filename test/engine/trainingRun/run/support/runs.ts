import type { Estimate } from "../../../../../src/engine/estimate/estimate.ts";
import { optimalInterval, youngInterval } from "../../../../../src/engine/formulas/run/checkpoint.ts";
import type { Checkpoint } from "../../../../../src/engine/scenario/checkpoint.ts";
import type { Cluster } from "../../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../../src/engine/scenario/scenario.ts";
import { estimated } from "../../../support/estimated.ts";
import { korthikanti } from "../../../support/scenarios.ts";

export function scenarioOf(plan: Partial<Plan>, cluster: Partial<Cluster> = {}): Scenario {
  const base = korthikanti(plan);
  return { ...base, cluster: { ...base.cluster, ...cluster } };
}

/** On 64 devices of 8 nodes. */
export function run(plan: Partial<Plan>, cluster: Partial<Cluster> = {}): Estimate {
  return estimated(scenarioOf(plan, cluster));
}

/** Every 10,000 s a failure of one of the 64. */
export const failing: Partial<Cluster> = {
  failures: { kind: "poisson", mtbfDeviceSeconds: 64 * 10_000 },
  recovery: { kind: "whole", seconds: 300 },
};

/** To storage, while training waits. */
export const sharded: Checkpoint = {
  to: "storage",
  interval: "optimal",
  async: false,
  writers: "all",
  changed: 1,
  fullEvery: 1,
  stallSeconds: 0,
  storageShare: 1,
  replicas: 1,
  persistSeconds: 0,
  kept: 2,
};

/** The best interval, as the engine finds it. */
export function optimum(C_k: number, M_c: number): number {
  let tau = youngInterval.evaluate({ C_k, M_c });
  for (let step = 0; step < 6; step++) tau = optimalInterval.evaluate({ tau_i: tau, M_c, C_k });
  return tau;
}
