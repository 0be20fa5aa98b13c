import type { Context } from "../context.ts";
import { runCost, spareTime } from "../formulas/run.ts";

/** What the run's devices and spare nodes cost; null without a price. `total` is its wall-clock time. */
export function cost<N>(ctx: Context<N>, deviceTime: N, total: N): N | null {
  const { alg, x, scenario } = ctx;
  const { spares } = scenario.cluster;
  const c_g = price(ctx);
  if (c_g === null) return null;
  if (spares === null || spares === 0) return alg.apply(runCost, { T_g: deviceTime, c_g });
  const n_x = alg.input("cluster.spares", spares, "1");
  const paid = alg.sum("device time that is paid for", "GPU*s", [
    { label: "devices that train", value: deviceTime },
    { label: "spare nodes", value: alg.apply(spareTime, { n_x, n_d: x.nodeDevices, tau: total }) },
  ]);
  return alg.apply(runCost, { T_g: paid, c_g });
}

function price<N>({ alg, scenario }: Context<N>): N | null {
  const { pricePerDeviceSecond, spot } = scenario.cluster;
  if (spot) return alg.input("cluster.capacity.price", spot.pricePerDeviceSecond, "$/GPU/s");
  return pricePerDeviceSecond === null ? null : alg.input("cluster.price", pricePerDeviceSecond, "$/GPU/s");
}
