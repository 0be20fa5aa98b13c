import { paidDevices as formula } from "../../formulas/run/money.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/** Number of devices that are paid for: those in training and those of spare nodes. */
export function paidDevices<N>({ alg, x, scenario }: Context<N>): N {
  const { spares } = scenario.cluster;
  if (spares === null || spares === 0) return x.devices;
  return alg.apply(formula, {
    n_g: x.devices,
    n_x: alg.input("cluster.spares", spares, "1"),
    n_d: x.nodeDevices,
  });
}
