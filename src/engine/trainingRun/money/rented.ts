import type { Breakdown } from "../../estimate/breakdown.ts";
import * as book from "../../formulas/run/money.ts";
import type { Price } from "../../scenario/money.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { moneyPart } from "./moneyPart.ts";
import { paidDevices } from "./paidDevices.ts";
import type { Used } from "./used.ts";

/**
 * Cost of rented devices: those in training, spare nodes, and the unused rest of a reservation. Spot capacity
 * has its own price.
 */
export function rented<N>(ctx: Context<N>, price: Price | null, used: Used<N>): readonly Breakdown<N>[] {
  const { alg, x, scenario } = ctx;
  const { spares, spot } = scenario.cluster;
  const c_g = hourly(ctx, price);
  const paid = (name: string, label: string, T_g: N): Breakdown<N> =>
    moneyPart(name, label, alg.apply(book.runCost, { T_g, c_g }));
  const parts = [paid("devices", "devices that train", used.deviceTime)];
  if (spares !== null && spares > 0) {
    const n_x = alg.input("cluster.spares", spares, "1");
    const T_g = alg.apply(book.spareTime, { n_x, n_d: x.nodeDevices, tau: used.wall });
    parts.push(paid("spares", "spare nodes", T_g));
  }
  if (price?.kind === "reserved" && price.rest === "wasted" && spot === null) {
    const tau_r = alg.input("cluster.price.term", price.termSeconds, "s");
    const T_g = alg.apply(book.unusedTerm, { n_g: paidDevices(ctx), A: used.wall, tau_r });
    parts.push(paid("unused", "the rest of the reserved term", T_g));
  }
  return parts;
}

function hourly<N>({ alg, scenario }: Context<N>, price: Price | null): N {
  const { spot } = scenario.cluster;
  if (spot) return alg.input("cluster.capacity.price", spot.pricePerDeviceSecond, "$/GPU/s");
  if (price === null || price.kind === "owned") throw new Error("devices that are not rented");
  const path = price.kind === "reserved" ? "cluster.price.rate" : "cluster.price";
  return alg.input(path, price.perDeviceSecond, "$/GPU/s");
}
