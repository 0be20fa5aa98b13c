import type { Algebra } from "../../core/algebra.ts";
import { cappedClock, cappedSustained } from "../../formulas/run/energy.ts";
import type { Device } from "../../scenario/device.ts";

/**
 * Share of an isolated matmul's rate that a device sustains: `c_s`, or less where `cluster.device.power_limit` is
 * below the device's power and so lowers its clock.
 */
export function heldTo<N>(alg: Algebra<N>, device: Device, c_s: N): N {
  const w_l = alg.input("cluster.device.power_limit", device.powerLimitWatts, "J/s");
  const w_y = alg.input("cluster.device.power", device.powerWatts, "J/s");
  if (!alg.less(w_l, w_y)) return c_s;
  const w_i = alg.input("cluster.device.idle_power", device.idleWatts, "J/s");
  return alg.apply(cappedSustained, { c_s, c_v: alg.apply(cappedClock, { w_l, w_i, w_y }) });
}
