import * as book from "../../formulas/step/pools.ts";
import type { Context } from "../inputs/context.ts";

/** Mean peak rate of a device over all pools, FLOP/s: the rate that utilisation refers to. */
export function meanPeakRate<N>({ alg, x, scenario }: Context<N>, pools: readonly Context<N>[]): N {
  const rates = pools.map((pool, i) => {
    const devices = scenario.cluster.pools?.[i]?.devices ?? 0;
    const n_o = alg.constant(`devices of pool ${i + 1}`, devices, "1", "cluster.pools");
    return {
      label: `peak rate of pool ${i + 1}`,
      value: alg.apply(book.poolPeak, { n_o, R: pool.x.peakRate }),
    };
  });
  return alg.apply(book.meanPeak, {
    R_P: alg.sum("peak rate of all devices", "FLOP/s", rates),
    n_g: x.devices,
  });
}
