import type { Context } from "../context.ts";
import { clusterMtbf } from "../formulas/reliability.ts";

/** Mean time between failures of the whole cluster, s; null where devices do not fail. */
export function timeBetweenFailures<N>({ alg, x, scenario }: Context<N>): N | null {
  const { mtbfDeviceSeconds } = scenario.cluster;
  return mtbfDeviceSeconds === null
    ? null
    : alg.apply(clusterMtbf, {
        M_g: alg.input("cluster.failures.mtbf", mtbfDeviceSeconds, "GPU*s"),
        n_g: x.devices,
      });
}
