import type { Part } from "../../core/algebra.ts";
import { prefixed } from "../../core/prefixed.ts";
import { type Breakdown, breakdownsOf, partValue } from "../../estimate/breakdown.ts";
import * as book from "../../formulas/run/energy.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import type { Trained } from "./trained.ts";

/** Power of the site in training, averaged over a step, W. */
export interface SitePower<N> {
  readonly tree: Breakdown<N>;
  readonly devices: Breakdown<N>;
  readonly host: Breakdown<N>;
  readonly network: Breakdown<N>;
  readonly pue: N;
}

const powerPart = breakdownsOf("power", "J/s");

/**
 * Power of the site in training. A device passes through four states in a step, each with its power:
 * arithmetic at full rate, kernels that wait for memory, exposed communication, and idling. Hosts and
 * switches draw constant power.
 */
export function sitePower<N>(ctx: Context<N>, trained: Trained<N>): SitePower<N> {
  const { alg, x, scenario } = ctx;
  const { facility } = scenario.cluster;
  const drawn = states(ctx, trained);
  const devices = powerPart(
    "devices",
    "devices",
    alg.sum("power of devices", "J/s", prefixed("device power: ", drawn)),
    drawn,
  );
  const host = powerPart(
    "host",
    "hosts",
    alg.apply(book.hostPower, {
      n_g: x.devices,
      n_d: x.nodeDevices,
      w_h: alg.input("cluster.host_power", facility.hostWatts, "J/s"),
    }),
  );
  const w_n = alg.input("cluster.network_power", facility.networkWatts, "J/s");
  const network = powerPart("network", "network", alg.apply(book.networkPower, { n_g: x.devices, w_n }));
  const machines = [devices, host, network];
  const pue = alg.input("cluster.pue", facility.pue, "1");
  const w_m = alg.sum("power of the machines", "J/s", prefixed("power of ", machines));
  const cooling = powerPart(
    "cooling",
    "cooling and distribution",
    alg.apply(book.coolingPower, { c_pue: pue, w_m }),
  );
  const parts = [...machines, cooling];
  const value = alg.sum("power of the site", "J/s", prefixed("power of ", parts));
  return { tree: { name: "power", label: "power", unit: "J/s", value, parts }, devices, host, network, pue };
}

/**
 * Time, s, that a device at its sustained rate needs for its part of a step's `flops` (over all devices), at most `kernels`.
 */
export function fullRateTime<N>({ alg, x }: Context<N>, flops: N, kernels: N): N {
  return alg.apply(book.fullRateTime, {
    C: flops,
    n_g: x.devices,
    R: x.linearRate,
    eta_c: x.gemmEfficiency,
    c_s: x.sustained,
    tau_ker: kernels,
  });
}

function states<N>(ctx: Context<N>, { time, flops }: Trained<N>): readonly Breakdown<N>[] {
  const { alg, x, scenario } = ctx;
  const { device } = scenario.cluster;
  const T = time.step.value;
  const tau_b = alg.sum("time of a step in kernels", "s", prefixed("time in kernels: ", kernels(time.step)));
  const tau_x = partValue(time.step, "time.communication");
  const tau_c = fullRateTime(ctx, flops, tau_b);
  const state = (name: string, label: string, w_y: N, tau: N): Breakdown<N> =>
    powerPart(name, label, alg.apply(book.statePower, { n_g: x.devices, w_y, tau, T }));
  const w_l = alg.input("cluster.device.power_limit", device.powerLimitWatts, "J/s");
  const at = (field: string, watts: number): N => {
    const w_y = alg.input(`cluster.device.${field}`, watts, "J/s");
    return alg.less(w_l, w_y) ? alg.apply(book.cappedPower, { w_y, w_l }) : w_y;
  };
  return [
    state("arithmetic", "arithmetic at its full rate", at("power", device.powerWatts), tau_c),
    state(
      "memory",
      "kernels that wait for memory",
      at("streaming_power", device.streamingWatts),
      alg.apply(book.memoryTime, { tau_ker: tau_b, tau_full: tau_c }),
    ),
    state(
      "communication",
      "exposed communication",
      at("communication_power", device.communicationWatts),
      tau_x,
    ),
    state(
      "waiting",
      "waiting",
      at("idle_power", device.idleWatts),
      alg.apply(book.waitingTime, { T, tau_ker: tau_b, tau_ex: tau_x }),
    ),
  ];
}

/** Parts of a step's time in kernels: computation without launch waits, the optimizer, and compression. */
function kernels<N>(step: Breakdown<N>): readonly Part<N>[] {
  return step.parts.flatMap((part) => {
    if (part.name === "time.compute") return part.parts.filter(({ name }) => name !== "time.launch");
    return part.name === "time.optimizer" || part.name === "time.compression" ? [part] : [];
  });
}
